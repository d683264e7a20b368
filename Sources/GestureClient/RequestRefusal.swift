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
    text +=
      isHintMeant ? "; did you mean \(hint.escapedForMessage)?" : "; see \(hint.escapedForMessage)"
    return text
  }

  /// Whether the hint is what was perhaps meant, and not what to look at: who may not do something, or not now, has
  /// meant what was written.
  private var isHintMeant: Bool {
    if code.hasPrefix("unknown_") { return true }
    return code == "invalid_value"
      && hint?.utf8.allSatisfy { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: ",") } ?? false
  }
}
