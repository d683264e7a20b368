import GestureCore
import GestureTestSupport
import Testing
import TouchInput

/// Recordings of real devices, if their folder exists.
@Suite struct RecordingsTests {
  @Test("every recording is read, and survives being written again")
  func roundTrip() throws {
    for file in RecordingsFolder.files {
      let recording = try EvemuRecording(parsing: file.bytes)
      #expect(recording.events.isEmpty == file.description.hasSuffix(".prop"), "\(file)")
      // evemu gives every device the same event types. The writer derives the types from the codes.
      var copy = try EvemuRecording(parsing: written(recording))
      #expect(written(copy) == written(recording), "\(file)")
      copy.device.codes[0] = recording.device.codes[0]
      #expect(copy == recording, "\(file)")
    }
  }

  @Test("TCH-10 of every recorded touch device each contact begins once and ends once")
  func phases() throws {
    for file in RecordingsFolder.files {
      let recording = try EvemuRecording(parsing: file.bytes)
      guard let panel = try? judge(recording.device), !recording.events.isEmpty else { continue }
      // Events without slots go through the translator, so they are not fed directly.
      guard !panel.touchProtocol.isSlotless else { continue }
      var assembler = TouchFrameAssembler(panel: panel)
      var invariants = FrameInvariants(of: panel)
      for event in recording.events {
        invariants.check(assembler.feed(event), of: assembler)
      }
      invariants.check(assembler.deviceRemoved(at: .milliseconds(0)), of: assembler)
      #expect(invariants.violation == nil, "\(file)")
      #expect(invariants.isAllUp, "\(file)")
      #expect(invariants.beginnings > 0, "\(file)")
    }
  }

  @Test("HOV-1 HOV-3 TCH-24 each recorded pen hovers, touches as a pen, and is never both")
  func pens() throws {
    for file in RecordingsFolder.files where file.description.lowercased().contains("pen.events") {
      let recording = try EvemuRecording(parsing: file.bytes)
      var assembler = TouchFrameAssembler(panel: try judge(recording.device))
      var (hovers, touches, isHovering) = (0, 0, false)
      for event in recording.events {
        guard case .framesReady(let count) = assembler.feed(event) else { continue }
        for change in (0..<count).flatMap({ assembler.frame(at: $0).changes }) {
          #expect(change.attributes.type == .pencil, "\(file)")
          if change.kind == .began { touches += 1 }
          #expect(change.kind != .moved || !isHovering, "\(file)")
        }
        guard let hover = assembler.hover else { continue }
        if hover.kind == .over { hovers += isHovering ? 0 : 1 }
        isHovering = hover.kind == .over
      }
      #expect(hovers > 0 && touches > 0 && !isHovering, "\(file)")
    }
  }

  @Test("a recording is refused only for what it is")
  func refusals() throws {
    let expected: [(part: String, refusal: DeviceRefusal)] = [
      ("accelerometer", .accelerometer), ("basicmotions", .accelerometer), ("keyboard", .noPositionAxes),
      ("Plantronics", .noPositionAxes), ("gpio-keys", .noPositionAxes),
    ]
    for file in RecordingsFolder.files {
      let recording = try EvemuRecording(parsing: file.bytes)
      let reason = expected.first { file.description.contains($0.part) }?.refusal
      if let reason {
        #expect(throws: reason, "\(file)") { try judge(recording.device) }
      } else {
        #expect(throws: Never.self, "\(file)") { try judge(recording.device) }
      }
    }
  }

  @Test("live, only what udev would call a touchscreen is read")
  func live() throws {
    for file in RecordingsFolder.files {
      let device = try EvemuRecording(parsing: file.bytes).device
      let isPad = ["Alps", "Syn", "Bamboo"].contains { file.description.contains($0) }
      guard isPad else { continue }
      #expect(throws: DeviceRefusal.touchpad, "\(file)") {
        try DeviceJudgement.judgeCapabilities(
          of: device, deviceClass: DeviceClass(of: device), scope: .touchscreens)
      }
    }
  }
}

/// A recording as the writer writes it.
func written(_ recording: EvemuRecording) -> [UInt8] {
  var bytes: [UInt8] = []
  EvemuWriter.append(recording.device, to: &bytes)
  for event in recording.events { EvemuWriter.append(event, to: &bytes) }
  return bytes
}

/// The recordings of real devices, which are beside the project and not a part of it.
private enum RecordingsFolder {
  /// A file of the folder.
  struct File: Sendable, CustomStringConvertible {
    /// The path inside the folder.
    let description: String
    /// The contents of the file.
    let bytes: [UInt8]
  }

  /// Every recording and description in the folder, by name; empty without the folder.
  static let files: [File] = {
    let folder = ProjectFile.realRecordings
    let names = [".events", ".prop"].flatMap { ProjectFile.paths(below: folder, endingIn: $0) }
    return names.sorted().compactMap { name in
      ProjectFile.bytes(atPath: folder + "/" + name).map { File(description: name, bytes: $0) }
    }
  }()
}
