#if Fleet

import TestSupport

/// An authority, and the certificates of a server and a client that it has signed, made with openssl.
final class Certificates: Sendable {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try openssl("req -x509 -subj /CN=authority -keyout \(file("ca.key")) -out \(file("ca.pem"))")
    for name in ["server", "client"] {
      let request = file("\(name).csr")
      try openssl("req -subj /CN=\(name) -keyout \(file("\(name).key")) -out \(request)")
      try directory.write("subjectAltName=IP:127.0.0.1,DNS:localhost\n".utf8, to: "extensions")
      try Self.run(
        "x509 -req -in \(request) -CA \(file("ca.pem")) -CAkey \(file("ca.key")) -CAcreateserial -days 2 "
          + "-extfile \(file("extensions")) -out \(file("\(name).pem"))"
      )
    }
  }

  /// Returns the path of `ca.pem`, or of a `.pem` or `.key` of `server` or `client`.
  func file(_ name: String) -> String { directory.file(name) }

  private func openssl(_ arguments: String) throws {
    try Self.run(arguments + " -nodes -days 2 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1")
  }

  private static func run(_ arguments: String) throws {
    let result = try Program.run(["openssl"] + arguments.split(separator: " ").map(String.init))
    guard result.status == 0 else {
      throw EtcdServers.Failure(description: "openssl \(arguments): \(result.complaint)")
    }
  }
}

#endif
