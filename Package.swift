// swift-tools-version: 6.2
import PackageDescription

/// The settings of every target of ours. Swift 6 mode comes with the tools version. Warnings stop the build, and each
/// unsafe use must carry the keyword `unsafe`.
let swiftSettings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .strictMemorySafety(),
]

/// For rooms that do nothing while fingers move: their code is small instead of fast.
let smallCode: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// A library or executable of ours.
func room(
  _ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource]? = nil,
  extraSettings: [SwiftSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, resources: resources, swiftSettings: swiftSettings + extraSettings
  )
}

/// A room's tests: one folder a target, with files named after their subjects.
func tests(of name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: name + "Tests",
    dependencies: [.byName(name: name), "GestureTestSupport"] + dependencies,
    path: "Tests/Units/\(name)Tests",
    swiftSettings: swiftSettings
  )
}

let system: Target.Dependency = .product(name: "SystemPackage", package: "swift-system")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let subprocess: Target.Dependency = .product(name: "Subprocess", package: "swift-subprocess")

/// The packages of others. A build without network gives the folder of their sources, as Debian's does.
let dependencies: [Package.Dependency] =
  if let folder = Context.environment["GESTURED_VENDORED"] {
    [
      .package(path: "\(folder)/swift-argument-parser"), .package(path: "\(folder)/swift-log"),
      .package(path: "\(folder)/swift-system"), .package(path: "\(folder)/swift-subprocess", traits: []),
    ]
  } else {
    [
      .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
      .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
      .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
      // Without the default trait, which is Foundation.
      .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
    ]
  }

