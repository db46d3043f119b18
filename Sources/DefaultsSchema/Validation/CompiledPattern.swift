import CPCRE2

/// A regular expression that PCRE2 has compiled.
///
/// PCRE2 backtracks. It is compiled with a callout before each item of the pattern, so that the steps of a
/// search are counted: the same search takes the same number on every machine.
///
/// `@unchecked`: PCRE2 changes nothing in a compiled pattern.
final class CompiledPattern: @unchecked Sendable {
  private let code: OpaquePointer

  /// Creates a compiled pattern from the syntax of PCRE2; nil when it is malformed.
  ///
  /// With `usesUnicodeClasses`, `\d`, `\w` and `\s` stand for characters of all scripts, and `.`
  /// for none that ends a line there.
  init?(_ pattern: String, usesUnicodeClasses: Bool) {
    var options = PCRE2_UTF | PCRE2_AUTO_CALLOUT | PCRE2_NEVER_BACKSLASH_C
    options |= usesUnicodeClasses ? PCRE2_UCP : PCRE2_MATCH_UNSET_BACKREF
    let context = pcre2_compile_context_create_8(nil)
    defer { pcre2_compile_context_free_8(context) }
    if usesUnicodeClasses { pcre2_set_newline_8(context, UInt32(PCRE2_NEWLINE_ANY)) }
    var error: Int32 = 0
    var offset = 0
    let bytes = Array(pattern.utf8)
    guard let code = pcre2_compile_8(bytes, bytes.count, options, &error, &offset, context) else {
      return nil
    }
    self.code = code
  }

  deinit { pcre2_code_free_8(code) }

  /// Searches a text in UTF-8 for a match; reduces `steps`, the number of steps that are left.
  func search(_ text: [UInt8], _ steps: inout Int) -> TextPattern.Outcome {
    let context = pcre2_match_context_create_8(nil)
    let match = pcre2_match_data_create_8(1, nil)
    defer {
      pcre2_match_data_free_8(match)
      pcre2_match_context_free_8(context)
    }
    pcre2_set_heap_limit_8(context, Self.heapLimit)
    let result: Int32 = withUnsafeMutablePointer(to: &steps) { steps in
      pcre2_set_callout_8(context, countStep, steps)
      // The bytes of a `String` are valid UTF-8.
      return pcre2_match_8(code, text, text.count, 0, PCRE2_NO_UTF_CHECK, match, context)
    }
    if result >= 0 { return .matches }
    return result == PCRE2_ERROR_NOMATCH ? .differs : .tooSlow
  }

  /// The most memory of a search, in kibibytes.
  private static let heapLimit: UInt32 = 20_000
}

/// Counts a step of a search, and ends the search after the last one; `data` points to the number of steps.
private func countStep(
  _ place: UnsafeMutablePointer<pcre2_callout_block_8>?,
  _ data: UnsafeMutableRawPointer?
) -> Int32 {
  guard let steps = data?.assumingMemoryBound(to: Int.self) else { return PCRE2_ERROR_CALLOUT }
  steps.pointee -= 1
  return steps.pointee < 0 ? PCRE2_ERROR_CALLOUT : 0
}
