import Glibc
import Testing

@testable import Defaults
@testable import DefaultsCore

struct StoreErrorTests {
  @Test(arguments: [
    (
      Defaults.StoreError.Cause.system(operation: "write", errorNumber: ENOSPC),
      """
      "/c/s.plist" could not be written: No space left on device (write). \
      Make room on the disk; nothing that was stored before is lost.
      """
    ),
    (
      .system(operation: "open", errorNumber: EACCES),
      """
      "/c/s.plist" could not be opened: Permission denied (open). \
      Check who owns it and its directory, and their permissions.
      """
    ),
    (
      .unreadable(PropertyListError(reason: "expected a tag", line: 3, byteOffset: 40)),
      """
      "/c/s.plist" is not a readable property list: expected a tag (line 3, byte 40). \
      Repair the file, or move it away to start with a new one.
      """
    ),
    (
      .unreadable(PropertyListError(reason: "a key is not text", byteOffset: 9)),
      """
      "/c/s.plist" is not a readable property list: a key is not text (byte 9). \
      Repair the file, or move it away to start with a new one.
      """
    ),
    (
      .notAFile,
      "\"/c/s.plist\" is not a regular file. Move it away, or choose another place."
    ),
    (
      .tooLarge(bytes: 9, limit: 8),
      """
      "/c/s.plist" would have 9 bytes; the limit is 8. Store large data in separate files.
      """
    ),
    (
      .commitTooLarge(bytes: 9, limit: 8),
      """
      The changes for "/c/s.plist" have 9 bytes together; at most 8 can be stored at once. Nothing was \
      changed; make fewer changes at once, or store smaller values.
      """
    ),
    (
      .lockedByAnother,
      """
      Another process holds the lock on the directory of "/c/s.plist". \
      Try again when it has finished.
      """
    ),
    (
      .outdated(["a", "b"]),
      "\"a\", \"b\" in \"/c/s.plist\" changed meanwhile. Nothing was changed; try again."
    ),
    (
      .unsupportedValue(key: "k", reason: "the date is not finite"),
      """
      The value for "k" cannot be stored in "/c/s.plist": the date is not finite. \
      Nothing was changed.
      """
    ),
    (
      .invalidSuiteName("../\u{1B}x"),
      """
      "../\\u{1B}x" cannot be the name of a suite. A name has 1 to 200 bytes, no slash and no \
      control character, and does not begin with a dot.
      """
    ),
    (
      .writableByOthers(path: "/tmp/l"),
      """
      "/tmp/l" was not used as root, because another user may have created it. Remove the write \
      permission of others from it or its directory, or run as another user.
      """
    ),
  ])
  func `an error says what happened, where, and what to do`(
    cause: Defaults.StoreError.Cause,
    text: String
  ) {
    let error = Defaults.StoreError(location: "/c/s.plist", cause: cause)
    #expect(error.description == text)
    #expect(error.errorDescription == text)
  }
}
