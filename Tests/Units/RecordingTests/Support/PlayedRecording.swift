import GestureTestSupport
import GesturedConfiguration
import Testing

@testable import GesturedDaemon

/// A recording with its replay by the shipped configuration. Each is replayed once for all tests.
struct PlayedRecording: CustomTestStringConvertible, Sendable {
  /// The name in tests: the recording's path inside its folder.
  let name: String
  /// The path of the file.
  let path: String
  /// Whether the recording has a contact.
  let hasContacts: Bool
  /// The replay, or the reason for its refusal.
  let outcome: Result<Replay, any Error>

  var testDescription: String { name }

  /// The recordings of real devices; empty without the folder.
  static let real = RealRecording.all.map {
    PlayedRecording($0.file, at: $0.path, hasContacts: $0.maximumContacts > 0)
  }

  /// The folder of the recordings that the project made itself.
  static let bundledFolder = ProjectFile.top + "/docs/recordings"

  /// All recordings, the bundled ones first.
  static let all =
    ProjectFile.paths(below: bundledFolder, endingIn: ".events").map {
      PlayedRecording($0, at: bundledFolder + "/" + $0)
    } + real

  /// The recordings whose device is read, as a touchscreen or in place of one.
  static let accepted = all.filter { recording in
    (try? recording.outcome.get()) != nil && !recording.isOfNoTouch
  }

  /// Whether the recording has no touches, so that rules about touches do not apply.
  var isOfNoTouch: Bool { name.hasPrefix("basicmotions/") }

  private init(_ name: String, at path: String, hasContacts: Bool = true) {
    self.name = name
    self.path = path
    self.hasContacts = hasContacts
    outcome = Result { try Replay(path, configuration: .builtIn()) }
  }
}
