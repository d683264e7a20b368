/// `motion_get`: asks for the last sample of motion (MOT-19).
public struct MotionGetCommand: Command {
  public static let name = "motion_get"
  public static let summary = "Asks for the last sample of motion."

  /// A request for the last sample of motion.
  public init() {}

  public init(_ reader: FieldReader, _ limits: RequestLimits) {}
}
