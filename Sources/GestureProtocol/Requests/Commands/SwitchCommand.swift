/// `switch`: switches recognizers of the configuration off for a while.
public struct SwitchCommand: Command {
  /// The recognizers that this connection holds off from now on, and those that it does not hold off any more: names, or
  /// `kind:` and a kind.
  public var off: [String]
  public var on: [String]

  public static let name = "switch"
  public static let summary = "Switches recognizers of the configuration off, or ends that."
  public static let fields = [offField, onField]

  private static let offField = FieldDescription(
    "off", .names,
    "The recognizers to switch off, as names or kind:KIND. They stay off until the connection ends.")
  private static let onField = FieldDescription(
    "on", .names, "The recognizers that this connection does not keep off any more.")

  public init(_ reader: FieldReader, _ limits: RequestLimits) throws(RequestError) {
    off = try reader.names(Self.offField) ?? []
    on = try reader.names(Self.onField) ?? []
  }
}
