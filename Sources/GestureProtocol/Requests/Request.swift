/// A client's request, checked as far as the line alone allows.
public struct Request: Equatable, Sendable {
  /// The client's id for the request; nil for none.
  public var id: RequestID?
  /// The requested command.
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
