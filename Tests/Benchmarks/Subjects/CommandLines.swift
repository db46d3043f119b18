import Defaults

extension Subject {
  /// A process that stores one value and ends, as scripts use it.
  static let commandLines = Subject(name: "command-lines") {
    let name = "bench.command"
    try Fixture.write(1000, to: name)
    var number = 0
    let ours = Contender(name: "Defaults") {
      number += 1
      try Program.run([Program.own, "child", "set", name, "key", "\(number)"])
    }
    let commands = [
      ["dconf", "write", "/org/example/prefs-benchmark"],
      ["gsettings", "set", "org.gnome.desktop.interface", "cursor-size"],
    ]
    let peers = commands.compactMap { command -> Contender? in
      let peer = Contender(name: "`\(command[0]) \(command[1])`") {
        number += 1
        try Program.run(command + ["\(number)"])
      }
      do {
        try peer.run()
        return peer
      } catch {
        note("\(command[0]) is left out: it is not installed, or there is no session bus for it.")
        return nil
      }
    }
    guard !peers.isEmpty else { return [] }
    let times = try race(rounds: 30, [ours] + peers)
    return Row.comparing(
      "process that stores one durable value",
      times,
      peers.map { _ in nil },
    )
  }
}

extension Child {
  /// Stores one value.
  static func set(_ value: String, forKey key: String, suite name: String) throws {
    let suite = try Defaults.Suite(named: name)
    suite.set(Int(value) ?? 0, forKey: key)
    try suite.flush()
  }
}
