#if Configuration

import Configuration
import Defaults
import DefaultsConfiguration
import Foundation
import Synchronization

// A server with nothing to serve: every 10 ms it has a request, which it logs if the level is "debug".
// The level and the greeting can be changed while it runs:
//
//   prefs write org.example.server log.level debug
//   prefs write org.example.server greeting "Good evening"

let arguments = CommandLine.arguments
let suite = try Defaults.Suite(named: arguments.count > 1 ? arguments[1] : "org.example.server")
let config = ConfigReader(providers: [DefaultsProvider(suite)])
let level = Mutex("info")

/// Prints a line at once, also into a file.
@Sendable func log(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

try await withThrowingTaskGroup(of: Void.self) { group in
  group.addTask {
    try await config.watchString(forKey: "log.level", default: "info") { levels in
      for await new in levels {
        level.withLock { $0 = new }
        log("log level \(new)")
      }
    }
  }
  group.addTask {
    while !Task.isCancelled {
      if level.withLock({ $0 == "debug" }) {
        log("\(config.string(forKey: "greeting", default: "Hello")): a request")
      }
      try await Task.sleep(for: .milliseconds(10))
    }
  }
  try await group.waitForAll()
}

#endif
