import GestureTestSupport
import LinuxEventLoop

/// A socket whose connections the kernel accepts, and that never sends anything.
final class SilentServer {
  /// The path of the socket.
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
