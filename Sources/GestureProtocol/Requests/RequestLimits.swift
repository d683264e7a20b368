/// How large a request may be.
public struct RequestLimits: Hashable, Sendable {
  /// The most bytes of a line, without its newline.
  public var bytes: Int
  /// How deep lists and objects may lie in one another; the request itself is 1.
  public var depth: Int
  /// The most filters of a subscription.
  public var filters: Int
  /// The most bytes of the values that a recognizer in a client gives (CUS-9).
  public var valueBytes: Int

  /// Limits; the defaults are those of the configuration.
  public init(bytes: Int = 65_536, depth: Int = 16, filters: Int = 32, valueBytes: Int = 4096) {
    self.bytes = bytes
    self.depth = depth
    self.filters = filters
    self.valueBytes = valueBytes
  }
}
