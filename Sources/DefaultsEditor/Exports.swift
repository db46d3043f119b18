// A program with a preferences screen needs keys and a schema too: one `import DefaultsEditor` is enough.
@_exported public import DefaultsCore
@_exported public import DefaultsSchema
