/// `motion_unsubscribe`: ends raw motion (MOT-18).
public struct MotionUnsubscribeCommand: Command {
  public static let name = "motion_unsubscribe"
  public static let summary = "Stops sending raw motion."

  /// A request that ends raw motion.
  public init() {}

  public init(_ reader: FieldReader, _ limits: RequestLimits) {}
}
