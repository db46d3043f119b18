// `import Defaults` is enough for everything: typed keys, suites and stores are in the core.
@_exported public import DefaultsCore
