/// A client's request, checked as far as the line alone allows.
public struct Request: Equatable, Sendable {
  /// The client's id for the request; nil for none.
  public var id: RequestID?
  /// The requested command.
  public var command: any Command

  public init(id: RequestID? = nil, command: any Command) {
    self.id = id
    self.command = command
  }

  public static func == (a: Request, b: Request) -> Bool {
    a.id == b.id && AnyHashable(a.command) == AnyHashable(b.command)
  }
}

/// The failure to read a line as a request.
public struct RequestFailure: Error, Hashable, Sendable {
  /// The client's id for the request; nil where it could not be read.
  public var id: RequestID?
  /// The error.
  public var error: RequestError

  public init(id: RequestID?, _ error: RequestError) {
    self.id = id
    self.error = error
  }
}
