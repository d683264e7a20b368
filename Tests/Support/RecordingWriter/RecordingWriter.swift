import GestureTestSupport

/// Writes one of the project's own recordings to standard output:
///
/// ```
/// swift run RecordingWriter demo > docs/recordings/demo.events
/// ```
@main
struct RecordingWriter {
  static func main() {
    guard CommandLine.arguments.count == 2, let story = RecordedStory(rawValue: CommandLine.arguments[1])
    else {
      let names = RecordedStory.allCases.map(\.rawValue).joined(separator: ", ")
      print("RecordingWriter: expected one of \(names)")
      return
    }
    print(String(decoding: story.recording, as: UTF8.self), terminator: "")
  }
}
