/// Which client gets what remote controls ask for (RMT-9 to RMT-15): of those that receive, the one that claimed the audio
/// session last.
public struct RemoteReceivers: Hashable, Sendable {
  /// What is known of one client.
  private struct Client: Hashable, Sendable {
    var receives = false
    /// When it claimed the session, counted; nil where it has not.
    var claim: UInt64?
    var playback = PlaybackState.unknown
    var disabled: Set<RemoteCommand> = []
  }

  private var clients: [Int: Client] = [:]
  private var claims: UInt64 = 0

  /// Nobody receives.
  public init() {}

  /// Who gets commands now; nil where they are dropped (RMT-12).
  ///
  /// Of clients that never claimed the session, the one that came first: it has least reason to expect to lose them.
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

  /// Begins or ends to receive: UIKit's beginReceivingRemoteControlEvents. Nothing is counted (RMT-9).
  public mutating func setReceives(_ receives: Bool, _ client: Int) {
    clients[client, default: Client()].receives = receives
  }

  /// Claims the audio session: of those that receive, who claimed it last is the receiver (RMT-10).
  public mutating func claim(_ client: Int) {
    claims += 1
    clients[client, default: Client()].claim = claims
  }

  /// Gives the session up: who claimed it before gets it back (RMT-11).
  public mutating func giveUp(_ client: Int) {
    clients[client, default: Client()].claim = nil
  }

  /// What a client says its player does.
  public mutating func setPlayback(_ state: PlaybackState, _ client: Int) {
    clients[client, default: Client()].playback = state
  }

  /// Says which commands a client does not want (RMT-15).
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

  /// What a client does not want.
  public func disabledCommands(of client: Int) -> Set<RemoteCommand> {
    clients[client]?.disabled ?? []
  }

  /// What an action is for the receiver; nil where it does not want it (RMT-15).
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
