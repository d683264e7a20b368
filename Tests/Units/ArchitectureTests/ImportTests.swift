import GestureTestSupport
import Testing

/// The import table of CONTRIBUTING.md. A room that is not in it may not exist.
@Suite("Architecture")
struct ImportTests {
  static let allowed: [String: Set<String>] = [
    // The C library: its mathematics, in one file (see below).
    "GestureCore": ["Glibc"],
    "TouchInput": ["GestureCore"],
    "EventFamilies": ["GestureCore", "TouchInput"],
    "GestureProtocol": ["GestureCore", "EventFamilies"],
    "JSONReading": ["GestureCore", "GestureProtocol", "CJansson"],
    "RequestReading": ["GestureProtocol", "JSONReading"],
    "RecordingReading": ["GestureCore", "TouchInput", "CYaml"],
    "GesturedConfiguration": ["GestureCore", "EventFamilies", "TouchInput", "GestureProtocol", "CToml"],
    "LinuxEventLoop": ["CLinux", "GestureCore", "SystemPackage", "Glibc"],
    "LinuxInput": [
      "CLinux", "CEvdev", "CUdev", "CMtdev", "CFilter", "LinuxEventLoop", "TouchInput", "GestureCore",
      "SystemPackage",
      "Synchronization", "Glibc",
    ],
    "GesturedBase": ["GestureCore", "LinuxEventLoop", "SystemPackage", "Logging"],
    "GesturedScene": ["GestureCore", "GesturedConfiguration"],
    "GesturedServing": [
      "GesturedBase", "GesturedScene", "GestureCore", "EventFamilies", "GestureProtocol", "RequestReading",
      "GesturedConfiguration", "LinuxEventLoop", "SystemPackage", "Synchronization",
    ],
    "GesturedDevices": [
      "GesturedBase", "GesturedScene", "GesturedServing", "GestureCore", "EventFamilies", "TouchInput",
      "GestureProtocol",
      "RecordingReading", "GesturedConfiguration", "LinuxEventLoop", "LinuxInput", "SystemPackage",
    ],
    "GesturedCommands": [
      "GesturedBase", "GesturedScene", "GesturedServing", "GesturedDevices", "GestureCore", "EventFamilies",
      "TouchInput",
      "GestureProtocol", "GesturedConfiguration", "LinuxEventLoop",
    ],
    "GesturedDaemon": [
      "GesturedBase", "GesturedScene", "GesturedServing", "GesturedDevices", "GesturedCommands",
      "GestureCore", "TouchInput",
      "GestureProtocol", "RequestReading", "GesturedConfiguration", "LinuxEventLoop", "LinuxInput",
      "SystemPackage", "Logging",
    ],
    "GestureClient": [
      "GestureProtocol", "GestureCore", "LinuxEventLoop", "SystemPackage", "Synchronization",
      "FoundationEssentials", "JSONReading",
    ],
    "SessionLock": ["CSystemd", "LinuxEventLoop", "Glibc"],
    "gestured": [
      "GesturedDaemon", "GesturedBase", "GesturedServing", "GesturedDevices", "GesturedConfiguration",
      "ArgumentParser",
    ],
    "gesturectl": [
      "GestureClient", "GestureCore", "GestureProtocol", "GesturedConfiguration", "LinuxEventLoop",
      "TouchInput", "SessionLock",
      "SystemPackage", "Synchronization", "ArgumentParser", "Subprocess",
    ],
    "GestureTestSupport": [
      "GestureCore", "TouchInput", "FoundationEssentials", "Synchronization", "SystemPackage",
    ],
  ]

  /// The rooms that may contain unsafe code.
  static let unsafeTargets: Set<String> = ["LinuxEventLoop", "LinuxInput"]
  static let unsafeFiles: Set<String> = [
    "Sources/GesturedConfiguration/Toml/TomlReader.swift", "Sources/JSONReading/JSONReader.swift",
    "Sources/RecordingReading/YamlReader.swift", "Sources/SessionLock/SystemBus.swift",
  ]

  @Test("there are sources to look at")
  func nonEmpty() {
    #expect(SourceTree.files.count > 50)
    #expect(Set(SourceTree.files.map(\.target)) == Set(Self.allowed.keys))
  }

  @Test("each room imports only what the table allows", arguments: SourceTree.files)
  func imports(_ file: SourceTree.File) {
    let allowed = Self.allowed[file.target] ?? []
    for module in file.imports {
      #expect(allowed.contains(module), "\(file.path) imports \(module)")
    }
  }

  @Test("the core takes nothing from the C library but its mathematics, in one file")
  func mathematics() {
    let users = SourceTree.files.filter { $0.target == "GestureCore" && $0.imports.contains("Glibc") }
    #expect(users.map(\.path) == ["Sources/GestureCore/Geometry/Angle.swift"])
  }

  @Test(
    "unsafe code is in the two rooms of the kernel and in the calls into toml++, Jansson, libyaml and libsystemd",
    arguments: SourceTree.files)
  func unsafeCode(_ file: SourceTree.File) {
    guard !Self.unsafeTargets.contains(file.target), !Self.unsafeFiles.contains(file.path) else { return }
    for line in file.code {
      #expect(!line.contains("unsafe ") && !line.contains("Unsafe"), "\(file.path): \(line)")
    }
  }

  @Test("only the room of the log and the daemon import the library for logs")
  func logging() {
    let loggers = SourceTree.files.filter { $0.imports.contains("Logging") }
    #expect(Set(loggers.map(\.target)) == ["GesturedBase", "GesturedDaemon"])
  }

  @Test("nothing stops the program by force or swallows an error for one", arguments: SourceTree.files)
  func force(_ file: SourceTree.File) {
    for line in file.code {
      #expect(!line.contains("try!") && !line.contains("fatalError("), "\(file.path): \(line)")
    }
  }

  @Test("no file is a hub", arguments: SourceTree.files)
  func length(_ file: SourceTree.File) {
    // A type and its private state share a file. A longer file has parts that belong elsewhere.
    #expect(file.lines.count <= 700, "\(file.path) has \(file.lines.count) lines: what wants to leave?")
  }
}

/// The table in CONTRIBUTING.md equals the one that the tests check the rooms against.
@Suite("Import table")
struct ImportTableTests {
  @Test("CONTRIBUTING.md has each room with what it may import")
  func table() {
    var written: [String: Set<String>] = [:]
    for line in ProjectFile.text("CONTRIBUTING.md").split(separator: "\n") {
      let cells = line.split(separator: "|")
      guard line.hasPrefix("| `"), cells.count == 3, let room = names(in: cells[0]).first,
        ImportTests.allowed[room] != nil
      else { continue }
      written[room] = Set(names(in: cells[2]))
    }
    #expect(written == ImportTests.allowed)
  }

  /// The words between backticks.
  private func names(in cell: Substring) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }
}
