import GestureProtocol

/// Requests about remote controls, sound and motion.
extension GestureConnection {
  /// Starts or stops receiving commands of media keys, headsets and remote controls. The first responder takes a command,
  /// or the next responder in its chain; otherwise the connection that claimed the audio session last
  /// (`claimAudioSession`).
  ///
  /// - Returns: whether this connection now gets the commands that no first responder takes.
  @discardableResult
  public func receiveRemote(_ receives: Bool = true) async throws(GestureClientError) -> Bool {
    try await request(RemoteControlCommand.name, ["receive": .flag(receives)]).decode(as: Receiving.self)
      .receiving
  }

  /// Reports the player's state: `playing`, `paused`, `stopped` or `unknown`. One click of a headset means play for a
  /// stopped player.
  public func setPlayback(_ state: String) async throws(GestureClientError) {
    _ = try await request(RemoteControlCommand.name, ["playback": .text(state)])
  }

  /// Accepts or refuses commands of remote controls and headsets, by their names: `play`, `pause`, `next` and others.
  /// Commands that no list names stay as they are.
  public func setRemoteCommands(
    enabled: [String] = [], disabled: [String] = []
  ) async throws(GestureClientError) {
    var fields: [String: JSONValue] = [:]
    if !enabled.isEmpty { fields["enable"] = .list(enabled.map { .text($0) }) }
    if !disabled.isEmpty { fields["disable"] = .list(disabled.map { .text($0) }) }
    _ = try await request(RemoteControlCommand.name, fields)
  }

  /// Claims the audio session, or gives it up.
  public func claimAudioSession(_ claims: Bool = true) async throws(GestureClientError) {
    _ = try await request(AudioCommand.name, ["session": .flag(claims)])
  }

  /// Sets the purpose of this program's sound: `ambient`, `solo_ambient`, `playback`, `record`, `play_and_record` or
  /// `multi_route`. It requires the right `audio`.
  ///
  /// - Returns: the ports of the present route.
  @discardableResult
  public func setAudioCategory(_ category: String) async throws(GestureClientError) -> [String] {
    try await request(AudioCommand.name, ["category": .text(category)]).decode(as: Route.self).route
  }

  /// Wants sound from the loudspeaker, whatever is plugged in, or no more. It requires the right `audio`.
  ///
  /// - Returns: the ports of the present route.
  @discardableResult
  public func overrideAudioToSpeaker(_ overrides: Bool = true) async throws(GestureClientError) -> [String] {
    try await request(AudioCommand.name, ["override": overrides ? "speaker" : "none"]).decode(as: Route.self)
      .route
  }

  /// Asks for the last sample of motion.
  public func motion() async throws(GestureClientError) -> MotionReadings {
    try await request(MotionGetCommand.name).decode(as: MotionReadings.self)
  }

  /// Subscribes to samples of motion, which arrive as `GestureEvent.motionReadings`.
  ///
  /// - Parameter rate: the most samples per second, 1 to 100; nil ends the subscription.
  /// - Returns: the granted rate, at most 10 without the right `motion`; nil after the end of the subscription.
  @discardableResult
  public func subscribeToMotion(rate: Double?) async throws(GestureClientError) -> Double? {
    guard let rate else {
      _ = try await request(MotionUnsubscribeCommand.name)
      return nil
    }
    return try await request(MotionSubscribeCommand.name, ["rate": .number(rate)]).decode(as: Motion.self)
      .rate
  }

  private struct Receiving: Decodable {
    var receiving: Bool
  }

  private struct Route: Decodable {
    var route: [String]
  }

  private struct Motion: Decodable {
    var rate: Double?
  }
}
