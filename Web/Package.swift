// swift-tools-version: 6.2
import PackageDescription

/// The settings of the package gestured: warnings stop the build, and each unsafe use carries the keyword `unsafe`.
let swiftSettings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .strictMemorySafety(),
]

let web: [Target.Dependency] = [
  .product(name: "NIOCore", package: "swift-nio"),
  .product(name: "NIOPosix", package: "swift-nio"),
  .product(name: "NIOHTTP1", package: "swift-nio"),
  .product(name: "NIOWebSocket", package: "swift-nio"),
]

/// The packages of others. A build without network gives the folder of their sources: those that SwiftNIO needs, too.
let dependencies: [Package.Dependency] =
  if let folder = Context.environment["GESTURED_VENDORED"] {
    ["swift-nio", "swift-atomics", "swift-collections", "swift-system"].map {
      .package(path: "\(folder)/\($0)")
    }
  } else {
    [.package(url: "https://github.com/apple/swift-nio", exact: "2.101.2")]
  }

let package = Package(
  name: "gestured-web",
  products: [.executable(name: "gestured-web", targets: ["gestured-web"])],
  dependencies: dependencies,
  targets: [
    // Links to single files and folders of the package gestured: its readers of TOML and JSON, their messages, and ids of requests.
    .target(name: "CToml", path: "Rooms/CToml"),
    .systemLibrary(
      name: "CJansson", path: "Rooms/CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
    .target(name: "GestureCore", path: "Rooms/GestureCore", swiftSettings: swiftSettings),
    .target(
      name: "GestureProtocol", dependencies: ["GestureCore"], path: "Rooms/GestureProtocol",
      swiftSettings: swiftSettings),
    .target(
      name: "JSONReading", dependencies: ["GestureProtocol", "GestureCore", "CJansson"],
      path: "Rooms/JSONReading", swiftSettings: swiftSettings),
    // C: calls of the kernel and of systemd that Swift cannot make.
    .target(name: "CWeb", cSettings: [.define("_GNU_SOURCE")]),
    // The bridge.
    .target(
      name: "GesturedWeb",
      dependencies: ["CWeb", "CToml", "GestureCore", "GestureProtocol", "JSONReading"] + web,
      swiftSettings: swiftSettings),
    // The executable. All of its code is in the library, where tests can import it.
    .executableTarget(
      name: "gestured-web", dependencies: ["GesturedWeb"], swiftSettings: swiftSettings),
    .testTarget(
      name: "GesturedWebTests",
      dependencies: [
        "GesturedWeb", "gestured-web", "GestureProtocol", "JSONReading",
        .product(name: "NIOEmbedded", package: "swift-nio"),
      ] + web,
      path: "Tests/GesturedWebTests", swiftSettings: [.treatAllWarnings(as: .error)]),
  ]
)
