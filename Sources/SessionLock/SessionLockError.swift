/// Why logind cannot be asked. The description is one line that says what to do.
public struct SessionLockError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public let description: String
}
