public import GestureCore

/// `set`: sets a value of a client's own recognizer while it works.
public struct SetCommand: Command {
  /// The recognizer's name.
  public var recognizer: String
  /// The value: mm and radians, finite.
  public var value: GestureAdjustment
  /// The touchscreen; nil for all.
  public var device: DeviceReference?

  /// A request that sets a value.
  public init(recognizer: String, value: GestureAdjustment, device: DeviceReference? = nil) {
    self.recognizer = recognizer
    self.value = value
    self.device = device
  }

  public static let name = "set"
  public static let summary = "Sets a value of a recognizer of one's own while it works."
  public static let fields = [recognizer] + alternatives + [.anyDevice]
  public static let alternatives = [translation, scale, rotation, identity]

  private static let recognizer = FieldDescription("recognizer", .name, isRequired: true, "The recognizer.")
  private static let translation = FieldDescription(
    "translation",
    .other("[x, y], each a number from -10000 to 10000 mm", schema: ##"{"$ref": "#/$defs/pair"}"##),
    "Where a pan counts from now on (PAN-11).")
  private static let scale = FieldDescription(
    "scale", .number(0.0001...10_000), "The value that a pinch counts on from now (PIN-4).")
  private static let rotation = FieldDescription(
    "rotation", .number(-1000...1000, unit: "radians"),
    "The value that a rotation counts on from now (ROT-7).")
  private static let identity = FieldDescription(
    "identity", .truth, "Takes all values of a transform back to nothing (XFM-6).")

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
    self.value = try Self.adjustment(field, value, reader)
  }

  private static func adjustment(
    _ field: FieldDescription, _ value: JSONValue, _ reader: FieldReader
  ) throws(RequestError) -> GestureAdjustment {
    switch field {
    case translation:
      guard case .list(let values) = value, values.count == 2, let x = values[0].asDouble,
        let y = values[1].asDouble, max(abs(x), abs(y)) <= 10_000
      else { throw reader.wrong(value, field) }
      return .translation(Vector(x, y))
    case scale: return .scale(try reader.required(field, reader.number))
    case rotation: return .rotation(try reader.required(field, reader.number))
    default:
      guard value == .flag(true) else { throw reader.wrong(value, field) }
      return .identity
    }
  }
}
