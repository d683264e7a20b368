/// A client that has declared something.
public struct Declarer: Hashable, Sendable {
  /// The number of the client's connection.
  public var client: Int
  /// The user of the client's process, as the kernel reports it.
  public var user: UInt32

  public init(client: Int, user: UInt32) {
    self.client = client
    self.user = user
  }
}

/// The declarations that a reader sees in addition to its own, public ones and those of the configuration (ADD-20).
public enum Inspection: Hashable, Sendable {
  /// No others: the reader has not asked for them.
  case none
  /// The declarations of all clients of one user.
  case user(UInt32)
  /// The declarations of all clients, for root and the daemon's own user.
  case everybody

  /// Whether a reader sees the declarations of a user's clients.
  public func covers(_ user: UInt32) -> Bool {
    switch self {
    case .none: false
    case .user(let own): own == user
    case .everybody: true
    }
  }

  /// Whether a reader sees no other declarations.
  @inline(__always)
  public var isNone: Bool {
    if case .none = self { true } else { false }
  }
}
