/// The clients that get the commands of remote controls which no first responder takes (RMT-9 to RMT-15). In each
/// party, it is the last claimer of the audio session among the clients that receive.
///
/// ```
///   command ─┬─▶ everyone: the clients with the right `scene` share one session
///            └─▶ a user: the clients of each other user have a session of their own
/// ```
///
/// A client without the right therefore takes no command from clients of other users.
public struct RemoteReceivers: Hashable, Sendable {
  /// The clients that share a session.
  public enum Party: Hashable, Sendable {
    /// All clients with the right `scene`.
    case everyone
    /// The clients of a user without the right.
    case user(UInt32)
  }

  /// The state of one client.
  private struct Client: Hashable, Sendable {
    var party = Party.everyone
    var receives = false
    /// The number of the client's claim of the session; nil without one.
    var claim: UInt64?
    var playback = PlaybackState.unknown
    var disabled: Set<RemoteCommand> = []
  }

  private var clients: [Int: Client] = [:]
  private var claims: UInt64 = 0

  /// No client receives.
  public init() {}

  /// Whether any client receives.
  public var hasReceiver: Bool { clients.values.contains { $0.receives } }

  /// The parties of the clients that receive.
  public var parties: Set<Party> { Set(clients.values.filter(\.receives).map(\.party)) }

  /// The party of a client; nil for a client that has sent no request about commands.
  public func party(of client: Int) -> Party? { clients[client]?.party }

  /// Whether a client receives commands, from a first responder or with the session.
  public func receives(_ client: Int) -> Bool { clients[client]?.receives ?? false }

  /// Sets the party of a client.
  public mutating func join(_ client: Int, _ party: Party) {
    clients[client, default: Client()].party = party
  }

  /// The client of a party that gets commands now; nil where commands are dropped (RMT-12).
  ///
  /// Among clients that never claimed the session, the first one to connect gets them. It has the
  /// least reason to expect their loss.
  public func receiver(in party: Party = .everyone) -> Int? {
    let receiving = clients.filter { $0.value.receives && $0.value.party == party }
    return receiving.max { a, b in
      switch (a.value.claim, b.value.claim) {
      case (let a?, let b?): a < b
      case (nil, .some): true
      case (.some, nil): false
      case (nil, nil): a.key > b.key
      }
    }?.key
  }

  /// Starts or stops receiving: UIKit's beginReceivingRemoteControlEvents. Repeated calls are not counted (RMT-9).
  public mutating func setReceives(_ receives: Bool, _ client: Int) {
    clients[client, default: Client()].receives = receives
  }

  /// Claims the audio session. The last claimant among the receiving clients of a party is its receiver (RMT-10).
  public mutating func claim(_ client: Int) {
    claims += 1
    clients[client, default: Client()].claim = claims
  }

  /// Gives the session up. The claimant before gets it back (RMT-11).
  public mutating func giveUp(_ client: Int) {
    clients[client, default: Client()].claim = nil
  }

  /// Sets the state of a client's player.
  public mutating func setPlayback(_ state: PlaybackState, _ client: Int) {
    clients[client, default: Client()].playback = state
  }

  /// Sets whether a client accepts some commands (RMT-15).
  public mutating func setEnabled(_ isEnabled: Bool, _ commands: [RemoteCommand], _ client: Int) {
    if isEnabled {
      clients[client, default: Client()].disabled.subtract(commands)
    } else {
      clients[client, default: Client()].disabled.formUnion(commands)
    }
  }

  /// Forgets a client that is gone (RMT-11).
  public mutating func forget(_ client: Int) {
    clients[client] = nil
  }

  /// The form of an action for the receiver; nil where the receiver refuses it (RMT-15).
  public func command(of action: RemoteAction, for client: Int) -> RemoteAction? {
    let told = form(of: action, for: client)
    if case .command(let command) = told, clients[client]?.disabled.contains(command) ?? false { return nil }
    return told
  }

  /// The form of an action for a client, whether the client accepts it or not: a click becomes a command.
  public func form(of action: RemoteAction, for client: Int) -> RemoteAction {
    switch action {
    case .click: .command(clients[client]?.playback == .stopped ? .play : .togglePlayPause)
    case .command, .longPress: action
    }
  }
}

/// The state of a client's player, which determines the command of one click (CLK-1, CLK-2).
public enum PlaybackState: String, Hashable, Sendable, CaseIterable {
  /// The client has not reported a state. It counts as not stopped.
  case unknown
  /// The player plays.
  case playing
  /// The player is paused.
  case paused
  /// The player is stopped.
  case stopped
}
