import GesturedConfiguration
import LinuxEventLoop

/// Reads a file of actions, and reports its changes.
struct ActionSource: Sendable {
  /// The most bytes of the file, more than any real file has.
  private static let maximumBytes = 1 << 20

  /// The file's path.
  let path: String

  /// Reads the file.
  ///
  /// - Throws: an error where the file cannot be read.
  func read() throws(CommandFailure) -> ActionFile {
    do throws(FileError) {
      return ActionFile(try BoundedFile.read(path, maximumBytes: Self.maximumBytes), file: path)
    } catch {
      throw CommandFailure(.noActions, "\(error)")
    }
  }

  /// An element for each change of the file's content, and for each SIGHUP.
  func changes() throws(SystemError) -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    SignalRouter.shared.setHandler { signal in
      guard signal == .hangUp else { return false }
      continuation.yield()
      return true
    }
    let path = path
    let directory = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? "."
    let watch = try FileWatch(directory: directory)
    let box = WatchBox(watch)
    let content = try? BoundedFile.read(path, maximumBytes: Self.maximumBytes)
    try DedicatedThread.start { [content] in
      var content = content
      guard var poller = try? Poller(capacity: 1) else { return }
      let token = PollToken(kind: 0, index: 0, generation: 0)
      try? poller.add(box.watch.descriptor, interest: [.readable], token: token)
      while (try? poller.wait(timeout: nil)) != nil {
        box.watch.drain()
        let newContent = try? BoundedFile.read(path, maximumBytes: Self.maximumBytes)
        if newContent != content { continuation.yield() }
        content = newContent
      }
    }
    return stream
  }

  /// Hands the watch to its thread.
  private final class WatchBox: Sendable {
    let watch: FileWatch

    init(_ watch: consuming FileWatch) {
      self.watch = watch
    }
  }
}
