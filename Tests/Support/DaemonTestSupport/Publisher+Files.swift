import GestureProtocol
import GestureTestSupport
import GesturedBase
import GesturedScene
import GesturedServing
import Logging

extension Publisher {
  /// A publisher of a scene that dumps JSON lines into a daemon's files.
  ///
  /// - Parameter scene: everyone's scene; nil for that of the files' configuration.
  package convenience init(
    dumpingTo files: DaemonFiles, _ scene: Scene? = nil, logger: Logger? = nil
  ) throws {
    let scene = try scene ?? Scene(files.configuration)
    self.init(
      try logger.map { try .alone(logger: $0) } ?? .alone(), scene: scene,
      dump: DumpOutput(
        .json, recognizers: scene.recognizers, vocabulary: Vocabulary(scene.recognizers),
        stream: files.output))
  }
}
