import Glibc

/// The encoding of the locale that the environment names.
package enum LocaleEncoding {
  /// Returns whether the locale of the environment has the encoding UTF-8, and sets it for this process.
  ///
  /// If no locale is named, UTF-8 is assumed, because nearly all terminals show it. For a locale that is
  /// not installed, which happens when SSH passes on its name, the encoding in the name is used. Only
  /// `LC_CTYPE` is set: number formats must stay as they are.
  package static func choose() -> Bool {
    let isInstalled = setlocale(LC_CTYPE, "") != nil
    let encoding = String(cString: nl_langinfo(Int32(CODESET)))
    if !isInstalled || encoding != "UTF-8" { setlocale(LC_CTYPE, "C.UTF-8") }
    let name = Environment.localeName
    if name.isEmpty { return true }
    if isInstalled { return encoding == "UTF-8" }
    guard let dot = name.firstIndex(of: ".") else { return true }
    let codeset = name[name.index(after: dot)...].prefix { $0 != "@" }.lowercased()
    return codeset == "utf-8" || codeset == "utf8"
  }
}
