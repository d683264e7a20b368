/// The limits of a request.
public struct RequestLimits: Hashable, Sendable {
  /// The most bytes of a line, without its newline.
  public var bytes: Int
  /// The deepest nesting of lists and objects; the request itself is level 1.
  public var depth: Int
  /// The most filters of a subscription.
  public var filters: Int
  /// The most bytes of the values of a recognizer in a client (CUS-9).
  public var valueBytes: Int

  /// Limits; the defaults are those of the configuration.
  public init(bytes: Int = 65_536, depth: Int = 16, filters: Int = 32, valueBytes: Int = 4096) {
    self.bytes = bytes
    self.depth = depth
    self.filters = filters
    self.valueBytes = valueBytes
  }
}
