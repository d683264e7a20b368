// swift-tools-version: 6.2
import PackageDescription

/// Every target of ours: Swift 6 mode comes with the tools version; warnings stop the build, and each use of
/// something unsafe must say so with the keyword `unsafe`.
let swiftSettings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .strictMemorySafety(),
]

/// A library or executable of ours.
func room(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource]? = nil) -> Target {
  .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: swiftSettings)
}

/// A room's tests: a folder a target, files named after what they test.
func tests(of name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: name + "Tests",
    dependencies: [.byName(name: name), "GestureTestSupport"] + dependencies,
    swiftSettings: swiftSettings
  )
}

let system: Target.Dependency = .product(name: "SystemPackage", package: "swift-system")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
  name: "gestured",
  products: [
    .executable(name: "gestured", targets: ["gestured"])
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
  ],
  targets: [
    // C: what Glibc's module map does not show; inline wrappers of function-like macros.
    .target(name: "CLinux"),
    // libevdev: describes a device and its state. Never used to read events.
    .systemLibrary(name: "CEvdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
    // libudev: enumerates and monitors devices.
    .systemLibrary(name: "CUdev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
    // C++: toml++ behind a C interface that hands over key path, type, value, line and column.
    .target(name: "CToml"),

    // Touches, regions, recognizers, arbitration. A function of its input: no I/O, no clock, no logger, no C.
    room("GestureCore"),
    // evdev events as values -> touch frames in millimetres; recordings. No I/O.
    room("TouchInput", ["GestureCore"]),
    // Events -> JSON lines and text. No I/O.
    room("GestureProtocol", ["GestureCore"]),
    // TOML -> checked options. The only room that sees CToml.
    // config/gestured.toml becomes a constant of the program, by a link that leads out of the target's folder.
    room(
      "GesturedConfiguration", ["GestureCore", "TouchInput", "CToml"],
      resources: [.embedInCode("Resources/gestured.toml")]),
    // epoll, timerfd, signalfd, the clock, Unix sockets. One of the two rooms with unsafe code.
    room("LinuxEventLoop", ["CLinux", "GestureCore", system]),
    // evdev nodes, sysfs, udev. The other room with unsafe code.
    room("LinuxInput", ["CLinux", "CEvdev", "CUdev", "LinuxEventLoop", "TouchInput", "GestureCore", system]),
    // Wires the rooms together; the only one that logs.
    room(
      "GesturedDaemon",
      [
        "GestureCore", "TouchInput", "GestureProtocol", "GesturedConfiguration", "LinuxEventLoop",
        "LinuxInput", logging,
      ]),
    // The executable: arguments and exit codes.
    .executableTarget(
      name: "gestured",
      dependencies: ["GesturedDaemon", "GesturedConfiguration", argumentParser],
      swiftSettings: swiftSettings
    ),
    // Touch scripts, timelines, virtual time: what the tests are written in.
    .target(
      name: "GestureTestSupport",
      dependencies: ["GestureCore", "TouchInput"],
      swiftSettings: swiftSettings
    ),

    // Writes the recordings that the project makes itself: docs/recordings, and what lane-allocations plays.
    .executableTarget(
      name: "RecordingWriter",
      dependencies: ["GestureTestSupport"],
      path: "Tests/RecordingWriter",
      swiftSettings: swiftSettings
    ),

    tests(of: "GestureCore"),
    tests(of: "TouchInput"),
    tests(of: "GestureProtocol"),
    tests(of: "GesturedConfiguration"),
    tests(of: "LinuxEventLoop"),
    tests(of: "LinuxInput"),
    tests(of: "GesturedDaemon", ["GestureProtocol", "GesturedConfiguration", "LinuxEventLoop"]),
    // Recordings through all of it: the bundled ones, and those of real devices where they are.
    .testTarget(
      name: "RecordingTests",
      dependencies: [
        "GesturedDaemon", "GesturedConfiguration", "GestureProtocol", "LinuxEventLoop", "TouchInput",
        "GestureTestSupport", logging, system,
      ],
      swiftSettings: swiftSettings
    ),
    // The built program as a process of its own.
    .testTarget(
      name: "gesturedTests", dependencies: ["gestured", "GestureTestSupport", "LinuxEventLoop"],
      swiftSettings: swiftSettings),
    .testTarget(name: "ArchitectureTests", swiftSettings: swiftSettings),
    // The pages for readers: each command, example, path and link of theirs.
    .testTarget(
      name: "DocumentTests",
      dependencies: ["gestured", "GestureCore", "GesturedConfiguration", "GestureTestSupport"],
      swiftSettings: swiftSettings
    ),
  ],
  cxxLanguageStandard: .cxx20
)
