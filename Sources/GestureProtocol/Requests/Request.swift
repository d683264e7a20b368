/// What a client asks for, checked as far as the line alone allows.
public struct Request: Equatable, Sendable {
  /// What the client calls it; nil where it does not care.
  public var id: RequestID?
  /// What is to be done.
  public var command: any Command

  /// A request.
  public init(id: RequestID? = nil, command: any Command) {
    self.id = id
    self.command = command
  }

  public static func == (a: Request, b: Request) -> Bool {
    a.id == b.id && AnyHashable(a.command) == AnyHashable(b.command)
  }
}
