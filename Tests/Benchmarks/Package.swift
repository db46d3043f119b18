// swift-tools-version: 6.2

// A package of its own, so that nobody who uses the library builds any of this.

import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "Benchmarks",
  dependencies: [
    .package(name: "prefs", path: "../..")
  ],
  targets: [
    .systemLibrary(name: "CSQLite", path: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "CSQLite",
        .product(name: "Defaults", package: "prefs"),
        .product(name: "DefaultsEditor", package: "prefs"),
      ],
      path: ".",
      exclude: ["CSQLite"],
      swiftSettings: strict
    ),
  ]
)
