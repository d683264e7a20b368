import CLinux
import Glibc
import SystemPackage

/// Reports that a file may have changed: its descriptor becomes readable.
///
/// The watch covers the file's directory, since editors write a new file and give it the old one's name. Other files of
/// the directory wake the owner too, so the owner checks the file itself.
public struct FileWatch: ~Copyable, Sendable {
  private let watch: OwnedDescriptor

  /// Watches the directory of a file. The file need not exist yet.
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

  /// The descriptor to register with the `Poller`.
  public var descriptor: FileDescriptor { watch.value }

  /// Discards all changes that were reported so far.
  public func drain() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while retryingOnInterrupt({ unsafe Glibc.read(watch.rawValue, &buffer, buffer.count) }) > 0 {}
  }
}
