import GestureTestSupport
import LinuxEventLoop

/// A socket that takes connections and says nothing: the kernel takes them on its own.
final class SilentServer {
  /// Where it is.
  let path: String
  private let folder: TemporaryFolder
  private let listener: UnixListener

  init() throws {
    let folder = try TemporaryFolder()
    path = folder.file("events.sock")
    listener = try UnixListener(at: SocketPath(path))
    self.folder = folder
  }
}
