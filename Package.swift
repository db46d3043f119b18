// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "prefs",
  targets: [
    // The terminal.
    .target(name: "Terminal", swiftSettings: strict),

    // Tests.
    .testTarget(
      name: "TerminalTests",
      dependencies: ["Terminal"],
      swiftSettings: strict
    ),
  ]
)
