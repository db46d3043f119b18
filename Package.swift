// swift-tools-version: 6.2

import CompilerPluginSupport
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// What an application would be built with; `.ci/run` builds the clients in language mode 5 as well.
let client: [SwiftSetting] = [
  .swiftLanguageMode(Context.environment["CLIENT_LANGUAGE_MODE"] == "5" ? .v5 : .v6)
]

// What `prefs --version` says besides the number, such as the commit; `.ci/package` sets it.
let build = Context.environment["PREFS_BUILD"].map {
  [CSetting.define("PREFS_BUILD", to: "\"\($0)\"")]
}

// What `.ci/api` compares besides the products. DefaultsCore comes with the product Defaults, and SwiftPM
// compares only modules that have a product.
let comparedAPI: [Product] =
  Context.environment["COMPARE_API"] == nil
  ? [] : [.library(name: "DefaultsCore", targets: ["DefaultsCore"])]

// What only the trait needs is neither fetched nor built without it.
let configuration = TargetDependencyCondition.when(traits: ["Configuration"])
let macros = TargetDependencyCondition.when(traits: ["Macros"])
let fleet = TargetDependencyCondition.when(traits: ["Fleet"])

func swiftSyntax(_ product: String) -> Target.Dependency {
  .product(name: product, package: "swift-syntax", condition: macros)
}

