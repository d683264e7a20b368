/// A line that is no request.
public struct RequestFailure: Error, Hashable, Sendable {
  /// What the client calls it, where that could be read.
  public var id: RequestID?
  /// What is wrong with it.
  public var error: RequestError

  /// A failure.
  public init(id: RequestID?, _ error: RequestError) {
    self.id = id
    self.error = error
  }
}
