import LinuxEventLoop

/// The daemon's reason for refusing a request.
public struct RequestRefusal: Error, Hashable, Sendable, Decodable, CustomStringConvertible {
  /// The error's code, from the list in docs/requests.md: `not_permitted`, `unknown_region` and so on.
  public let code: String
  /// The error in words, for people.
  public let message: String
  /// The path in the request, such as `filter[0].kind`; nil for the whole request.
  public let path: String?
  /// The value that was perhaps meant, or a remedy.
  public let hint: String?

  /// One line with the path, the error and the hint.
  public var description: String {
    var text = path.map { "\($0.escapedForMessage): " } ?? ""
    text += message.escapedForMessage
    guard let hint else { return text }
    text +=
      isHintMeant ? "; did you mean \(hint.escapedForMessage)?" : "; see \(hint.escapedForMessage)"
    return text
  }

  /// Whether the hint is a value that was perhaps meant. For a missing right, or a request at the wrong time, the hint
  /// is a remedy instead.
  private var isHintMeant: Bool {
    if code.hasPrefix("unknown_") { return true }
    return code == "invalid_value"
      && hint?.utf8.allSatisfy { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: ",") } ?? false
  }
}
