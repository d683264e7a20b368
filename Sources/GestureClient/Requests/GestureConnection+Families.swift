import GestureProtocol

/// Requests about remote controls, sound and motion.
extension GestureConnection {
  /// Starts or stops receiving requests of remote controls and headsets. One connection receives them at a time: the
  /// last one to claim the audio session (`claimAudioSession`).
  ///
  /// - Returns: whether this connection is the receiver now.
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

  /// Claims the audio session, or gives it up.
  public func claimAudioSession(_ claims: Bool = true) async throws(GestureClientError) {
    _ = try await request(AudioCommand.name, ["session": .flag(claims)])
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

  private struct Motion: Decodable {
    var rate: Double?
  }
}
