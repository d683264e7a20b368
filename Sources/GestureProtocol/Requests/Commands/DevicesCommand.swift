/// `devices`: asks which touchscreens there are.
public struct DevicesCommand: Command {
  public static let name = "devices"
  public static let summary = "Asks which touchscreens there are."

  /// A request for which touchscreens there are.
  public init() {}

  public init(_ reader: FieldReader, _ limits: RequestLimits) {}
}
