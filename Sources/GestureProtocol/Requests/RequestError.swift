/// Why a request is not done. All texts are fit for a terminal: on one line, control characters escaped.
public struct RequestError: Error, Hashable, Sendable {
  /// The kinds of errors. The list is closed: a client may rely on it. The raw value is the word on the wire.
  public enum Code: String, CaseIterable, Hashable, Sendable {
    /// The line is no JSON object in UTF-8, or a number in it is out of range.
    case invalidJSON = "invalid_json"
    /// The line is too long.
    case tooLong = "too_long"
    /// The values lie too deep in one another.
    case tooDeep = "too_deep"
    /// There is no such command.
    case unknownCommand = "unknown_command"
    /// The command has no such field, or the table no such key.
    case unknownField = "unknown_field"
    /// A field that must be there is not.
    case missingField = "missing_field"
    /// A field's value is not one of those that are allowed.
    case invalidValue = "invalid_value"
    /// There would be more of something than may be.
    case limitReached = "limit_reached"
    /// This client may not do that.
    case notPermitted = "not_permitted"
    /// There is no region of that name.
    case unknownRegion = "unknown_region"
    /// There is no recognizer of that name.
    case unknownRecognizer = "unknown_recognizer"
    /// There is no such device.
    case unknownDevice = "unknown_device"
    /// There is no such question or offer.
    case unknownQuestion = "unknown_question"
    /// The name belongs to another already.
    case nameTaken = "name_taken"
    /// The parts of the request, or it and what is there, cannot be together.
    case conflict
    /// The answer came after the default had been used.
    case late
    /// Not now, or not on this socket.
    case unavailable
    /// The rest of the line did not come in time.
    case timeout
  }

  /// What sort of error it is.
  public var code: Code
  /// What is wrong, for people.
  public var message: String
  /// Where in the request, as `filter[0].kinds`; nil where it is no part of it.
  public var path: String?
  /// What the client may have meant or may do; nil where nobody knows.
  public var hint: String?

  /// An error.
  public init(_ code: Code, _ message: String, path: String? = nil, hint: String? = nil) {
    self.code = code
    self.message = message
    self.path = path
    self.hint = hint
  }
}
