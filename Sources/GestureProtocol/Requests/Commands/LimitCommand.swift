/// `limit`: how many regions and recognizers a client's connection may declare, below the limits of the configuration. It is
/// for programs that pass on the requests of others.
public struct LimitCommand: Command {
  /// The most regions and windows; nil: as many as the configuration allows.
  public var regions: Int?
  /// The most recognizers, each number of touches counted; nil: as many as the configuration allows.
  public var recognizers: Int?

  /// A request that sets both limits.
  public init(regions: Int? = nil, recognizers: Int? = nil) {
    self.regions = regions
    self.recognizers = recognizers
  }

  public static let name = "limit"
  public static let summary = "Limits what the connection may declare, below the limits of the configuration."
  public static let fields = [regions, recognizers]

  /// The range of the keys of `[socket]`.
  private static let range = 0...4096
  private static let regions = count("regions", "The most regions and windows.")
  private static let recognizers = count(
    "recognizers", "The most recognizers, each number of touches counted.")

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
  }
}
