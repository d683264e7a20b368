/// The reason for a refusal of a request. All texts are fit for a terminal: on one line, control characters escaped.
public struct RequestError: Error, Hashable, Sendable {
  /// The kinds of errors. The list is closed, so that clients may rely on it. The raw value is the word on the wire.
  public enum Code: String, CaseIterable, Hashable, Sendable {
    /// The line is not a JSON object in UTF-8, or a number in it is out of range.
    case invalidJSON = "invalid_json"
    /// The line is too long.
    case tooLong = "too_long"
    /// The nesting of values is too deep.
    case tooDeep = "too_deep"
    /// There is no such command.
    case unknownCommand = "unknown_command"
    /// The command has no such field, or the table no such key.
    case unknownField = "unknown_field"
    /// A required field is missing.
    case missingField = "missing_field"
    /// A field's value is not allowed.
    case invalidValue = "invalid_value"
    /// The request would exceed a limit.
    case limitReached = "limit_reached"
    /// The client may not do this.
    case notPermitted = "not_permitted"
    /// There is no region of that name.
    case unknownRegion = "unknown_region"
    /// No recognizer has this name.
    case unknownRecognizer = "unknown_recognizer"
    /// There is no such device.
    case unknownDevice = "unknown_device"
    /// There is no such question or offer.
    case unknownQuestion = "unknown_question"
    /// The name belongs to another declaration.
    case nameTaken = "name_taken"
    /// The parts of the request contradict one another or the present state.
    case conflict
    /// The answer came after the default had been used.
    case late
    /// The request is not possible now, or not on this socket.
    case unavailable
    /// The rest of the line did not come in time.
    case timeout
  }

  /// The kind of the error.
  public var code: Code
  /// The error in words, for people.
  public var message: String
  /// The path in the request, such as `filter[0].kinds`; nil where no part is at fault.
  public var path: String?
  /// A remedy, or the value that the client may have meant; nil where neither is known.
  public var hint: String?

  /// An error.
  public init(_ code: Code, _ message: String, path: String? = nil, hint: String? = nil) {
    self.code = code
    self.message = message
    self.path = path
    self.hint = hint
  }

  /// The members of the error in a reply, in their order.
  package var members: [(name: String, text: String)] {
    [("code", code.rawValue), ("message", message), ("path", path), ("hint", hint)].compactMap { name, text in
      text.map { (name, $0) }
    }
  }
}

extension RequestError.Code {
  /// The next step of the client's author, in one sentence.
  package var advice: String {
    switch self {
    case .invalidJSON: "Send one JSON object a line, in UTF-8."
    case .tooLong, .tooDeep: "Split the request into several."
    case .unknownCommand, .unknownField: "Correct the word that the hint names; an older daemon may lack it."
    case .missingField: "Add the field that the path names."
    case .invalidValue: "Send one of the allowed values, which the message lists."
    case .limitReached: "Remove declarations that you no longer need, or raise the limit in `[socket]`."
    case .notPermitted: "Give the user the right in `[rights]`, or edit only your own declarations."
    case .unknownRegion, .unknownRecognizer: "Correct the name, or declare it first."
    case .unknownDevice: "Ask for the `devices`, and use one of their numbers or names."
    case .unknownQuestion: "Answer each question once, while it is open."
    case .nameTaken: "Choose another name."
    case .conflict: "Change the part that the path names."
    case .late: "Answer sooner, or raise `ask_timeout_ms`."
    case .unavailable: "Do what the hint names, then send the request again."
    case .timeout: "Send each line whole, with its line feed."
    }
  }
}
