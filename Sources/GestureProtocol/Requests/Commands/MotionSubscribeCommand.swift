/// `motion_subscribe`: sends raw motion (MOT-18).
public struct MotionSubscribeCommand: Command {
  /// The most samples per second.
  public var rate: Double

  /// A subscription to raw motion.
  public init(rate: Double) {
    self.rate = rate
  }

  public static let name = "motion_subscribe"
  public static let summary = "Starts sending raw motion to this connection."
  public static let fields = [rate]

  private static let rate = FieldDescription(
    "rate", .number(1...100), isRequired: true, "The largest number of samples a second (MOT-18).")

  public init(_ reader: FieldReader, _ limits: RequestLimits) throws(RequestError) {
    rate = try reader.required(Self.rate, reader.number)
  }
}
