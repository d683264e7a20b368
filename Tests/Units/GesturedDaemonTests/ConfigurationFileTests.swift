import FoundationEssentials
import GestureTestSupport
import GesturedConfiguration
import Glibc
import Testing

@testable import GesturedBase
@testable import GesturedDaemon

@Suite struct ConfigurationFileTests {
  @Test("A right file is loaded, and the check says so with its counts")
  func right() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("[recognizer.a]\nkind = \"tap\"\ntouches = [1, 2]\n", to: "c.toml")
    let file = ConfigurationFile(path: path)
    #expect(try file.load().recognizers.map(\.name) == ["a"])
    #expect(try file.check() == "\(path): valid, 2 recognizers in 1 table")
  }

  @Test("The check counts each named table: windows apart from regions, and no zero but that of recognizers")
  func counts() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      """
      [recognizer.a]
      kind = "tap"
      region = "corner"
      [region.corner]
      frame = [0, 0, 60, 40]
      [region.bar]
      frame = [0, 80, "100%", 20]
      parent = "top"
      [window.top]
      [device.kitchen]
      name = "ACME*"
      """, to: "c.toml")
    #expect(
      try ConfigurationFile(path: path).check()
        == "\(path): valid, 1 recognizer in 1 table, 2 regions, 1 window, 1 device")
    let zone = try folder.write("[exclusion.rim]\nframe = [0, 0, 5, 100]\n", to: "zone.toml")
    #expect(
      try ConfigurationFile(path: zone).check()
        == "\(zone): valid, 0 recognizers in 0 tables, 1 exclusion zone")
  }

  @Test("P6 what can not be read is exit code 78 and one line that names the file")
  func unreadable() throws {
    let folder = try TemporaryFolder()
    let huge = try folder.write(
      [UInt8](repeating: 0x20, count: ConfigurationFile.maximumBytes + 1), to: "huge")
    for path in [folder.file("missing"), folder.path, huge, "/dev/null", ""] {
      let error = #expect(throws: DaemonError.self) { try ConfigurationFile(path: path).load() }
      #expect(error?.exitCode == 78)
      #expect(error.map { "\($0)".hasPrefix(path) && !"\($0)".contains("\n") } == true)
    }
  }

  @Test("Every mistake of a file is told, a line each with file, line and column")
  func mistakes() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("[recognizer.a]\nkind = \"tab\"\n[socket]\nmode = \"9\"\n", to: "c.toml")
    let file = ConfigurationFile(path: path)
    for read in [{ _ = try file.load() }, { _ = try file.check() }] {
      let error = #expect(throws: DaemonError.self, performing: read)
      let lines = error.map { "\($0)".split(separator: "\n") } ?? []
      #expect(lines.count == 2)
      #expect(lines.first?.hasPrefix("\(path):2:") == true)
      #expect(lines.last?.hasPrefix("\(path):4:") == true)
    }
  }

  @Test("A file that reads as the longest that is allowed is read")
  func longest() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([UInt8](repeating: 0x0a, count: ConfigurationFile.maximumBytes), to: "c.toml")
    #expect(try ConfigurationFile(path: path).load().recognizers.isEmpty)
  }

  @Test(
    "Drop-ins are the files of conf.d beside it that end in .toml, by their names; others are passed over")
  func dropIns() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("[recognizer.a]\nkind = \"tap\"\n", to: "c.toml")
    try FileManager.default.createDirectory(
      atPath: folder.file("conf.d"), withIntermediateDirectories: false)
    _ = try folder.write("[recognizer.a]\ntaps = 3\n", to: "conf.d/20.toml")
    _ = try folder.write("[recognizer.a]\ntaps = 2\ngap_ms = 100\n", to: "conf.d/10.toml")
    for name in [".30.toml", "30.toml~", "30.toml.dpkg-new"] {
      _ = try folder.write("nonsense", to: "conf.d/" + name)
    }
    let file = ConfigurationFile(path: path)
    let tap = try #require(try file.load().recognizers.first)
    #expect(tap.options.integer("taps") == 3 && tap.options.span("gap_ms") == .milliseconds(100))
    #expect(try file.check().hasPrefix("\(path), \(folder.file("conf.d/10.toml")), "))
    #expect(try file.effectiveText().contains("taps = 3  # \(folder.file("conf.d/20.toml")):2:8"))
  }

  @Test("P6 a drop-in that cannot be read is told of by its name, with what is wrong with the others")
  func badDropIns() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("[touch]\nnothing = 1\n", to: "c.toml")
    try FileManager.default.createDirectory(
      atPath: folder.file("conf.d/10.toml"), withIntermediateDirectories: true)
    let huge = [UInt8](repeating: 0x20, count: ConfigurationFile.maximumBytes)
    _ = try folder.write(huge, to: "conf.d/20.toml")
    let error = #expect(throws: DaemonError.self) { try ConfigurationFile(path: path).load() }
    let lines = error.map { "\($0)".split(separator: "\n") } ?? []
    #expect(lines.count == 3)
    #expect(lines.first?.hasPrefix(folder.file("conf.d/10.toml")) == true)
    #expect(lines.dropFirst().first?.hasPrefix(folder.file("conf.d/20.toml")) == true)
    #expect(lines.last?.hasPrefix("\(path):2:1: touch.nothing: unknown key") == true)
  }

  /// The tests that start a process. lane-unit runs them beside the other ones that do.
  @Suite struct OwnProcess {
    @Test(
      "SVC-3 root's check names each file that the service's user may not read",
      .enabled(if: geteuid() == 0, "only root can become another user"))
    func otherReader() async {
      // In a process of its own, which becomes that user for good.
      await #expect(processExitsWith: .success) { try checkForAnotherUser() }
    }
  }
}

/// Checks files as another user, in a process that ends afterwards.
private func checkForAnotherUser() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("[recognizer.a]\nkind = \"tap\"\n", to: "c.toml")
  let own = folder.file("conf.d/90-own.toml")
  try FileManager.default.createDirectory(
    atPath: folder.file("conf.d"), withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
  let text = Array("[recognizer.b]\nkind = \"swipe\"\n".utf8)
  try #require(
    FileManager.default.createFile(
      atPath: own, contents: Data(text), attributes: [.posixPermissions: 0o640]))
  let file = ConfigurationFile(path: path)
  #expect(try file.check(asUser: "no such user").contains("warning") == false)
  let lines = try file.check(asUser: "nobody").split(separator: "\n")
  #expect(lines.count == 2)
  #expect(
    lines.last?.contains(
      "warning: \(own): open failed: Permission denied: the service runs as the user nobody") == true)
}
