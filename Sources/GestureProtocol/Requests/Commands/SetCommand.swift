public import GestureCore

/// `set`: sets a value of a client's own recognizer while it works. With the right `adjust` it also sets values and
/// options of the configuration's recognizers, and switches them on and off (RES-4).
public struct SetCommand: Command {
  /// A change of a recognizer.
  public enum Change: Hashable, Sendable {
    /// A value of the gesture under way: mm and radians, finite.
    case value(GestureAdjustment)
    /// Whether the recognizer takes part.
    case enabled(Bool)
    /// Options of its kind by their keys. A null takes one back.
    case options([String: JSONValue])
    /// All that this client has changed of it is taken back.
    case reset
  }

  /// The recognizer's name.
  public var recognizer: String
  /// The change.
  public var change: Change
  /// The touchscreen of a value; nil for all.
  public var device: DeviceReference?

  /// A request for a change.
  public init(recognizer: String, change: Change, device: DeviceReference? = nil) {
    self.recognizer = recognizer
    self.change = change
    self.device = device
  }

  /// A request that sets a value.
  public init(recognizer: String, value: GestureAdjustment, device: DeviceReference? = nil) {
    self.init(recognizer: recognizer, change: .value(value), device: device)
  }

  public static let name = "set"
  public static let summary =
    "Sets the values of a recognizer under way, or changes or switches a recognizer of the configuration."
  public static let fields = [recognizer] + alternatives + [.anyDevice]
  public static let alternatives = [translation, scale, rotation, identity, enabled, options, reset]

  /// The most keys of `options`: many more than any kind of recognizer has.
  private static let maximumKeys = 256

  private static let recognizer = FieldDescription("recognizer", .name, isRequired: true, "The recognizer.")
  private static let translation = FieldDescription(
    "translation",
    .other("[x, y], each a number from -10000 to 10000 mm", schema: ##"{"$ref": "#/$defs/pair"}"##),
    "The pan's new translation, from which it continues (PAN-11).")
  private static let scale = FieldDescription(
    "scale", .number(0.0001...10_000), "The pinch's new scale, from which it continues (PIN-4).")
  private static let rotation = FieldDescription(
    "rotation", .number(-1000...1000, unit: "radians"),
    "The rotation's new value, from which it continues (ROT-7).")
  private static let identity = FieldDescription(
    "identity", .truth, "Resets a transform to the identity (XFM-6).")
  private static let enabled = FieldDescription(
    "enabled", .flag, "True: the recognizer of the configuration takes part. False: it is switched off.")
  private static let options = FieldDescription(
    "options",
    .other(
      "an object with options of the recognizer's kind",
      schema: ##"{"type": "object", "maxProperties": 256}"##),
    "New options of a recognizer of the configuration; null restores the configuration's value.")
  private static let reset = FieldDescription(
    "reset", .truth, "Undoes this connection's changes to a recognizer of the configuration.")

  public init(_ reader: FieldReader, _ limits: RequestLimits) throws(RequestError) {
    recognizer = try reader.required(Self.recognizer, reader.name)
    device = try reader.device(.anyDevice)
    let given = Self.alternatives.filter { reader.fields[$0.name] != nil }
    guard given.count == 1, let field = given.first, let value = reader.fields[field.name] else {
      let names = Self.alternatives.map(\.name).joined(separator: ", ")
      throw RequestError(
        given.isEmpty ? .missingField : .invalidValue,
        "found \(given.isEmpty ? "no" : "more than one") value; allowed: one of \(names)",
        path: given.last?.name ?? Self.translation.name)
    }
    change = try Self.change(field, value, reader)
    guard device != nil else { return }
    if case .value = change { return }
    throw RequestError(
      .conflict, "found device beside \(field.name), which counts on all touchscreens; allowed: no device",
      path: FieldDescription.anyDevice.name)
  }

  private static func change(
    _ field: FieldDescription, _ value: JSONValue, _ reader: FieldReader
  ) throws(RequestError) -> Change {
    switch field {
    case translation:
      guard case .list(let values) = value, values.count == 2, let x = values[0].asDouble,
        let y = values[1].asDouble, max(abs(x), abs(y)) <= 10_000
      else { throw reader.wrong(value, field) }
      return .value(.translation(Vector(x, y)))
    case scale: return .value(.scale(try reader.required(field, reader.number)))
    case rotation: return .value(.rotation(try reader.required(field, reader.number)))
    case enabled: return .enabled(try reader.required(field, reader.flag))
    case options:
      guard case .object(let fields) = value else { throw reader.wrong(value, field) }
      guard fields.count <= maximumKeys else {
        throw RequestError(
          .invalidValue, "found \(fields.count) keys; allowed: at most \(maximumKeys)", path: field.name)
      }
      return .options(fields)
    case reset:
      guard value == .flag(true) else { throw reader.wrong(value, field) }
      return .reset
    default:
      guard value == .flag(true) else { throw reader.wrong(value, field) }
      return .value(.identity)
    }
  }
}
