/// One ready descriptor of a `Poller.wait`.
public struct PollEvent: Hashable, Sendable {
  /// The token that the descriptor was registered with.
  public let token: PollToken
  /// The descriptor's readiness.
  public let readiness: Readiness

  /// An event with these values.
  public init(token: PollToken, readiness: Readiness) {
    self.token = token
    self.readiness = readiness
  }
}
