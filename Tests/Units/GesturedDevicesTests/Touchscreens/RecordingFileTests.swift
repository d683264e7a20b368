import GestureTestSupport
import GesturedConfiguration
import Testing
import TouchInput

@testable import GesturedBase
@testable import GesturedDevices

@Suite struct RecordingFileTests {
  private let folder: TemporaryFolder
  private let configuration: Configuration

  init() throws {
    folder = try TemporaryFolder()
    configuration = try .builtIn()
  }

  @Test("A recording of the test screen has its size, slots and events")
  func right() throws {
    let script = EvemuScript("A↓64,640@10 A↑@20")
    let recording = try read(script.recording())
    #expect(recording.name == "T1" && recording.panel?.slotCount == 10)
    #expect(recording.panel?.size == GestureRig.screen)
    #expect(recording.events == script.events)
  }

  @Test("What is no recording is exit code 65, with file and line")
  func noRecording() throws {
    let error = #expect(throws: DaemonError.self) { try read(Array("# EVEMU 1.3\nN: x\nnonsense\n".utf8)) }
    #expect(error?.exitCode == 65)
    #expect(error.map { "\($0)".hasPrefix("\(folder.file("r")):3: found ") } == true)
    let missing = #expect(throws: DaemonError.self) {
      try RecordingFile.read(folder.file("missing"), configuration: configuration)
    }
    #expect(missing?.exitCode == 65)
  }

  @Test("Bytes of any kind are read or refused, and never more than one line is said")
  func hostile() throws {
    var generator = SeededGenerator(seed: 7)
    let good = EvemuScript("A↓64,640@10 A→100,640@15 A↑@20").recording()
    for _ in 0..<300 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        bytes[Int.random(in: bytes.indices, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      do throws(DaemonError) {
        _ = try read(bytes)
      } catch {
        #expect([65, 69].contains(error.exitCode))
        #expect(!"\(error)".contains("\n"))
      }
    }
  }

  @Test("A device that is not read is told of with its reason: exit code 69")
  func refused() throws {
    var device = EvemuScript.testScreen
    device.axes[EventCode.positionX] = AxisRange(minimum: 5, maximum: 5)
    let error = #expect(throws: DaemonError.self) { try read(EvemuScript().recording(of: device)) }
    #expect(error?.exitCode == 69)
    #expect(error.map { "\($0)".contains("its device “T1” is not read: ") } == true)
  }

  @Test("The size that the configuration gives a device counts for its recordings too")
  func configuredSize() throws {
    let toml = "[device.a]\nname = \"T1\"\nsize_mm = [320, 200]\n"
    let path = try folder.write(EvemuScript().recording(), to: "r")
    let recording = try RecordingFile.read(
      path, configuration: try .parse(Array(toml.utf8), file: "c.toml"))[0].get()
    #expect(recording.panel?.size.width == 320 && recording.panel?.sizeSource == .configured)
  }

  @Test("A file of libinput holds several devices, each read or refused by itself")
  func severalDevices() throws {
    let yaml = """
      version: 1
      devices:
      - evdev:
          name: "panel"
          codes:
            1: [330]
            3: [0, 1]
          absinfo:
            0: [0, 1000, 0, 0, 10]
            1: [0, 500, 0, 0, 10]
        events:
        - evdev:
          - [0, 10, 1, 330, 1]
          - [0, 10, 0, 0, 0]
      - evdev:
          name: "keyboard"
          codes:
            1: [30]
        events:
      """
    let path = try folder.write(Array(yaml.utf8), to: "several.yml")
    let devices = try RecordingFile.read(path, configuration: configuration)
    #expect(devices.count == 2)
    let panel = try devices[0].get()
    #expect(panel.name == "panel" && panel.events.count == 2 && panel.panel?.size.width ?? 0 > 100)
    let error = #expect(throws: DaemonError.self) { try devices[1].get() }
    #expect(error.map { "\($0)".contains("several.yml: its device “keyboard” is not read: ") } == true)
  }

  private func read(_ bytes: [UInt8]) throws(DaemonError) -> RecordingFile {
    guard let path = try? folder.write(bytes, to: "r") else { throw .noSocketPath }
    return try RecordingFile.read(path, configuration: configuration)[0].get()
  }
}
