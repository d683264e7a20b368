/// One ready descriptor of a `Poller.wait`.
public struct PollEvent: Hashable, Sendable {
  /// What the descriptor was registered with.
  public let token: PollToken
  /// What it is ready for.
  public let readiness: Readiness
}
