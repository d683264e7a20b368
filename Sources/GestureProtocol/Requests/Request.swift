/// What a client asks for, checked as far as the line alone allows.
public struct Request: Hashable, Sendable {
  /// What the client calls it; nil where it does not care.
  public var id: RequestID?
  /// What is to be done.
  public var command: Command

  /// A request.
  public init(id: RequestID? = nil, command: Command) {
    self.id = id
    self.command = command
  }
}
