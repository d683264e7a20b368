import FoundationEssentials
import GestureCore
import Testing

@testable import LinuxInput

/// The displays of a made-up /sys/class/drm.
@Suite struct DisplayFolderTests {
  private let path = "/tmp/gestured-displays-\(UUID().uuidString)"

  private func put(_ entry: String, _ files: [String: [UInt8]]) throws {
    let folder = "\(path)/\(entry)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (name, bytes) in files { try Data(bytes).write(to: URL(filePath: "\(folder)/\(name)")) }
  }

  private func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }

  @Test("connected displays come with their connectors' names, sizes and first modes, and nothing else does")
  func displays() throws {
    defer { remove() }
    let edid = EDIDBlock(centimetres: (34, 19), millimetres: (344, 194)).bytes
    let connected = Array("connected\n".utf8)
    try put(
      "card1-eDP-1", ["status": connected, "edid": edid, "modes": Array("1920x1080\n1280x720\n".utf8)])
    try put("card0-HDMI-A-1", ["status": connected, "edid": [], "modes": Array("1920x1080i\n".utf8)])
    try put("card0-DSI-1", ["status": connected])
    try put("card0-DP-1", ["status": Array("disconnected\n".utf8), "edid": edid])
    try put("card0-DP-2", ["status": Array("unknown\n".utf8), "edid": edid])
    for entry in ["card0", "renderD128", "version", "card-HDMI-A-2", "cardx-DP-3", "card0-", "xcard0-DP-4"] {
      try put(entry, ["status": connected])
    }
    let displays = DisplayFolder(path: path).displays
    #expect(displays.map(\.connector) == ["DSI-1", "HDMI-A-1", "eDP-1"])
    #expect(displays.map(\.facts.size) == [nil, nil, Size(344, 194)])
    #expect(displays.map(\.facts.pixels) == [nil, Size(1920, 1080), Size(1920, 1080)])
    #expect(displays.map(\.isInternal) == [true, false, true])
  }

  @Test("displays can be read a connector at a time, and come to the same")
  func steps() throws {
    defer { remove() }
    for number in 1...5 {
      let state = number == 3 ? "disconnected\n" : "connected\n"
      try put("card0-DP-\(number)", ["status": Array(state.utf8), "modes": Array("640x48\(number)\n".utf8)])
    }
    try put("version", [:])
    let folder = DisplayFolder(path: path)
    var reading = folder.beginReading()
    var counts: [Int] = []
    while reading.readNext() { counts.append(reading.displays.count) }
    #expect(counts == [1, 2, 2, 3, 4])
    #expect(reading.displays == folder.displays)
    let again = reading.readNext()
    #expect(!again)
  }

  @Test(
    "a mode that is none is passed over",
    arguments: [
      "", "x", "1920", "x1080", "1920x", "0x0", "-1x5", "65536x1", "99999999999999999999x1", "\u{ff11}x2",
    ])
  func modes(text: String) throws {
    defer { remove() }
    try put("card0-DP-1", ["status": Array("connected\n".utf8), "modes": Array(text.utf8)])
    #expect(DisplayFolder(path: path).displays.map(\.facts.pixels) == [nil])
  }

  @Test("where there is no such folder there are no displays")
  func noFolder() {
    #expect(DisplayFolder(path: "/nowhere/drm").displays.isEmpty)
  }
}
