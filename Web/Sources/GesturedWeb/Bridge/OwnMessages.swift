import NIOCore

/// The messages of a page in a second that do not reach the daemon.
struct OwnMessages {
  /// After so many, the page is not read for the rest of the second. The daemon takes as many requests a second.
  private static let most = 50

  private var count = 0
  private var isCounting = false

  /// Whether the page may send more of them.
  var takesMore: Bool { count < Self.most }

  /// Counts a message, and each KiB of it.
  ///
  /// - Returns: whether a second begins. `endSecond` ends it.
  mutating func add(_ message: ByteBuffer) -> Bool {
    count += 1 + message.readableBytes / 1024
    defer { isCounting = true }
    return !isCounting
  }

  /// Forgets the messages of the last second.
  mutating func endSecond() {
    count = 0
    isCounting = false
  }
}