let package = Package(
  name: "prefs",
  products: [
    .library(name: "Defaults", targets: ["Defaults"]),
    .library(name: "DefaultsCombine", targets: ["DefaultsCombine"]),
    .library(name: "DefaultsConfiguration", targets: ["DefaultsConfiguration"]),
    .library(name: "DefaultsEtcd", targets: ["DefaultsEtcd"]),
    .library(name: "DefaultsMacros", targets: ["DefaultsMacros"]),
    .library(name: "DefaultsSchema", targets: ["DefaultsSchema"]),
    .library(name: "DefaultsSecrets", targets: ["DefaultsSecrets"]),
    .library(name: "DefaultsEditor", targets: ["DefaultsEditor"]),
    .library(name: "DefaultsTesting", targets: ["DefaultsTesting"]),
    .library(name: "SwiftyUserDefaults", targets: ["SwiftyUserDefaults"]),
    .executable(name: "prefs", targets: ["prefs"]),
  ] + comparedAPI,
  traits: [
    .trait(name: "Configuration", description: "A provider for swift-configuration."),
    .trait(name: "Fleet", description: "A store on etcd, with gRPC."),
    .trait(name: "Macros", description: "@ObservableDefault as a macro, with swift-syntax."),
  ],
  dependencies: [
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: []),
    .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0", traits: []),
    .package(url: "https://github.com/grpc/grpc-swift-2", from: "2.4.3"),
    .package(url: "https://github.com/grpc/grpc-swift-nio-transport", from: "2.9.2"),
    .package(url: "https://github.com/grpc/grpc-swift-protobuf", from: "2.4.1"),
    .package(url: "https://github.com/swiftlang/swift-syntax", "600.0.1"..<"606.0.0"),
  ],
  targets: [
    // The terminal.
    .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"])]),
    .target(name: "CTerminal"),
    .target(name: "Terminal", swiftSettings: strict),
    .target(
      name: "TerminalCurses",
      dependencies: ["CNcurses", "CTerminal", "Terminal"],
      swiftSettings: strict
    ),

    // Typed preferences and what they mean to people.
    .systemLibrary(name: "CDefaults"),
    .target(
      name: "DefaultsCore",
      dependencies: [
        "CDefaults", .product(name: "DequeModule", package: "swift-collections"),
      ],
      swiftSettings: strict
    ),
    // The core, and what exists because of Foundation's `UserDefaults`.
    .target(name: "Defaults", dependencies: ["DefaultsCore"], swiftSettings: strict),
    .target(
      name: "DefaultsCombine",
      dependencies: [
        "Defaults", .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "OpenCombine", package: "OpenCombine"),
      ],
      swiftSettings: strict
    ),
    .systemLibrary(name: "CPCRE2", providers: [.apt(["libpcre2-dev"])]),
    .target(
      name: "DefaultsSchema",
      dependencies: [
        "CPCRE2", "DefaultsCore",
        .product(name: "OrderedCollections", package: "swift-collections"),
      ],
      swiftSettings: strict
    ),
    // Settings that other programs keep in JSON files.
    .target(name: "DefaultsJSON", dependencies: ["DefaultsCore"], swiftSettings: strict),
    // Settings that other programs keep in files with sections.
    .target(name: "DefaultsINI", dependencies: ["DefaultsCore"], swiftSettings: strict),
    // The settings of GNOME, in the database of GSettings.
    .target(
      name: "DefaultsGSettings",
      dependencies: ["CDefaults", "DefaultsCore", "DefaultsINI", "DefaultsSchema"],
      swiftSettings: strict
    ),
    // Secrets, in the Secret Service or the kernel's keyrings.
    .systemLibrary(name: "CSecrets"),
    .target(
      name: "DefaultsSecrets",
      dependencies: ["CSecrets", "DefaultsCore"],
      swiftSettings: strict
    ),
    // Empty without the trait.
    .target(
      name: "DefaultsConfiguration",
      dependencies: [
        "Defaults", "DefaultsSchema",
        .product(
          name: "Configuration",
          package: "swift-configuration",
          condition: configuration
        ),
      ],
      // The protocol of swift-configuration is declared with this feature.
      swiftSettings: strict + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
    ),
    // Empty without the trait.
    .target(
      name: "DefaultsEtcd",
      dependencies: [
        "DefaultsCore", "DefaultsSchema",
        .product(name: "GRPCCore", package: "grpc-swift-2", condition: fleet),
        .product(
          name: "GRPCNIOTransportHTTP2Posix",
          package: "grpc-swift-nio-transport",
          condition: fleet
        ),
        .product(name: "GRPCProtobuf", package: "grpc-swift-protobuf", condition: fleet),
        .product(name: "SwiftProtobuf", package: "swift-protobuf", condition: fleet),
      ],
      exclude: ["Protocol/etcd.proto"],
      swiftSettings: strict
    ),
    // Both are empty without the trait.
    .macro(
      name: "DefaultsMacrosPlugin",
      dependencies: [
        swiftSyntax("SwiftCompilerPlugin"), swiftSyntax("SwiftDiagnostics"),
        swiftSyntax("SwiftSyntax"), swiftSyntax("SwiftSyntaxBuilder"),
        swiftSyntax("SwiftSyntaxMacros"),
      ],
      swiftSettings: strict
    ),
    .target(
      name: "DefaultsMacros",
      dependencies: ["Defaults", .target(name: "DefaultsMacrosPlugin", condition: macros)],
      swiftSettings: strict
    ),
    .target(
      name: "DefaultsTransfer",
      dependencies: ["DefaultsCore", "DefaultsSchema"],
      swiftSettings: strict
    ),
    .target(name: "DefaultsTesting", dependencies: ["Defaults"], swiftSettings: strict),
    .target(name: "SwiftyUserDefaults", dependencies: ["Defaults"], swiftSettings: strict),

    // The editor: what it is, and how it is opened on a terminal.
    .target(
      name: "EditorCore",
      dependencies: [
        "DefaultsCore", "DefaultsSchema", "DefaultsTransfer", "Terminal",
        .product(name: "DequeModule", package: "swift-collections"),
      ],
      swiftSettings: strict
    ),
    .target(
      name: "DefaultsEditor",
      dependencies: [
        "CTerminal", "DefaultsCore", "DefaultsSchema", "EditorCore", "Terminal", "TerminalCurses",
      ],
      swiftSettings: strict
    ),

    // The tool.
    .target(name: "CPrefs", cSettings: build),
    .executableTarget(
      name: "prefs",
      dependencies: [
        "CTerminal",
        "CPrefs",
        "DefaultsCore",
        "DefaultsEditor",
        .target(name: "DefaultsEtcd", condition: fleet),
        "DefaultsGSettings",
        "DefaultsINI",
        "DefaultsJSON",
        "DefaultsSchema",
        "DefaultsTransfer",
        "EditorCore",
        "Terminal",
        "TerminalCurses",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["Manual/Pages"],
      resources: [.embedInCode("Resources")],
      swiftSettings: strict
    ),

    // Tests.
    .target(
      name: "TestSupport",
      dependencies: ["CTerminal", "Defaults", "Terminal"],
      path: "Tests/TestSupport",
      swiftSettings: strict
    ),
    .executableTarget(
      name: "screen-probe",
      dependencies: ["Terminal", "TerminalCurses"],
      path: "Tests/ScreenProbe",
      swiftSettings: strict
    ),
    .executableTarget(
      name: "store-probe",
      dependencies: ["Defaults", "SwiftyUserDefaults"],
      path: "Tests/StoreProbe",
      swiftSettings: strict
    ),
    .executableTarget(
      name: "schema-probe",
      dependencies: ["Defaults", "DefaultsSchema"],
      path: "Tests/SchemaProbe",
      swiftSettings: strict
    ),
    .target(
      name: "FuzzTargets",
      dependencies: [
        "Defaults", "DefaultsCore", "DefaultsJSON", "DefaultsSchema", "Terminal", "TerminalCurses",
      ],
      path: "Tests/Fuzzing/Targets",
      swiftSettings: strict
    ),
    .executableTarget(
      name: "fuzz",
      dependencies: ["FuzzTargets"],
      path: "Tests/Fuzzing/Runner",
      swiftSettings: strict
    ),
    .testTarget(
      name: "FuzzingTests",
      dependencies: ["FuzzTargets"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "TerminalTests",
      dependencies: ["Terminal", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "TerminalCursesTests",
      dependencies: ["CTerminal", "Terminal", "TerminalCurses", "TestSupport", "screen-probe"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "DefaultsTests",
      dependencies: ["Defaults", "DefaultsCore", "DefaultsTesting", "TestSupport", "store-probe"],
      swiftSettings: strict
    ),
    // A store that is written with public declarations alone, as by another package.
    .systemLibrary(
      name: "CSQLite",
      path: "Tests/Benchmarks/CSQLite",
      providers: [.apt(["libsqlite3-dev"])]
    ),
    .testTarget(
      name: "StoreContractTests",
      dependencies: ["CSQLite", "Defaults", "DefaultsTesting"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "DefaultsINITests",
      dependencies: ["Defaults", "DefaultsCore", "DefaultsINI", "DefaultsTesting", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "DefaultsJSONTests",
      dependencies: ["Defaults", "DefaultsCore", "DefaultsJSON", "DefaultsTesting", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "DefaultsGSettingsTests",
      dependencies: [
        "Defaults", "DefaultsCore", "DefaultsGSettings", "DefaultsTesting", "TestSupport", "prefs",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "DefaultsSecretsTests",
      dependencies: [
        "Defaults", "DefaultsSchema", "DefaultsSecrets", "DefaultsTesting", "EditorCore",
        "TestSupport", "secrets-probe",
      ],
      exclude: ["Libsecret"],
      swiftSettings: strict
    ),
    // A program with a secret, for tests on a session bus of their own.
    .executableTarget(
      name: "secrets-probe",
      dependencies: ["Defaults", "DefaultsSecrets"],
      path: "Tests/SecretsProbe",
      swiftSettings: strict
    ),
    .testTarget(
      name: "DefaultsCombineTests",
      dependencies: [
        "Defaults", "DefaultsCombine", "DefaultsTesting", "TestSupport",
        .product(name: "OpenCombine", package: "OpenCombine"),
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "CompatibilityTests",
      dependencies: [
        "Defaults", "DefaultsCombine", "DefaultsTesting", "TestSupport",
        .product(name: "OpenCombine", package: "OpenCombine"),
      ],
      swiftSettings: client
    ),
    .testTarget(
      name: "ReadmeTests",
      dependencies: [
        "Defaults", "DefaultsCombine", "DefaultsEditor", "DefaultsSchema", "DefaultsSecrets",
        "DefaultsTesting", "TestSupport",
        .product(name: "OpenCombine", package: "OpenCombine"),
      ],
      swiftSettings: client
    ),
    .testTarget(
      name: "DefaultsTransferTests",
      dependencies: [
        "Defaults", "DefaultsCore", "DefaultsSchema", "DefaultsTesting", "DefaultsTransfer",
        "TestSupport",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "DefaultsSchemaTests",
      dependencies: ["Defaults", "DefaultsSchema", "DefaultsTesting", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "DefaultsMacrosTests",
      dependencies: [
        "Defaults", "DefaultsMacros", "DefaultsTesting", "TestSupport",
        .target(name: "DefaultsMacrosPlugin", condition: macros),
        swiftSyntax("SwiftSyntax"), swiftSyntax("SwiftSyntaxMacroExpansion"),
        swiftSyntax("SwiftSyntaxMacros"), swiftSyntax("SwiftSyntaxMacrosGenericTestSupport"),
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "DefaultsConfigurationTests",
      dependencies: [
        "Defaults", "DefaultsConfiguration", "DefaultsSchema", "DefaultsTesting", "TestSupport",
        "configuration-server", "prefs",
        .product(
          name: "Configuration",
          package: "swift-configuration",
          condition: configuration
        ),
        .product(
          name: "ConfigurationTesting",
          package: "swift-configuration",
          condition: configuration
        ),
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "DefaultsEtcdTests",
      dependencies: [
        "Defaults", "DefaultsEtcd", "DefaultsTesting", "TestSupport", "prefs",
        .product(name: "SwiftProtobuf", package: "swift-protobuf", condition: fleet),
      ],
      swiftSettings: strict
    ),
    // A server whose configuration is a suite; empty without the trait.
    .executableTarget(
      name: "configuration-server",
      dependencies: [
        "Defaults", "DefaultsConfiguration",
        .product(
          name: "Configuration",
          package: "swift-configuration",
          condition: configuration
        ),
      ],
      path: "Tests/ConfigurationServer",
      swiftSettings: strict
    ),
    .testTarget(
      name: "SwiftyUserDefaultsTests",
      dependencies: [
        "Defaults", "DefaultsCore", "DefaultsTesting", "SwiftyUserDefaults",
        "SwiftyUserDefaultsClient",
        "TestSupport",
      ],
      swiftSettings: strict
    ),
    // Code as its users have it, who need not be in language mode 6.
    .target(
      name: "SwiftyUserDefaultsClient",
      dependencies: ["SwiftyUserDefaults"],
      path: "Tests/SwiftyUserDefaultsClient",
      swiftSettings: [.swiftLanguageMode(.v5)]
    ),
    .testTarget(
      name: "EditorCoreTests",
      dependencies: [
        "Defaults", "DefaultsSchema", "DefaultsTesting", "DefaultsTransfer", "EditorCore",
        "Terminal", "TestSupport",
      ],
      exclude: ["Scenarios"],
      swiftSettings: strict
    ),
    // The editor's API as an app uses it, and a program that tests start on a terminal.
    .testTarget(
      name: "DefaultsEditorTests",
      dependencies: [
        "DefaultsEditor", "DefaultsTesting", "EditorCore", "Terminal", "TestSupport",
        "editor-probe",
      ],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "editor-probe",
      dependencies: ["DefaultsEditor"],
      path: "Tests/EditorProbe",
      swiftSettings: client
    ),
    .testTarget(
      name: "PrefsTests",
      dependencies: [
        "Defaults", "DefaultsGSettings", "DefaultsINI", "DefaultsJSON", "DefaultsSchema",
        "EditorCore", "TestSupport", "prefs",
      ],
      exclude: ["Commands/PatternTable.txt"],
      swiftSettings: strict
    ),
  ]
)

// `.ci/traits` builds the tests of the traits alone. That is fast, and with a trait that adds a macro,
// SwiftPM 6.3 compiles the tests of a program before the program.
if let tests = Context.environment["ONLY_TESTS"]?.split(separator: " ") {
  package.targets.removeAll { target in
    target.type == .test && !tests.contains { $0 == target.name }
  }
}
