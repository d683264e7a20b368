/// A recognizer that runs in a client: the arena offers its touches to the client, and what the client replies is
/// what it makes of them. Discrete or continuous, as the client's first state says.
///
/// ```
///   finger     ▁▁████████████████▁▁▁▁▁▁▁▁▁▁
///                │    │     │    └ offer     the touches of each event go to the client before regions are told
///                │    │     └ offer
///                │    └ offer
///                └ offer ─── reply            takes effect at the next event, or custom_reply_ms after the offer
/// ```
///
/// It is in no configuration, since there is no client there.
public struct CustomRecognizer: Recognizer {
  public static let kind = GestureKind("custom")
  public static let summary = "What a client recognizes itself."
  public static let isDiscrete = false
  public static let options: [OptionDescription] = []
  public static let fields: [GestureField] = []

  public init(_ options: OptionTable, numberOfTouches: Int) {}

  public func values(at time: Instant) -> GestureValues { GestureValues() }

  /// The arena asks the client instead.
  public mutating func handle(_ input: RecognizerInput, _ touches: borrowing TrackedTouches) -> Decision {
    .none
  }

  public mutating func reset() {}
}
