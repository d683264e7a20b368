/// The reason why logind does not answer. The description is one line that includes a remedy.
public struct SessionLockError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error in words.
  public let description: String
}
