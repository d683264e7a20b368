public import GestureProtocol

/// An action: for the client that takes it, and for clients that observe actions (`action`).
public struct ActionNotice: Hashable, Sendable, Decodable {
  /// The kind of a sender. A word that this library does not know keeps its spelling.
  public struct Sender: WireWord {
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// A client, with `perform`.
    public static let client = Sender(rawValue: "client")
    /// A recognizer, when it was recognized.
    public static let recognizer = Sender(rawValue: "recognizer")
  }

  /// The number by which this client passes the action on (`GestureConnection.passOn`); nil for observers.
  public var id: UInt64?
  /// The time in seconds of CLOCK_MONOTONIC.
  public var time: Double
  /// The action's name.
  public var action: String
  /// The action's value; nil where it has none.
  public var value: JSONValue?
  /// The responder that takes it: a region, `controller:` and a tag, or `application`; nil where none does.
  public var responder: String?
  /// The sender.
  public var sender: Sender
  /// The region that sends it; nil where the sender names none.
  public var region: String?
  /// The number of the sending client; nil for recognizers.
  public var client: Int?
  /// The touchscreen of the recognizer, 0 for presses; nil for clients.
  public var device: Int?
  /// The recognizer's name; nil where it is another client's own, and for clients.
  public var recognizer: String?
  /// The recognizer's kind; nil for clients.
  public var kind: GestureKind?

  private enum CodingKeys: String, CodingKey {
    case id = "action_id"
    case time, action, value, responder, sender, region, client, device, recognizer, kind
  }
}

/// The daemon asks whether this client performs an action (`can_perform`). Answer with `GestureConnection.answer`.
/// Silence means no.
public struct ActionQuestion: Hashable, Sendable, Decodable {
  /// The question's number.
  public var question: UInt64
  /// The time in seconds of CLOCK_MONOTONIC.
  public var time: Double
  /// The action's name.
  public var action: String
  /// The action's value; nil where it has none.
  public var value: JSONValue?
  /// The responder that is asked: a region, `controller:` and a tag, or `application`.
  public var responder: String
}
