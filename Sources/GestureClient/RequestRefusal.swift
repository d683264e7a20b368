import LinuxEventLoop

/// Why the daemon has not carried out a request.
public struct RequestRefusal: Error, Hashable, Sendable, Decodable, CustomStringConvertible {
  /// The word for it, from the list in docs/protocol.md: `not_permitted`, `unknown_region` and so on.
  public let code: String
  /// What is wrong, for people.
  public let message: String
  /// Which part of the request it is, `filter[0].kind`; nil where it is all of it.
  public let path: String?
  /// What may have been meant, or what to do.
  public let hint: String?

  /// One line: where, what, and what may have been meant.
  public var description: String {
    var text = path.map { "\($0.escapedForMessage): " } ?? ""
    text += message.escapedForMessage
    guard let hint else { return text }
    // Who may not do something has meant what was written.
    text +=
      code == "not_permitted"
      ? "; see \(hint.escapedForMessage)" : "; did you mean \(hint.escapedForMessage)?"
    return text
  }
}
