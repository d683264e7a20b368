import GestureTestSupport
import GesturedConfiguration
import Testing

@testable import GesturedDaemon

/// A recording with what the shipped configuration makes of it. Each is replayed once for all tests.
struct PlayedRecording: CustomTestStringConvertible, Sendable {
  /// What tests call it: its path inside its folder.
  let name: String
  /// Where it is.
  let path: String
  /// Whether anything touches in it.
  let hasContacts: Bool
  /// What came of it, or why it was refused.
  let outcome: Result<Replay, any Error>

  var testDescription: String { name }

  /// The recordings of real devices; none where there is no folder.
  static let real = RealRecording.all.map {
    PlayedRecording($0.file, at: $0.path, hasContacts: $0.maximumContacts > 0)
  }

  /// The folder of the recordings that the project made itself.
  static let bundledFolder = ProjectFile.top + "/docs/recordings"

  /// All there are, the bundled ones first.
  static let all =
    ProjectFile.paths(below: bundledFolder, endingIn: ".events").map {
      PlayedRecording($0, at: bundledFolder + "/" + $0)
    } + real

  /// Those whose device is read, as a touchscreen or as one.
  static let accepted = all.filter { recording in
    (try? recording.outcome.get()) != nil && !recording.isOfNoTouch
  }

  /// Whether what is recorded is no touch: a story of touches does not hold there.
  var isOfNoTouch: Bool { name.hasPrefix("basicmotions/") }

  private init(_ name: String, at path: String, hasContacts: Bool = true) {
    self.name = name
    self.path = path
    self.hasContacts = hasContacts
    outcome = Result { try Replay(path, configuration: .builtIn()) }
  }
}
