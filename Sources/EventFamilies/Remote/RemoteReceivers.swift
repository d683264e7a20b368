/// The client that gets the commands of remote controls (RMT-9 to RMT-15): among those that receive, the last one to
/// claim the audio session.
public struct RemoteReceivers: Hashable, Sendable {
  /// The state of one client.
  private struct Client: Hashable, Sendable {
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

  /// The client that gets commands now; nil where commands are dropped (RMT-12).
  ///
  /// Among clients that never claimed the session, the first one to connect gets them. It has the
  /// least reason to expect their loss.
  public var receiver: Int? {
    let receiving = clients.filter { $0.value.receives }
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

  /// Claims the audio session. The last claimant among the receiving clients is the receiver (RMT-10).
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
    let state = clients[client] ?? Client()
    let told: RemoteAction =
      switch action {
      case .click: .command(state.playback == .stopped ? .play : .togglePlayPause)
      case .command, .longPress: action
      }
    if case .command(let command) = told, state.disabled.contains(command) { return nil }
    return told
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
