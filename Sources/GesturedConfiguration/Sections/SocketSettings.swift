public import GestureCore

/// The sockets of events, their access, and the memory for subscribers that do not read: `[socket]`. Each key is a
/// setting here with its default, and an entry in `SocketSection`.
public struct SocketSettings: Hashable, Sendable {
  /// Whether lines contain the positions of fingers. The raw value is the word in the configuration.
  public enum Positions: String, CaseIterable, Hashable, Sendable {
    /// Lines contain positions.
    case all
    /// Lines on the socket of events contain no positions.
    case none
  }

  /// The default permission bits of a socket.
  static let defaultMode: UInt16 = 0o660

  /// The path; nil for the default, which depends on the daemon's user.
  public var path: String?
  /// The permission bits of the socket, at most 0777.
  public var mode = defaultMode
  /// The group of the socket, by name or number; nil for the daemon's own.
  public var group: String?
  /// Whether the daemon also serves a socket for raw touches.
  public var servesRaw = false
  /// The path of the socket for raw touches; nil for `raw.sock` beside the other.
  public var rawPath: String?
  /// The permission bits of the socket for raw touches, at most 0777.
  public var rawMode = defaultMode
  /// The group of the socket for raw touches, by name or number; nil for the daemon's own.
  public var rawGroup: String?
  /// Whether lines on the socket of events contain the positions of fingers.
  public var positions = Positions.all
  /// Whether the socket of events carries single-finger gestures.
  public var includesSingleFinger = true
  /// The most waiting lines of one subscriber.
  public var queueLines = 64
  /// The most waiting bytes of one subscriber.
  public var queueBytes = 65_536
  /// SO_SNDBUF of a subscriber's connection, in bytes.
  public var sendBufferBytes = 8192
  /// The most subscribers at a time.
  public var maximumSubscribers = 1024
  /// The most subscribers of one user at a time.
  public var subscribersPerUser = 64
  /// The connections of one user a second, at most twice as many in a burst.
  public var connectionsPerSecond = 32
  /// The longest time that lines wait for a subscriber that reads none of them, before its connection is cut.
  public var stall = TimeSpan.milliseconds(5000)
  /// The most bytes of a request, without its newline.
  public var requestBytes = 65_536
  /// The deepest nesting of lists and objects in a request.
  public var requestDepth = 16
  /// The longest time that an incomplete request waits for its rest.
  public var requestTimeout = TimeSpan.milliseconds(30_000)
  /// The requests of one subscriber that are read a second.
  public var requestsPerSecond = 50
  /// The requests that are read at once after a rest.
  public var requestBurst = 100
  /// The most filters of a subscription.
  public var maximumFilters = 32
  /// The most filters of all subscribers of one user together. Each new declaration is checked against every filter:
  /// 128 filters and 256 recognizers take the millisecond or two that a turn may last.
  public var filtersPerUser = 128
  /// The most regions of all subscribers together.
  public var maximumRegions = 2048
  /// The most recognizers of all subscribers together, counting each number of touches.
  public var maximumRecognizers = 2048
  /// The most regions of one subscriber.
  public var regionsPerSubscriber = 256
  /// The most recognizers of one subscriber, counting each number of touches.
  public var recognizersPerSubscriber = 256

  /// The defaults.
  public init() {}

  /// The keys of the sockets themselves that differ between two settings: their changes count from the next start.
  ///
  /// - Parameter other: the other settings; nil for the defaults.
  public func socketKeys(otherThan other: SocketSettings?) -> [String] {
    let other = other ?? SocketSettings()
    return SocketSection.entries.filter { $0.moment == .start && $0.differs(self, other) }
      .map(\.description.key)
  }
}
