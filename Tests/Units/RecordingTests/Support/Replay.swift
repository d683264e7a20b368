import FoundationEssentials
import GestureCore
import GestureProtocol
import GestureTestSupport
import GesturedConfiguration
import GesturedScene
import LinuxEventLoop
import Logging
import SystemPackage

@testable import GesturedBase
@testable import GesturedDevices
@testable import GesturedServing

/// The lines of `--replay FILE --dump --format json` after the greeting.
struct Replay: Sendable {
  /// The lines as bytes.
  let bytes: [UInt8]

  /// Replays a recording through everything that a device's events pass.
  ///
  /// - Throws: `DaemonError` for a refused recording.
  init(_ path: String, configuration: Configuration) throws {
    let scene = try Scene(configuration)
    let recognizers = scene.recognizers
    let recordings = try RecordingFile.read(path, configuration: configuration).map { try $0.get() }
    let vocabulary = Vocabulary(recognizers, regions: configuration.regionNames)
    bytes = try Self.written { stream in
      let journal = Journal(Logger(label: "replay") { _ in SwiftLogNoOpLogHandler() })
      let turn = Turn(journal, poller: try Poller(), at: MonotonicClock.now())
      let publisher = Publisher(
        turn, scene: scene,
        dump: DumpOutput(.json, recognizers: recognizers, vocabulary: vocabulary, stream: stream))
      let source = ReplaySource(
        recordings, configuration: configuration, FamilyDesk(publisher),
        options: ReplayOptions(),
        isServed: false)
      try source.start()
      while !source.isFinished { source.advance() }
    }
    LineLog.keep(linesOf: String(decoding: bytes, as: UTF8.self))
  }

  /// The lines as values.
  func lines() throws -> [ReplayLine] {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try bytes.split(separator: UInt8(ascii: "\n")).map {
      try decoder.decode(ReplayLine.self, from: Data($0))
    }
  }

  /// The bytes that a function writes to a stream.
  private static func written(_ write: (StandardStream) throws -> Void) throws -> [UInt8] {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    let descriptor = try FileDescriptor.open(
      FilePath(path), .writeOnly, options: [.create, .exclusiveCreate], permissions: [.ownerReadWrite])
    defer { try? FileManager.default.removeItem(atPath: path) }
    try descriptor.closeAfter { try write(StandardStream(descriptor: descriptor)) }
    return ProjectFile.bytes(atPath: path) ?? []
  }
}
