import GestureCore

/// `convert`: turns points from the coordinates of one region into those of another, or of the screen (TFW-4).
public struct ConvertCommand: Command {
  /// A region or the screen, and the unit of its coordinates.
  public struct Space: Hashable, Sendable {
    /// The region's name; nil for the screen.
    public var region: String?
    /// The unit.
    public var units: WireUnits

    /// A region, or the screen without a name.
    public init(region: String? = nil, units: WireUnits = .millimetres) {
      self.region = region
      self.units = units
    }
  }

  /// The points, in the coordinates of `origin`.
  public var points: [Point]
  /// The coordinates of the points.
  public var origin: Space
  /// The wanted coordinates.
  public var target: Space
  /// The touchscreen; nil where there is only one.
  public var device: DeviceReference?

  public static let name = "convert"
  public static let summary =
    "Converts points from one region's coordinates to those of another region or of the screen."
  public static let fields = [points, origin, target, originUnits, targetUnits, device]

  /// Many more than a hand has fingers, and few enough for one line.
  private static let mostPoints = 256
  /// Beyond any screen: a kilometer, in millimeters.
  private static let range = -1_000_000.0...1_000_000.0

  private static let points = FieldDescription(
    "points",
    .other(
      "a list of 1 to \(mostPoints) points, each two numbers from -1000000 to 1000000",
      schema:
        #"{"type": "array", "minItems": 1, "maxItems": 256, "items": {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "number", "minimum": -1000000, "maximum": 1000000}}}"#
    ), isRequired: true, "The points, as [x, y].")
  private static let origin = FieldDescription(
    "from", .name, "The region whose coordinates the points have. Without it, the screen.")
  private static let target = FieldDescription(
    "to", .name, "The region whose coordinates the reply has. Without it, the screen.")
  private static let originUnits = FieldDescription(
    "from_units", .word(of: WireUnits.self), "The unit of the points. Without it, mm.")
  private static let targetUnits = FieldDescription(
    "to_units", .word(of: WireUnits.self), "The unit of the reply. Without it, mm.")
  private static let device = FieldDescription(
    "device", .device, "The touchscreen. Optional if there is only one.")

  public init(_ reader: FieldReader, _ limits: RequestLimits) throws(RequestError) {
    points = try reader.required(Self.points) { (field) throws(RequestError) in try Self.points(reader, field)
    }
    origin = Space(
      region: try reader.name(Self.origin),
      units: try reader.word(Self.originUnits, WireUnits.self) ?? .millimetres)
    target = Space(
      region: try reader.name(Self.target),
      units: try reader.word(Self.targetUnits, WireUnits.self) ?? .millimetres)
    device = try reader.device(Self.device)
  }

  private static func points(
    _ reader: FieldReader, _ field: FieldDescription
  ) throws(RequestError) -> [Point]? {
    try reader.list(field, of: 1...mostPoints) { (value, index) throws(RequestError) in
      guard case .list(let pair) = value, pair.count == 2, let x = pair[0].asDouble, let y = pair[1].asDouble,
        range.contains(x), range.contains(y)
      else { throw reader.wrong(value, field, at: index) }
      return Point(x, y)
    }
  }
}
