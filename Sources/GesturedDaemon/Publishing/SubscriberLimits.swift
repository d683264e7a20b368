import GestureCore

/// How much is kept for one subscriber and how long it is waited for.
struct SubscriberLimits: Hashable, Sendable {
  /// The most lines of what happens that are queued.
  var queueLines: Int
  /// The most bytes that are queued.
  var queueBytes: Int
  /// SO_SNDBUF: what the kernel may keep.
  var sendBufferBytes: Int
  /// How long nothing may move while something is queued. A client that takes `pieceBytes` in that time is never let go.
  var stall: TimeSpan
  /// How much may wait for the clients of one user that is never left out, before none of them is told more of it.
  var userBacklogBytes = 4 << 20
  /// The most subscribers at once.
  var maximumSubscribers: Int
  /// How much it may say.
  var requests = InboxLimits()
  /// Whether those who come to the socket of events are told no places.
  var hidesPlaces = false
  /// Whether they are told of nothing that one finger does.
  var hidesSingleFinger = false

  /// How many bytes the kernel is handed at a time: it tells of reading by whole pieces (H15). Lines of events are shorter.
  static let pieceBytes = 1024

  /// Limits.
  init(
    queueLines: Int = 64, queueBytes: Int = 65_536, sendBufferBytes: Int = 8192,
    stall: TimeSpan = .milliseconds(5000), maximumSubscribers: Int = 1024
  ) {
    self.queueLines = queueLines
    self.queueBytes = queueBytes
    self.sendBufferBytes = sendBufferBytes
    self.stall = stall
    self.maximumSubscribers = maximumSubscribers
  }
}
