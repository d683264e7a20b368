/// `devices`: asks for the list of touchscreens.
public struct DevicesCommand: Command {
  public static let name = "devices"
  public static let summary = "Asks which touchscreens there are."

  /// A request for the list of touchscreens.
  public init() {}

  public init(_ reader: FieldReader, _ limits: RequestLimits) {}
}
