// A program with a preferences screen needs all three modules: one `import DefaultsEditor` is enough.
@_exported public import Defaults
@_exported public import DefaultsSchema
