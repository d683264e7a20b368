public import GestureCore

/// An action for the client that takes it, or for an observer (ACT-2).
public struct ActionMessage: Hashable, Sendable {
  /// The sender of an action.
  public enum Sender: Hashable, Sendable {
    /// The client with a number.
    case client(Int)
    /// A recognizer: its name, where the reader may know it, its kind and its touchscreen.
    case recognizer(name: String?, kind: String, device: Int)
  }

  /// The number by which its taker passes it on; nil for observers.
  public var number: UInt64?
  /// The time of the request, or of the gesture.
  public var time: Instant
  /// The action's name.
  public var action: String
  /// The action's value: JSON in UTF-8; nil for none.
  public var value: [UInt8]?
  /// The responder that takes it; nil where none does.
  public var responder: ResponderName?
  /// The sender.
  public var sender: Sender
  /// The region that sends it; nil where the sender names none.
  public var region: String?

  /// An action.
  public init(
    _ action: String, value: [UInt8]? = nil, number: UInt64? = nil, at time: Instant,
    responder: ResponderName?, from sender: Sender, in region: String? = nil
  ) {
    self.action = action
    self.value = value
    self.number = number
    self.time = time
    self.responder = responder
    self.sender = sender
    self.region = region
  }

  /// The fields after `time`, in the order of the line.
  var fields: [ReplyField] {
    var fields = actionFields
    if let responder { fields.append(ReplyField("responder", .text(responder.text))) }
    switch sender {
    case .client(let number):
      fields.append(ReplyField("sender", .text("client")))
      if let region { fields.append(ReplyField("region", .text(region))) }
      fields.append(ReplyField("client", .integer(number)))
    case .recognizer(let name, let kind, let device):
      fields.append(ReplyField("sender", .text("recognizer")))
      if let region { fields.append(ReplyField("region", .text(region))) }
      fields.append(ReplyField("device", .integer(device)))
      if let name { fields.append(ReplyField("recognizer", .text(name))) }
      fields.append(ReplyField("kind", .text(kind)))
    }
    return fields
  }

  /// The action and its value.
  var actionFields: [ReplyField] {
    var fields = [ReplyField("action", .text(action))]
    if let value { fields.append(ReplyField("value", .json(value))) }
    return fields
  }
}
