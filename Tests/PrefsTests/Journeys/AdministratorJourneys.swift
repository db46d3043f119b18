import Foundation
import TestSupport
import Testing

/// What an administrator does in an hour with 60 suites of two users.
///
/// Each task takes at most two commands, which are those of the article `AnAdministratorsFirstHour`.
@Suite(.enabled(if: geteuid() == 0, "Only root acts for another user."))
struct AdministratorJourneys {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    let script = """
      mkdir -p $i/etc $i/other
      for user in ada:4711 bob:4712; do
        name=${user%:*}; id=${user#*:}; h=$i/home/$name/.config; mkdir -p $h
        echo "$name:x:$id:$id:$name:/home/$name:/bin/sh" >>$i/etc/passwd
        for n in $(seq -w 1 60); do
          proxy="<key>proxy</key><string>old</string>"
          [ $n -gt 30 ] && proxy=
          [ $n -le 12 ] && suite=org.web.$n || suite=org.app.$n
          printf '<plist version="1.0"><dict><key>owner</key><string>%s</string>%s</dict></plist>' \\
            $name "$proxy" >$h/$suite.plist
        done
        chown -R $id:$id $i/home/$name
      done
      """
    let result = try shell(script)
    #expect(result.status == 0, "\(result)")
  }

  /// Runs commands of a shell, in which `$p` is the tool on the image.
  private func shell(_ commands: String) throws -> Program.Result {
    let start = "i=\(tool.image.path); p='\(tool.program) --root \(tool.image.path)'\n"
    return try Program.run(["bash", "-c", start + commands], environment: tool.environment)
  }

  @Test func `each task of the hour takes at most two commands`() throws {
    // Which suites have a proxy.
    let found = try shell(
      "$p --user ada find -z proxy | xargs -0 -r -n 3 printf '%s %s\\n%.0s' | wc -l"
    )
    #expect(found.output == "30\n", "\(found)")

    // Set it for 12 of them.
    let set = try shell("$p --user ada write 'org.web.*' proxy new")
    #expect(set.output.split(separator: "\n").count == 12, "\(set)")

    // Lock it for all, with a reason.
    let lock = try shell("$p lock 'org.*' proxy site --user ada --reason 'Ask the desk.'")
    #expect(lock.output.split(separator: "\n").count == 30, "\(lock)")

    // Be refused.
    let refused = try shell("$p --user ada write org.web.01 proxy mine")
    #expect(refused.status == 4 && refused.complaint.contains("Ask the desk."), "\(refused)")

    // What was changed today, and by whom.
    let history = try shell("$p --user ada history --since today --json 'org.*'")
    let records =
      try JSONSerialization.jsonObject(with: Data(history.output.utf8)) as? [[String: Any]]
    #expect(records?.count == 12, "\(history)")
    #expect(records?.allSatisfy { $0["actor"] is String && $0["suite"] is String } == true)

    // Back to this morning.
    let back = try shell("$p unlock '*' '*' && $p --user ada restore 'org.*' --at '1 hour ago'")
    #expect(back.status == 0, "\(back)")
    #expect(try shell("$p --user ada find new").status == 1)

    // Compare two users.
    let compared = try shell("$p --user ada export 'org.*' | $p --user bob diff 'org.*' -")
    #expect(compared.status == 1, "\(compared)")
    #expect(compared.output.split(separator: "\n").filter { $0.hasPrefix("owner ") }.count == 60)

    // One user's settings to another.
    let copied = try shell("$p copy 'org.*' --from-user ada --to-user bob")
    #expect(copied.output.split(separator: "\n").count == 60, "\(copied)")
    #expect(try shell("$p --user ada export 'org.*' | $p --user bob diff 'org.*' -").status == 0)

    // Everything to another machine, of which this is an image.
    let moved = try shell("$p --user ada export 'org.*' | $p --root $i/other import 'org.*' -")
    #expect(moved.output.split(separator: "\n").count == 60, "\(moved)")
  }
}
