public import DefaultsCore

// The names of the builder as members of `Defaults`, which no other module can hide: a file that
// imports a module with a `Toggle` of its own writes `Defaults.Toggle`.
extension Defaults {
  /// The control of a Boolean.
  public typealias Toggle = DefaultsSchema.Toggle
  /// The control of a text.
  public typealias TextField = DefaultsSchema.TextField
  /// The control of a text that is not shown.
  public typealias SecureField = DefaultsSchema.SecureField
  /// The control of a number.
  public typealias NumberField = DefaultsSchema.NumberField
  /// The control of one of some values.
  public typealias Picker = DefaultsSchema.Picker
  /// The control of several of some values.
  public typealias Checklist = DefaultsSchema.Checklist
  /// The control of a date and time.
  public typealias DatePicker = DefaultsSchema.DateField
  /// The control of a URL.
  public typealias URLField = DefaultsSchema.URLField
  /// The control of the path of a file or directory.
  public typealias PathField = DefaultsSchema.PathField
  /// The control of a colour.
  public typealias ColorField = DefaultsSchema.ColorField
  /// The control of a list.
  public typealias ListField = DefaultsSchema.ListField
  /// The control of a dictionary.
  public typealias DictionaryField = DefaultsSchema.DictionaryField
  /// The control of a value that can have one of several forms.
  public typealias UnionField = DefaultsSchema.UnionField
  /// The control of a value that its type stores as JSON text.
  public typealias JSONField = DefaultsSchema.JSONField
  /// The control of a value of any type.
  public typealias ValueField = DefaultsSchema.ValueField
  /// A titled group of controls.
  public typealias Section = DefaultsSchema.Section
}
