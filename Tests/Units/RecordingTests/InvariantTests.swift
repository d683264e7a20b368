import GestureTestSupport
import GesturedConfiguration
import Testing
import TouchInput

@testable import GesturedBase

/// Rules that hold for every recording, the project's own and those of real devices.
@Suite struct InvariantTests {
  @Test("without the folder of real devices' recordings the bundled ones are replayed alone")
  func folder() {
    #expect(!PlayedRecording.accepted.isEmpty)
    #expect(PlayedRecording.real.count == RealRecording.all.count)
    let files = ProjectFile.paths(below: ProjectFile.realRecordings, endingIn: ".events")
    #expect(files == RealRecording.all.map(\.file).sorted())
  }

  @Test(
    "TCH-10 FSM-2 TIM-5 every touch and gesture has one life, time never runs back, reasons are true",
    arguments: PlayedRecording.accepted)
  func story(_ recording: PlayedRecording) throws {
    let lines = try recording.outcome.get().lines()
    #expect(StoryChecker(lines).violations == [])
    #expect(lines.contains { $0.type == "touches" } == recording.hasContacts)
  }

  @Test("TIM-2 a second replay gives the same bytes", arguments: PlayedRecording.accepted)
  func repetition(_ recording: PlayedRecording) throws {
    let again = try Replay(recording.path, configuration: .builtIn())
    #expect(try recording.outcome.get().bytes == again.bytes)
  }

  @Test(
    "a device that is none to read is refused with the reason, and only such a one",
    arguments: zip(RealRecording.all, PlayedRecording.real))
  func refusal(_ recording: RealRecording, _ played: PlayedRecording) throws {
    let expected: DeviceRefusal? =
      switch (recording.deviceType, recording.touchProtocol) {
      case ("keys/other", _): .noPositionAxes
      default: nil
      }
    switch played.outcome {
    case .success: #expect(expected == nil)
    case .failure(let error):
      let said = "\(error)"
      #expect(
        expected.map { said.contains(": its device “") && said.hasSuffix("” is not read: \($0)") } ?? false,
        "\(said)")
      #expect((error as? DaemonError)?.exitCode == 69)
    }
  }
}
