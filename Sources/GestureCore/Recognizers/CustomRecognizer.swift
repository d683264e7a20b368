/// A recognizer that runs in a client. The arena offers touches to the client, and the client replies with a decision.
/// The client's first state makes the gesture discrete or continuous.
///
/// ```
///   finger     ▁▁████████████████▁▁▁▁▁▁▁▁▁▁
///                │    │     │    └ offer     the touches of each event go to the client before regions
///                │    │     └ offer
///                │    └ offer
///                └ offer ─── reply            takes effect at the next event, or custom_reply_ms after the offer
/// ```
///
/// The configuration cannot declare it, since no client runs there.
public struct CustomRecognizer: Recognizer {
  public static let kind = GestureKind("custom")
  public static let summary = "A gesture that a client recognizes itself."
  public static let isDiscrete = false
  public static let options: [OptionDescription] = []
  public static let fields: [GestureField] = []

  public init(_ options: OptionTable, numberOfTouches: Int) {}

  public func values(at time: Instant) -> GestureValues { GestureValues() }

  /// The arena offers touches to the client instead of calling this method.
  public mutating func decide(_ input: RecognizerInput, _ touches: borrowing TrackedTouches) -> Decision {
    .none
  }

  public mutating func reset() {}
}
