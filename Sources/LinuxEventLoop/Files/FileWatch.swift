import CLinux
import Glibc
import SystemPackage

/// Says when a file may have changed: a descriptor that becomes readable.
///
/// The file's directory is watched, since editors write a new file and give it the old one's name. So other files of the
/// directory are told of too: the owner looks at the file itself.
public struct FileWatch: ~Copyable, Sendable {
  private let watch: OwnedDescriptor

  /// Watches the directory of a file, which need not be there yet.
  ///
  /// - Throws: `SystemError` of `inotify_init1` or `inotify_add_watch`.
  public init(directory: String) throws(SystemError) {
    let flags = CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC)
    let watch = try OwnedDescriptor(owning: inotify_init1(flags), from: "inotify_init1")
    let mask = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_DELETE)
    guard unsafe inotify_add_watch(watch.rawValue, directory, mask) >= 0 else {
      throw .last("inotify_add_watch", path: directory)
    }
    self.watch = watch
  }

  /// What to register with the poller.
  public var descriptor: FileDescriptor { watch.value }

  /// Takes note of all that has happened.
  public func drain() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while retryingOnInterrupt({ unsafe Glibc.read(watch.rawValue, &buffer, buffer.count) }) > 0 {}
  }
}
