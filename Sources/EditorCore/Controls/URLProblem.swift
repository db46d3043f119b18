import DefaultsCore
import DefaultsSchema

/// What is wrong with an address, in words.
///
/// Only the scheme is required of a value. The other problems are warnings, because an app may have a
/// scheme with rules of its own.
enum URLProblem {
  /// The schemes whose addresses have a host.
  private static let schemesWithHost: Set<String> = ["http", "https", "ftp", "ws", "wss", "ssh"]

  /// Returns the first problem of an address; nil for none.
  static func text(about address: String) -> String? {
    let address = address.trimmed
    guard !address.isEmpty else { return nil }
    if address.contains(where: \.isWhitespace) {
      return "a blank is not allowed in an address; %20 stands for it"
    }
    guard let colon = address.firstIndex(of: ":") else {
      return "the scheme is missing: https://\(address)"
    }
    let scheme = address[..<colon]
    guard let first = scheme.utf8.first, UInt8(ascii: "a")...UInt8(ascii: "z") ~= first | 0x20,
      scheme.utf8.allSatisfy(isSchemeByte)
    else {
      return "\"\(scheme)\" is not a scheme such as https"
    }
    let rest = address[address.index(after: colon)...]
    guard schemesWithHost.contains(scheme.lowercased()) else {
      return !isURL(address) ? "some characters are not allowed in an address" : nil
    }
    guard rest.hasPrefix("//") else {
      // `localhost:8080` has a scheme for a parser, but is meant as a host.
      return "two slashes are missing after \"\(scheme):\""
    }
    let authority = rest.dropFirst(2).prefix { !"/?#".contains($0) }
    let start = authority.lastIndex(of: "@").map(authority.index(after:))
    return hostProblem(String(authority[(start ?? authority.startIndex)...]))
      ?? (!isURL(address) ? "some characters are not allowed in an address" : nil)
  }

  private static func isURL(_ address: String) -> Bool {
    (try? ValueKind.url.validate(.string(address))) != nil
  }

  private static func hostProblem(_ host: String) -> String? {
    let name: Substring
    let port: Substring?
    if host.hasPrefix("[") {
      guard let end = host.firstIndex(of: "]") else {
        return "the bracket after the host is missing"
      }
      name = host[...end]
      let rest = host[host.index(after: end)...]
      port = rest.hasPrefix(":") ? rest.dropFirst() : nil
    } else {
      name = host.prefix { $0 != ":" }
      port = name.endIndex == host.endIndex ? nil : host[host.index(after: name.endIndex)...]
    }
    if name.isEmpty { return "the host is missing" }
    if let port, !port.isEmpty, UInt16(port) == nil {
      return "the port \"\(port)\" is not a number from 0 to 65535"
    }
    return nil
  }

  private static func isSchemeByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }
}
