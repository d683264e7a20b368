import GestureCore

/// How much is kept for one subscriber and how long it is waited for (behaviour.md, amendment 7).
public struct SubscriberLimits: Hashable, Sendable {
  /// Updates beyond that many queued lines are left out.
  public var queueLines: Int
  /// The most bytes that are queued.
  public var queueBytes: Int
  /// SO_SNDBUF: what the kernel may keep.
  public var sendBufferBytes: Int
  /// How long nothing may move while something is queued.
  public var stall: TimeSpan
  /// The most subscribers at once.
  public var maximumSubscribers: Int

  /// Limits.
  public init(
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
