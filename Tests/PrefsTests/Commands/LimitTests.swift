import Foundation
import Glibc
import TestSupport
import Testing

/// The tool in a process with little to work with.
struct LimitTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
  }

  /// Runs the tool with a limit of the shell.
  private func run(_ limit: String, _ arguments: String) throws -> Program.Result {
    let script = "ulimit \(limit); exec \(tool.program) \(arguments)"
    return try Program.run(["bash", "-c", script], environment: tool.environment)
  }

  @Test func `a program that a test starts inherits no descriptor`() throws {
    // Without O_CLOEXEC, as some libraries open files.
    let descriptor = open("/dev/null", O_RDONLY)
    defer { close(descriptor) }
    let script = "test -e /proc/self/fd/\(descriptor) && echo inherited"
    #expect(descriptor > 2)
    #expect(try Program.run(["bash", "-c", script]).output == "")
  }

  @Test(arguments: 4...12)
  func `with few descriptors a write is done, or says what is missing`(count: Int) throws {
    let result = try run("-n \(count)", "write suite k -int \(count)")
    let stored = try tool.run("read", "suite", "k")
    if result.status == 0 {
      #expect(stored.output == "\(count)\n")
    } else {
      #expect(result.status == 6)
      #expect(result.complaint.contains("Too many open files"))
      #expect(stored.status == 1)
    }
    #expect(count < 8 || result.status == 0)
  }

  @Test func `what needs more descriptors says so`() throws {
    let result = try run("-n 9", "watch suite")
    #expect(result.status == 6)
    #expect(result.complaint.contains("ulimit -n"))
  }

  /// Only users without privileges have a limit on processes.
  @Test(.enabled(if: geteuid() == 0 && access("/usr/bin/setpriv", X_OK) == 0))
  func `at the limit of processes commands work, and what needs a thread says so`() throws {
    chmod(tool.home.path, 0o777)
    func run(_ arguments: String) throws -> Program.Result {
      let user = "setpriv --reuid 4711 --regid 4711 --clear-groups"
      let script = "exec timeout 60 \(user) prlimit --nproc=0 \(tool.program) \(arguments)"
      return try Program.run(["bash", "-c", script], environment: tool.environment)
    }
    let version = try run("--version")
    try #require(version.status == 0, "\(version.complaint)")
    #expect(try run("write suite k -int 12").status == 0)
    #expect(try run("read suite k").output == "12\n")
    #expect(try run("delete suite k").status == 0)
    let watch = try run("watch suite")
    #expect(watch.status == 6)
    #expect(watch.complaint.contains("ulimit -u"))
  }
}
