import Foundation
import TestSupport
import Testing

/// The tool on a disk without room, in a mount namespace of its own.
///
/// It takes root.
@Suite(.enabled(if: geteuid() == 0, "Only root may mount."))
struct FullDiskTests {
  @Test func `a full disk is told, nothing that was stored is lost, and nothing is left behind`()
    throws
  {
    let tool = try Tool()
    let script = """
      mount -t tmpfs -o size=64k none /mnt
      export XDG_CONFIG_HOME=/mnt
      long=$(head -c 9000 /dev/zero | tr '\\0' x)
      for number in 1 2 3 4 5 6 7 8; do
        \(tool.program) write suite key$number -string $long
        echo "status $?"
      done
      echo "files "$(ls -A /mnt)
      \(tool.program) read suite key1 | wc -c
      python3 -c "import plistlib; print(len(plistlib.load(open('/mnt/suite.plist', 'rb'))))"
      """
    let result = try Program.run(
      ["unshare", "--mount", "bash", "-c", script],
      environment: tool.environment
    )
    let lines = result.output.split(separator: "\n").map(String.init)
    let statuses = lines.filter { $0.hasPrefix("status ") }
    let stored = statuses.prefix { $0 == "status 0" }.count
    #expect(stored > 0)
    #expect(stored < 8)
    #expect(statuses.dropFirst(stored).allSatisfy { $0 == "status 6" })
    #expect(lines.suffix(3) == ["files .prefs-\(geteuid()).lock suite.plist", "9001", "\(stored)"])
    #expect(result.complaint.contains("\"/mnt/suite.plist\" could not be written: No space left"))
    #expect(result.complaint.contains("Make room on the disk"))
  }
}
