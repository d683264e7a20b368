public import GestureCore

/// Where events are served, to whom, and how much the daemon keeps for a subscriber that does not read:
/// `[socket]`. A key is a setting here with its default, and its entry in `SocketSection`.
public struct SocketSettings: Hashable, Sendable {
  /// Whether lines say where fingers are. The raw value is the word in the configuration.
  public enum Positions: String, CaseIterable, Hashable, Sendable {
    /// They do.
    case all
    /// They do not, on the socket of events.
    case none
  }

  /// The permission bits of a socket of which nothing is said.
  static let defaultMode: UInt16 = 0o660

  /// The path; nil for the default, which depends on who runs the daemon.
  public var path: String?
  /// The permission bits of the socket, at most 0777.
  public var mode = defaultMode
  /// The group of the socket, by name or number; nil for the daemon's own.
  public var group: String?
  /// Whether there is a socket for raw touches too.
  public var servesRaw = false
  /// The path of the socket for raw touches; nil for `raw.sock` beside the other.
  public var rawPath: String?
  /// Its permission bits, at most 0777.
  public var rawMode = defaultMode
  /// Its group, by name or number; nil for the daemon's own.
  public var rawGroup: String?
  /// Whether lines of the socket of events say where fingers are.
  public var positions = Positions.all
  /// Whether what one finger does goes out on the socket of events.
  public var includesSingleFinger = true
  /// The most lines that wait for one subscriber.
  public var queueLines = 64
  /// The most bytes that wait for one subscriber.
  public var queueBytes = 65_536
  /// SO_SNDBUF of a subscriber's connection, in bytes.
  public var sendBufferBytes = 8192
  /// The most subscribers at a time.
  public var maximumSubscribers = 1024
  /// The most subscribers of one user at a time.
  public var subscribersPerUser = 64
  /// How many connections a user may make a second; at most twice as many at once.
  public var connectionsPerSecond = 32
  /// How long lines may wait for a subscriber that takes none of them, before it is cut.
  public var stall = TimeSpan.milliseconds(5000)
  /// The most bytes of a request, without its newline.
  public var requestBytes = 65_536
  /// How deep lists and objects of a request may lie in one another.
  public var requestDepth = 16
  /// How long half a request may wait for the rest.
  public var requestTimeout = TimeSpan.milliseconds(30_000)
  /// How many requests of one subscriber are read a second.
  public var requestsPerSecond = 50
  /// How many are read at once, after a rest.
  public var requestBurst = 100
  /// The most filters of a subscription.
  public var maximumFilters = 32
  /// The most filters of all subscribers of one user together. What is declared anew is looked up for each of them: 128
  /// filters and 256 recognizers are looked up within the millisecond or two that a turn may take.
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

  /// The keys of the sockets themselves in which two settings differ: those that count from the next start only.
  ///
  /// - Parameter other: the other settings; nil for the defaults.
  public func socketKeys(otherThan other: SocketSettings?) -> [String] {
    let other = other ?? SocketSettings()
    return SocketSection.entries.filter { $0.moment == .start && $0.differs(self, other) }
      .map(\.description.key)
  }
}
