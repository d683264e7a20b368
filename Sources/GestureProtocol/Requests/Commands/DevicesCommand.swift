/// `devices`: asks for the list of touchscreens.
public struct DevicesCommand: Command {
  public static let name = "devices"
  public static let summary = "Asks for the list of touchscreens."

  /// A request for the list of touchscreens.
  public init() {}

  public init(_ reader: FieldReader, _ limits: RequestLimits) {}
}