let package = Package(
  name: "gestured",
  products: [
    .executable(name: "gestured", targets: ["gestured"]),
    .executable(name: "gesturectl", targets: ["gesturectl"]),
    .library(name: "GestureClient", targets: ["GestureClient"]),
  ],
  traits: [
    .trait(
      name: "Jansson",
      description: "GestureClient reads JSON with Jansson, not with Foundation: programs become 6 MB smaller."
    )
  ],
  dependencies: dependencies,
  targets: [
    // C: declarations that the module map of the C library omits; inline wrappers of function-like macros.
    .target(name: "CLinux"),
    // libevdev: describes a device and its state. Never used to read events.
    .systemLibrary(name: "CEvdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
    // libudev: enumerates and monitors devices.
    .systemLibrary(name: "CUdev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
    // mtdev: matches each report's contacts with those of the report before, where the device does not.
    .systemLibrary(name: "CMtdev", pkgConfig: "mtdev", providers: [.apt(["libmtdev-dev"])]),
    // libsystemd: asks logind over D-Bus.
    .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    // The messages and events between gestured and the keeper of the filter's devices: a header.
    .systemLibrary(name: "CFilter", path: "Filter/Protocol"),
    // C++: toml++ behind a C interface that returns key path, type, value, line and column.
    .target(name: "CToml"),

    // Touches, regions, recognizers, arbitration. A function of its input: no I/O, no clock, no logger, no C.
    // Swift 6.2 needs the feature for values that only borrow a list.
    room("GestureCore", [], extraSettings: [.enableExperimentalFeature("Lifetimes")]),
    // evdev events as values -> touch frames in millimeters; recordings. No I/O.
    room("TouchInput", ["GestureCore"]),
    // Events besides touches: motion, remote control, presses, audio route. Pure Swift.
    room("EventFamilies", ["GestureCore", "TouchInput"], extraSettings: smallCode),
    // Events -> JSON lines and text; JSON lines -> requests. No I/O.
    // Swift 6.2 needs the feature for mutating methods of MutableSpan.
    room(
      "GestureProtocol", ["GestureCore", "EventFamilies"],
      extraSettings: [.enableExperimentalFeature("Lifetimes")]),
    // Jansson: reads JSON, strictly.
    .systemLibrary(name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
    // JSON -> values and types. Separate from GestureProtocol, so that clients need no C library.
    room("JSONReading", ["GestureProtocol", "GestureCore", "CJansson"], extraSettings: smallCode),
    // Lines of clients -> requests.
    room("RequestReading", ["GestureProtocol", "JSONReading"], extraSettings: smallCode),
    // libyaml: reads YAML, piece by piece.
    .systemLibrary(name: "CYaml", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    // libinput's recordings -> descriptions and events. Separate from TouchInput, so that clients need no C library.
    room("RecordingReading", ["TouchInput", "GestureCore", "CYaml"], extraSettings: smallCode),
    // TOML -> checked options. The only room that imports CToml. config/gestured.toml becomes a constant of the
    // program, through a link that leads out of the target's folder.
    room(
      "GesturedConfiguration", ["GestureCore", "EventFamilies", "TouchInput", "GestureProtocol", "CToml"],
      resources: [.embedInCode("Resources/gestured.toml")],
      extraSettings: smallCode),
    // epoll, timerfd, signalfd, the clock, Unix sockets.
    room("LinuxEventLoop", ["CLinux", "GestureCore", system]),
    // evdev nodes, sysfs, udev.
    room(
      "LinuxInput",
      [
        "CLinux", "CEvdev", "CUdev", "CMtdev", "CFilter", "LinuxEventLoop", "TouchInput", "GestureCore",
        system,
      ]),
    // The turn of the loop that all rooms of the daemon receive, and the daemon's log and errors.
    room("GesturedBase", ["GestureCore", "LinuxEventLoop", logging, system]),
    // Declarations of the configuration and of all clients: regions and recognizers, for every screen. No I/O.
    room("GesturedScene", ["GestureCore", "GesturedConfiguration"]),
    // Clients and their sockets: accepts connections, reads lines of requests, numbers, encodes and sends events.
    room(
      "GesturedServing",
      [
        "GesturedBase", "GesturedScene", "GestureCore", "EventFamilies", "GestureProtocol", "RequestReading",
        "GesturedConfiguration", "LinuxEventLoop", system,
      ]),
    // Touchscreens and other devices, live or replayed: decides which to read, and follows each to published events.
    room(
      "GesturedDevices",
      [
        "GesturedBase", "GesturedScene", "GesturedServing", "GestureCore", "EventFamilies", "TouchInput",
        "GestureProtocol", "RecordingReading", "GesturedConfiguration", "LinuxEventLoop", "LinuxInput",
        system,
      ]),
    // Runs clients' requests. Separate from serving, since requests change devices, and devices publish to clients.
    room(
      "GesturedCommands",
      [
        "GesturedBase", "GesturedScene", "GesturedServing", "GesturedDevices", "GestureCore", "EventFamilies",
        "TouchInput", "GestureProtocol", "GesturedConfiguration", "LinuxEventLoop",
      ],
      extraSettings: smallCode),
    // The loop, which connects the rooms; the daemon's options and start; the tools of the command line.
    room(
      "GesturedDaemon",
      [
        "GesturedBase", "GesturedScene", "GesturedServing", "GesturedDevices", "GesturedCommands",
        "GestureCore",
        "TouchInput",
        "GestureProtocol", "RequestReading", "GesturedConfiguration", "LinuxEventLoop", "LinuxInput", logging,
        system,
      ]),
    // The executable: arguments and exit codes.
    .executableTarget(
      name: "gestured",
      dependencies: [
        "GesturedDaemon", "GesturedBase", "GesturedServing", "GesturedDevices", "GesturedConfiguration",
        argumentParser,
      ],
      swiftSettings: swiftSettings + smallCode
    ),
    // A client of the socket, for Swift programs. Needs no system library, unless a trait asks for one.
    room(
      "GestureClient",
      [
        "GestureProtocol", "GestureCore", "LinuxEventLoop", system,
        .target(name: "JSONReading", condition: .when(traits: ["Jansson"])),
      ]),
    // Whether the session is locked, through libsystemd. Separate from the client's library, which needs no system
    // library.
    room("SessionLock", ["CSystemd", "LinuxEventLoop"]),
    // The executable: the client's command line.
    .executableTarget(
      name: "gesturectl",
      dependencies: [
        "GestureClient", "GestureCore", "GestureProtocol", "GesturedConfiguration", "LinuxEventLoop",
        "TouchInput", "SessionLock",
        argumentParser, subprocess, system,
      ],
      swiftSettings: swiftSettings
    ),
    // Touch scripts, timelines, virtual time: the vocabulary of the tests.
    .target(
      name: "GestureTestSupport",
      dependencies: ["GestureCore", "TouchInput", system],
      swiftSettings: swiftSettings
    ),

    // The Swift program of docs/start.md, which reconnects when gestured goes away.
    .executableTarget(
      name: "swipe-example", dependencies: ["GestureClient"], path: "Examples/swift",
      swiftSettings: swiftSettings),

    // Writes the project's own recordings: docs/recordings, and those that lane-allocations plays.
    .executableTarget(
      name: "RecordingWriter",
      dependencies: ["GestureTestSupport"],
      path: "Tests/Support/RecordingWriter",
      swiftSettings: swiftSettings
    ),

    // Streams of fingers with one fault each, for the lane faults.
    .executableTarget(
      name: "FaultStreams",
      dependencies: [
        "GestureCore", "GesturedConfiguration", "TouchInput", "LinuxInput", "GestureTestSupport",
      ],
      path: "Tests/Lanes/Faults",
      swiftSettings: swiftSettings
    ),

    // The keeper gestured-filter in a test's process, with devices that judge and keep what it writes.
    .target(
      name: "CKeeper", path: "Tests/Support/CKeeper", cSettings: [.define("_GNU_SOURCE")]),
    // A panel, the keeper, and readers of the panel and its clone, which tests of the filter share.
    .target(
      name: "PanelSimulation",
      dependencies: ["CKeeper", "GestureCore", "TouchInput", "LinuxInput", "GestureTestSupport"],
      path: "Tests/Support/PanelSimulation",
      swiftSettings: swiftSettings
    ),

    // Seeded stories of panels, the daemon's desk and touchscreens, the keeper and readers, over sockets and pipes.
    .target(
      name: "FilterStories",
      dependencies: [
        "PanelSimulation", "DaemonTestSupport", "GesturedBase", "GesturedScene", "GesturedServing",
        "GesturedDevices",
        "GesturedConfiguration", "GestureProtocol", "LinuxEventLoop", "LinuxInput", "TouchInput",
        "GestureCore", "GestureTestSupport", system,
      ],
      path: "Tests/Support/FilterStories",
      swiftSettings: swiftSettings
    ),

    // Ten thousand stories, for lane-filter.
    .executableTarget(
      name: "FilterSeeds", dependencies: ["PanelSimulation", "FilterStories"],
      path: "Tests/Fuzzers/Keeper/Seeds",
      swiftSettings: swiftSettings),

    // The built programs as processes, and readers of their sockets: the vocabulary of the programs' tests.
    .target(
      name: "ProcessTestSupport",
      dependencies: ["LinuxEventLoop", "GestureCore", "GestureTestSupport"],
      path: "Tests/Support/ProcessTestSupport",
      swiftSettings: swiftSettings
    ),

    // Turns, logs, files and clients for the tests of the daemon's rooms.
    .target(
      name: "DaemonTestSupport",
      dependencies: [
        "GesturedBase", "GesturedScene", "GesturedServing", "GesturedDevices", "GesturedConfiguration",
        "GestureProtocol", "GestureTestSupport", "GestureCore", "LinuxEventLoop", logging, system,
      ],
      path: "Tests/Support/DaemonTestSupport",
      swiftSettings: swiftSettings
    ),

    tests(of: "GestureCore"),
    tests(of: "EventFamilies", ["GestureCore", "TouchInput"]),
    tests(of: "TouchInput"),
    tests(of: "GestureProtocol", ["EventFamilies"]),
    tests(of: "JSONReading", ["GestureProtocol"]),
    tests(of: "RequestReading", ["GestureProtocol"]),
    tests(of: "RecordingReading", ["TouchInput", "GestureCore"]),
    tests(of: "GesturedConfiguration"),
    tests(of: "LinuxEventLoop"),
    tests(of: "LinuxInput", ["PanelSimulation"]),
    tests(of: "GesturedBase", ["DaemonTestSupport"]),
    tests(of: "GesturedServing", ["DaemonTestSupport", "GestureProtocol", "LinuxEventLoop"]),
    tests(
      of: "GesturedDevices",
      [
        "DaemonTestSupport", "FilterStories", "PanelSimulation", "GestureProtocol", "GesturedConfiguration",
        "LinuxEventLoop", "LinuxInput",
      ]),
    tests(
      of: "GesturedCommands",
      ["DaemonTestSupport", "GestureProtocol", "GesturedConfiguration", "LinuxEventLoop"]),
    tests(
      of: "GesturedDaemon", ["GesturedBase", "GestureProtocol", "GesturedConfiguration", "LinuxEventLoop"]),
    // All rooms of the daemon together, over real sockets: requests, subscriptions and devices.
    .testTarget(
      name: "WholeDaemonTests",
      dependencies: [
        "GesturedDaemon", "DaemonTestSupport", "GesturedBase", "GesturedServing", "GesturedDevices",
        "GesturedCommands", "GestureProtocol", "GesturedConfiguration", "LinuxEventLoop", "LinuxInput",
        "GestureTestSupport",
      ],
      path: "Tests/Units/WholeDaemonTests",
      swiftSettings: swiftSettings),
    tests(of: "GestureClient", ["GestureProtocol", "LinuxEventLoop"]),
    // The built client as a separate process, beside the built daemon.
    .testTarget(
      name: "gesturectlTests",
      dependencies: [
        "gesturectl", "gestured", "GestureClient", "GesturedConfiguration", "GestureTestSupport",
        "ProcessTestSupport", "LinuxEventLoop", "TouchInput",
      ],
      path: "Tests/Units/gesturectlTests",
      swiftSettings: swiftSettings),
    // Recordings through the whole pipeline: the bundled ones, and those of real devices where they exist.
    .testTarget(
      name: "RecordingTests",
      dependencies: [
        "GesturedDaemon", "GesturedBase", "GesturedServing", "GesturedDevices", "GesturedConfiguration",
        "GestureProtocol", "LinuxEventLoop", "TouchInput", "GestureTestSupport", logging, system,
      ],
      path: "Tests/Units/RecordingTests",
      swiftSettings: swiftSettings
    ),
    // The built program as a separate process.
    .testTarget(
      name: "gesturedTests",
      dependencies: ["gestured", "GestureTestSupport", "ProcessTestSupport", "LinuxEventLoop"],
      path: "Tests/Units/gesturedTests",
      swiftSettings: swiftSettings),
    .testTarget(
      name: "ArchitectureTests", dependencies: ["GestureTestSupport"],
      path: "Tests/Units/ArchitectureTests", swiftSettings: swiftSettings),
    // The pages for readers: each command, example, path and link in them.
    .testTarget(
      name: "DocumentTests",
      dependencies: [
        "gestured", "gesturectl", "swipe-example", "GestureCore", "GestureProtocol", "GestureClient",
        "GesturedConfiguration", "GesturedBase", "GesturedServing", "GesturedDevices", "GesturedCommands",
        "GesturedDaemon", "LinuxEventLoop", "LinuxInput", "TouchInput",
        "GestureTestSupport",
      ],
      path: "Tests/Units/DocumentTests",
      swiftSettings: swiftSettings
    ),
  ],
  cxxLanguageStandard: .cxx20
)
