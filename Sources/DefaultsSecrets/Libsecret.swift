import CSecrets
import Glibc

/// The functions of libsecret and GLib, which are loaded when they are first needed.
///
/// A program does not depend on them, so it also runs where they are not installed. The functions
/// without variable arguments are used, because Swift can call no others. They may be called on any
/// thread.
struct Libsecret: Sendable {
  let newTable: csecrets_g_hash_table_new
  let insert: csecrets_g_hash_table_insert
  let lookup: csecrets_g_hash_table_lookup
  let unrefTable: csecrets_g_hash_table_unref
  let freeList: csecrets_g_list_free
  let freeError: csecrets_g_error_free
  let unrefObject: csecrets_g_object_unref
  let search: csecrets_secret_password_searchv_sync
  let store: csecrets_secret_password_storev_sync
  let clear: csecrets_secret_password_clearv_sync
  let attributes: csecrets_secret_retrievable_get_attributes
  let modified: csecrets_secret_retrievable_get_modified
  let retrieve: csecrets_secret_retrievable_retrieve_secret_sync
  let bytes: csecrets_secret_value_get
  let unrefValue: csecrets_secret_value_unref

  /// The addresses of `g_str_hash` and `g_str_equal`, for tables of texts.
  private let stringHash: Address
  private let stringEqual: Address

  /// The address of a function that is only passed on.
  private struct Address: @unchecked Sendable {  // Code, which never changes.
    var pointer: UnsafeMutableRawPointer
  }

  /// The library cannot be used, with the reason as a phrase.
  struct LoadError: Error {
    var reason: String
  }

  /// Creates the functions by loading the library, which stays loaded; fails when it lacks one.
  ///
  /// The name may be a path.
  init(named name: String) throws(LoadError) {
    guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
      throw LoadError(reason: "\(Self.lastError); install libsecret, for example libsecret-1-0")
    }
    // GLib is found as well, because the library depends on it.
    func address(_ name: String) throws(LoadError) -> UnsafeMutableRawPointer {
      guard let address = dlsym(library, name) else { throw LoadError(reason: Self.lastError) }
      return address
    }
    func function<Function>(_ name: String) throws(LoadError) -> Function {
      unsafeBitCast(try address(name), to: Function.self)
    }
    newTable = try function("g_hash_table_new")
    insert = try function("g_hash_table_insert")
    lookup = try function("g_hash_table_lookup")
    unrefTable = try function("g_hash_table_unref")
    freeList = try function("g_list_free")
    freeError = try function("g_error_free")
    unrefObject = try function("g_object_unref")
    search = try function("secret_password_searchv_sync")
    store = try function("secret_password_storev_sync")
    clear = try function("secret_password_clearv_sync")
    attributes = try function("secret_retrievable_get_attributes")
    modified = try function("secret_retrievable_get_modified")
    retrieve = try function("secret_retrievable_retrieve_secret_sync")
    bytes = try function("secret_value_get")
    unrefValue = try function("secret_value_unref")
    stringHash = Address(pointer: try address("g_str_hash"))
    stringEqual = Address(pointer: try address("g_str_equal"))
  }

  /// Calls a closure with a table of texts, which must not be used after the call.
  func withTable<Result, Failure: Error>(
    _ texts: KeyValuePairs<String, String>,
    _ body: (OpaquePointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let table = newTable(stringHash.pointer, stringEqual.pointer)
    let copies = texts.map { (strdup($0.key), strdup($0.value)) }
    defer {
      unrefTable(table)
      for (key, value) in copies {
        free(key)
        free(value)
      }
    }
    for (key, value) in copies { _ = insert(table, key, value) }
    return try body(table)
  }

  /// The message of the dynamic loader for the call before.
  private static var lastError: String {
    dlerror().map { String(cString: $0) } ?? "it cannot be loaded"
  }
}
