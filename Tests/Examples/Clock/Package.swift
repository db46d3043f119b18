// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Clock",
  dependencies: [.package(name: "prefs", path: "../../..")],
  targets: [
    .executableTarget(
      name: "clock",
      dependencies: [.product(name: "DefaultsEditor", package: "prefs")],
      path: "Sources/Clock",
      swiftSettings: [.swiftLanguageMode(.v6)]
    )
  ]
)
