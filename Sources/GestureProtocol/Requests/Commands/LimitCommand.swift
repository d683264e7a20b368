/// `limit`: how many regions and recognizers a client's connection may declare, below the limits of the configuration, and in
/// which scene of its user. It is for programs that pass on the requests of others.
public struct LimitCommand: Command {
  /// The most regions and windows; nil: as many as the configuration allows.
  public var regions: Int?
  /// The most recognizers, each number of touches counted; nil: as many as the configuration allows.
  public var recognizers: Int?
  /// The scene, 1 to 300 bytes; nil: the one that the connection has.
  public var scene: String?

  /// A request that sets both limits, and the scene.
  public init(regions: Int? = nil, recognizers: Int? = nil, scene: String? = nil) {
    self.regions = regions
    self.recognizers = recognizers
    self.scene = scene
  }

  public static let name = "limit"
  public static let summary = "Limits what the connection may declare, and names its scene."
  public static let fields = [regions, recognizers, scene]

  /// The range of the keys of `[socket]`.
  private static let range = 0...4096
  private static let regions = count("regions", "The most regions and windows.")
  private static let recognizers = count(
    "recognizers", "The most recognizers, each number of touches counted.")

  /// The longest origin of a page, with a host of 253 bytes, has 267.
  private static let sceneBytes = 1...300
  package static let scene = FieldDescription(
    "scene",
    .other(
      "\(sceneBytes.lowerBound) to \(sceneBytes.upperBound) bytes",
      schema:
        #"{"type": "string", "minLength": \#(sceneBytes.lowerBound), "maxLength": \#(sceneBytes.upperBound)}"#
    ),
    "The scene among those of the user. It must come before the first declaration and subscribe."
  )

  private static func count(_ name: String, _ summary: String) -> FieldDescription {
    FieldDescription(
      name,
      .other(
        "a whole number from \(range.lowerBound) to \(range.upperBound)",
        schema: #"{"type": "integer", "minimum": \#(range.lowerBound), "maximum": \#(range.upperBound)}"#),
      summary)
  }

  public init(_ reader: FieldReader, _ limits: RequestLimits) throws(RequestError) {
    regions = try reader.integer(Self.regions, in: Self.range)
    recognizers = try reader.integer(Self.recognizers, in: Self.range)
    guard let value = reader.fields[Self.scene.name] else { return }
    guard case .text(let name) = value, Self.sceneBytes.contains(name.utf8.count) else {
      throw reader.wrong(value, Self.scene)
    }
    scene = name
  }
}
