import Glibc

/// The functions of GIO and GLib, which are loaded when the helper process starts.
///
/// A program does not depend on them, so it also runs where they are not installed. The functions
/// without variable arguments are used, because Swift can call no others.
struct GSettingsLibrary {
  typealias Source = OpaquePointer
  typealias Schema = OpaquePointer
  typealias Key = OpaquePointer
  typealias Settings = OpaquePointer
  typealias Variant = OpaquePointer
  typealias Text = UnsafePointer<CChar>
  typealias OwnedText = UnsafeMutablePointer<CChar>
  /// A list of texts that ends with nil.
  typealias Texts = UnsafeMutablePointer<OwnedText?>
  typealias Context = UnsafeMutableRawPointer

  // The schemas.
  let defaultSource: @convention(c) () -> Source?
  let lookup: @convention(c) (Source, Text, CInt) -> Schema?
  let listSchemas:
    @convention(c) (Source, CInt, UnsafeMutablePointer<Texts?>?, UnsafeMutablePointer<Texts?>?) ->
      Void
  let schemaPath: @convention(c) (Schema) -> Text?
  let schemaKeys: @convention(c) (Schema) -> Texts?
  let schemaChildren: @convention(c) (Schema) -> Texts?
  let hasKey: @convention(c) (Schema, Text) -> CInt
  let unrefSchema: @convention(c) (Schema) -> Void
  let key: @convention(c) (Schema, Text) -> Key
  let keyType: @convention(c) (Key) -> OpaquePointer
  let keyDefault: @convention(c) (Key) -> Variant
  let keyRange: @convention(c) (Key) -> Variant
  let keySummary: @convention(c) (Key) -> Text?
  let keyDescription: @convention(c) (Key) -> Text?
  let isInRange: @convention(c) (Key, Variant) -> CInt
  let unrefKey: @convention(c) (Key) -> Void

  // The values.
  let defaultBackend: @convention(c) () -> OpaquePointer?
  let settings: @convention(c) (Schema, OpaquePointer?, Text?) -> Settings?
  let child: @convention(c) (Settings, Text) -> Settings?
  let value: @convention(c) (Settings, Text) -> Variant
  let userValue: @convention(c) (Settings, Text) -> Variant?
  let defaultValue: @convention(c) (Settings, Text) -> Variant?
  let isWritable: @convention(c) (Settings, Text) -> CInt
  let delay: @convention(c) (Settings) -> Void
  let set: @convention(c) (Settings, Text, Variant) -> CInt
  let reset: @convention(c) (Settings, Text) -> Void
  let apply: @convention(c) (Settings) -> Void
  let sync: @convention(c) () -> Void

  // Variants.
  let typeText: @convention(c) (OpaquePointer) -> OwnedText
  let print: @convention(c) (Variant, CInt) -> OwnedText
  let parse:
    @convention(c) (
      OpaquePointer, Text, Text?, UnsafeMutablePointer<Text?>?,
      UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    ) -> Variant?
  let isEqual: @convention(c) (Variant, Variant) -> CInt
  let element: @convention(c) (Variant, Int) -> Variant
  let elementCount: @convention(c) (Variant) -> Int
  let content: @convention(c) (Variant) -> Variant
  let string: @convention(c) (Variant, UnsafeMutablePointer<Int>?) -> Text
  let unrefVariant: @convention(c) (Variant) -> Void

  // Objects, memory and events.
  let typeName: @convention(c) (OpaquePointer) -> Text
  let getProperty: @convention(c) (OpaquePointer, Text, UnsafeMutableRawPointer) -> Void
  let initValue: @convention(c) (UnsafeMutableRawPointer, Int) -> UnsafeMutableRawPointer
  let stringOfValue: @convention(c) (UnsafeRawPointer) -> Text?
  let unsetValue: @convention(c) (UnsafeMutableRawPointer) -> Void
  let unrefObject: @convention(c) (OpaquePointer) -> Void
  let free: @convention(c) (UnsafeMutableRawPointer?) -> Void
  let freeTexts: @convention(c) (Texts?) -> Void
  let freeError: @convention(c) (UnsafeMutableRawPointer) -> Void
  let connect:
    @convention(c) (OpaquePointer, Text, UnsafeRawPointer, Context?, OpaquePointer?, CInt) -> UInt
  let watchFile:
    @convention(c) (CInt, CInt, @convention(c) (CInt, CInt, Context?) -> CInt, Context?) ->
      CUnsignedInt
  let iterate: @convention(c) (OpaquePointer?, CInt) -> CInt
  let setLogWriter:
    @convention(c) (
      @convention(c) (CInt, UnsafeRawPointer?, Int, Context?) -> CInt, Context?, OpaquePointer?
    ) -> Void

