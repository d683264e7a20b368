/// A client that has declared something.
public struct Declarer: Hashable, Sendable {
  /// The number of its connection.
  public var client: Int
  /// The user that it runs as, as the kernel says.
  public var user: UInt32

  /// A client of a user.
  public init(client: Int, user: UInt32) {
    self.client = client
    self.user = user
  }
}

/// Whose declarations a reader sees besides its own, public ones and those of the configuration (ADD-20).
public enum Inspection: Hashable, Sendable {
  /// Nobody's: it has not asked for them.
  case none
  /// Those of the clients of one user.
  case user(UInt32)
  /// Everybody's: it is root, or the daemon's own user.
  case everybody

  /// Whether a reader sees what a user's client has declared.
  public func covers(_ user: UInt32) -> Bool {
    switch self {
    case .none: false
    case .user(let own): own == user
    case .everybody: true
    }
  }

  /// Whether it sees anything besides.
  @inline(__always)
  public var isNone: Bool {
    if case .none = self { true } else { false }
  }
}
