import GestureProtocol

/// Requests about what no finger does.
extension GestureConnection {
  /// Begins or ends to receive what remote controls and headsets ask for. One connection receives at a time: that which
  /// claimed the audio session last (`claimAudioSession`).
  ///
  /// - Returns: whether it is this one now.
  @discardableResult
  public func receiveRemote(_ receives: Bool = true) async throws(GestureClientError) -> Bool {
    try await request(RemoteControlCommand.name, ["receive": .flag(receives)]).decode(as: Receiving.self)
      .receiving
  }

  /// Says what the player does: `playing`, `paused`, `stopped` or `unknown`. One click of a headset means play where it
  /// is stopped.
  public func setPlayback(_ state: String) async throws(GestureClientError) {
    _ = try await request(RemoteControlCommand.name, ["playback": .text(state)])
  }

  /// Claims the audio session, or gives it up.
  public func claimAudioSession(_ claims: Bool = true) async throws(GestureClientError) {
    _ = try await request(AudioCommand.name, ["session": .flag(claims)])
  }

  /// Has samples of motion sent, as `GestureEvent.motionReadings`.
  ///
  /// - Parameter rate: samples a second at most, 1 to 100; nil for no more.
  /// - Returns: how many a second come at most: 10 without the right `motion`. Nil after a request for no more.
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
