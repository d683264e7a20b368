import FoundationEssentials
import GestureCore
import GestureTestSupport
import GesturedConfiguration
import GesturedDevices
import LinuxEventLoop
import SystemPackage

/// The files of a daemon: a folder with recordings, a configuration, a socket and a file for the dump.
package final class DaemonFiles {
  private let folder: TemporaryFolder
  private let dumpFile: FileDescriptor
  /// The configuration of recordings and daemons.
  package var configuration: Configuration

  /// Files with a configuration in TOML: a tap, a pan and a long press of one finger unless another is given.
  package init(_ toml: String = DaemonFiles.threeRecognizers) throws {
    folder = try TemporaryFolder()
    configuration = try Configuration.parse(Array(toml.utf8), file: "test.toml")
    dumpFile = try FileDescriptor.open(
      FilePath(folder.file("dump")), .writeOnly, options: [.create, .append],
      permissions: .ownerReadWrite)
  }

  deinit {
    // An error here has no remedy and no effect.
    try? dumpFile.close()
  }

  package static let threeRecognizers = """
    [recognizer.tap]
    kind = "tap"
    passive = true

    [recognizer.pan]
    kind = "pan"
    passive = true

    [recognizer.hold]
    kind = "long_press"
    passive = true
    """

  /// The socket of a daemon that serves it.
  package var socket: SocketPath {
    get throws { try SocketPath(folder.file("events.sock")) }
  }

  /// The raw socket of a daemon that serves touches too.
  package var rawSocket: SocketPath {
    get throws { try SocketPath(folder.file("raw.sock")) }
  }

  /// The permission bits of the file at a path; nil without a file.
  package func mode(of path: SocketPath) -> Int? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path.string)
    return attributes?[.posixPermissions] as? Int
  }

  /// The stream for the dump.
  package var output: StandardStream { StandardStream(descriptor: dumpFile) }

  /// The lines of the dump so far.
  package var dumped: [String] {
    get throws {
      let data = try Data(contentsOf: URL(filePath: folder.file("dump")))
      let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
      LineLog.keep(lines)
      return lines
    }
  }

  /// Whether the file system has no file at the socket's path.
  package var isSocketGone: Bool { !FileManager.default.fileExists(atPath: folder.file("events.sock")) }

  /// Writes a recording and reads it as `--replay` does.
  package func recording(_ script: EvemuScript, named name: String = "recording.evemu") throws
    -> RecordingFile
  {
    let path = try folder.write(script.recording(), to: name)
    return try RecordingFile.read(path, configuration: configuration)[0].get()
  }

  /// A screen of a name, for `ScriptedSource.plugIn`.
  package func screen(_ name: String) throws -> RecordingFile {
    var screen = try recording(EvemuScript(), named: name)
    screen.name = name
    return screen
  }

  /// Writes any file.
  package func write(_ text: String, to name: String) throws -> String { try folder.write(text, to: name) }
}
