/// The failure to read a line as a request.
public struct RequestFailure: Error, Hashable, Sendable {
  /// The client's id for the request; nil where it could not be read.
  public var id: RequestID?
  /// The error.
  public var error: RequestError

  /// A failure.
  public init(id: RequestID?, _ error: RequestError) {
    self.id = id
    self.error = error
  }
}
