import GestureTestSupport
import GesturedConfiguration
import Testing

@testable import GesturedDaemon

/// The recordings in docs/recordings, which the project made itself.
@Suite struct BundledRecordingTests {
  @Test(
    "a bundled recording is what its story writes: swift run RecordingWriter NAME",
    arguments: RecordedStory.bundled)
  func source(_ story: RecordedStory) {
    #expect(ProjectFile.bytes(atPath: Self.path(story)) == story.recording)
  }

  @Test("there is no bundled recording without a story")
  func stories() {
    let files = ProjectFile.paths(below: PlayedRecording.bundledFolder, endingIn: ".events")
    #expect(files == RecordedStory.bundled.map { "\($0.rawValue).events" }.sorted())
  }

  @Test("the demo shows every gesture of the shipped configuration, within twelve seconds")
  func demo() throws {
    let lines = try Replay(Self.path(.demo), configuration: .builtIn()).lines()
    #expect(
      lines.filter(\.isRecognition).map(Self.summary) == [
        "tap 1",
        "tap 1", "double_tap 1", "tap 1",
        "long_press 1", "pan 1",
        "pan 2",
        "pan 3", "swipe 3 left", "pan 3", "swipe 3 right", "pan 3", "swipe 3 up", "pan 3", "swipe 3 down",
        "tap 5",
      ])
    #expect(try 8...12 ~= #require(lines.last).time)
  }

  @Test("the recording of the recipes has their gestures, one after another, within twenty seconds")
  func recipes() throws {
    let lines = try Replay(Self.path(.recipes), configuration: .builtIn()).lines()
    #expect(
      lines.filter(\.isRecognition).map(Self.summary) == [
        "tap 1", "double_tap 1", "tap 1", "tap 1", "double_tap 1", "tap 1", "tap 1",
        "pan 1", "swipe 1 up", "pan 1", "swipe 1 down",
        "pan 2", "swipe 2 up",
        "pan 3", "swipe 3 left", "pan 3", "swipe 3 right",
        "tap 1", "tap 5", "long_press 3",
      ])
    #expect(try 12...20 ~= #require(lines.last).time)
  }

  @Test("slow taps are taps to the accessible configuration and presses to the shipped one")
  func slowTaps() throws {
    let file = "config/examples/accessible.toml"
    let bytes = try #require(ProjectFile.bytes(file))
    let accessible = try Replay(Self.path(.slowTaps), configuration: .parse(bytes, file: file)).lines()
    let shipped = try Replay(Self.path(.slowTaps), configuration: .builtIn()).lines()
    #expect(accessible.filter(\.isRecognition).map(Self.summary).filter { $0 == "tap 1" }.count == 3)
    #expect(!accessible.contains { $0.isRecognition && $0.kind == "long_press" })
    #expect(!shipped.contains { $0.isRecognition && $0.kind == "tap" })
    #expect(shipped.count { $0.isRecognition && $0.kind == "long_press" } == 3)
  }

  @Test("ten fingers make one pan")
  func tenFingers() throws {
    let lines = try Replay(Self.path(.tenFingers), configuration: .builtIn()).lines()
    #expect(lines.filter(\.isRecognition).map(Self.summary) == ["pan 10"])
  }

  private static func path(_ story: RecordedStory) -> String {
    "\(PlayedRecording.bundledFolder)/\(story.rawValue).events"
  }

  /// `swipe 3 left`
  private static func summary(_ line: ReplayLine) -> String {
    [line.recognizer, line.touchCount.map(String.init), line.direction].compactMap { $0 }
      .joined(separator: " ")
  }
}