  /// Creates the functions by loading the library, which stays loaded; fails when it lacks one.
  ///
  /// The name may be a path.
  init(named name: String) throws(GSettingsFailure) {
    guard let library = dlopen(name, RTLD_NOW | RTLD_GLOBAL) else {
      throw .unavailable(reason: "\(Self.lastError); install GLib, for example libglib2.0-0")
    }
    // GLib and GObject are found as well, because the library depends on them.
    func function<Function>(_ name: String) throws(GSettingsFailure) -> Function {
      guard let address = dlsym(library, name) else { throw .unavailable(reason: Self.lastError) }
      return unsafeBitCast(address, to: Function.self)
    }
    defaultSource = try function("g_settings_schema_source_get_default")
    lookup = try function("g_settings_schema_source_lookup")
    listSchemas = try function("g_settings_schema_source_list_schemas")
    schemaPath = try function("g_settings_schema_get_path")
    schemaKeys = try function("g_settings_schema_list_keys")
    schemaChildren = try function("g_settings_schema_list_children")
    hasKey = try function("g_settings_schema_has_key")
    unrefSchema = try function("g_settings_schema_unref")
    key = try function("g_settings_schema_get_key")
    keyType = try function("g_settings_schema_key_get_value_type")
    keyDefault = try function("g_settings_schema_key_get_default_value")
    keyRange = try function("g_settings_schema_key_get_range")
    keySummary = try function("g_settings_schema_key_get_summary")
    keyDescription = try function("g_settings_schema_key_get_description")
    isInRange = try function("g_settings_schema_key_range_check")
    unrefKey = try function("g_settings_schema_key_unref")
    defaultBackend = try function("g_settings_backend_get_default")
    settings = try function("g_settings_new_full")
    child = try function("g_settings_get_child")
    value = try function("g_settings_get_value")
    userValue = try function("g_settings_get_user_value")
    defaultValue = try function("g_settings_get_default_value")
    isWritable = try function("g_settings_is_writable")
    delay = try function("g_settings_delay")
    set = try function("g_settings_set_value")
    reset = try function("g_settings_reset")
    apply = try function("g_settings_apply")
    sync = try function("g_settings_sync")
    typeText = try function("g_variant_type_dup_string")
    print = try function("g_variant_print")
    parse = try function("g_variant_parse")
    isEqual = try function("g_variant_equal")
    element = try function("g_variant_get_child_value")
    elementCount = try function("g_variant_n_children")
    content = try function("g_variant_get_variant")
    string = try function("g_variant_get_string")
    unrefVariant = try function("g_variant_unref")
    typeName = try function("g_type_name_from_instance")
    getProperty = try function("g_object_get_property")
    initValue = try function("g_value_init")
    stringOfValue = try function("g_value_get_string")
    unsetValue = try function("g_value_unset")
    unrefObject = try function("g_object_unref")
    free = try function("g_free")
    freeTexts = try function("g_strfreev")
    freeError = try function("g_error_free")
    connect = try function("g_signal_connect_data")
    watchFile = try function("g_unix_fd_add")
    iterate = try function("g_main_context_iteration")
    setLogWriter = try function("g_log_set_writer_func")
  }

  /// The message of the dynamic loader for the call before.
  private static var lastError: String {
    dlerror().map { String(cString: $0) } ?? "it cannot be loaded"
  }
}

// MARK: - What is owned

extension GSettingsLibrary {
  /// Returns a text that the caller owns.
  func taken(_ text: OwnedText) -> String {
    defer { free(text) }
    return String(cString: text)
  }

  /// Returns texts that the caller owns, sorted.
  func taken(_ texts: Texts?) -> [String] {
    defer { freeTexts(texts) }
    var strings: [String] = []
    while let text = texts?[strings.count] { strings.append(String(cString: text)) }
    return strings.sorted()
  }

  /// Returns the text of a variant that the caller owns, in GVariant's notation.
  func taken(_ variant: Variant) -> String {
    defer { unrefVariant(variant) }
    return taken(print(variant, 0))
  }

  /// Returns the elements of a variant.
  func elements(_ variant: Variant) -> [Variant] {
    (0..<elementCount(variant)).map { element(variant, $0) }
  }

  /// Returns the text of a property of an object.
  func text(of property: String, _ object: OpaquePointer) -> String? {
    // A GValue is a type and two words; 64 is the type of texts, which GLib never changes.
    let value = UnsafeMutableRawPointer.allocate(byteCount: 24, alignment: 8)
    value.initializeMemory(as: UInt8.self, repeating: 0, count: 24)
    defer { value.deallocate() }
    _ = initValue(value, 64)
    getProperty(object, property, value)
    defer { unsetValue(value) }
    return stringOfValue(value).map { String(cString: $0) }
  }
}
