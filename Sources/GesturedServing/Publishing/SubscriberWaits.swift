/// Why a subscriber's requests are not taken, or its socket is not read.
struct SubscriberWaits: OptionSet {
  let rawValue: UInt8

  /// The clients of its user do not read. Meanwhile, its requests are not taken and it does not learn what it missed.
  static let forOthers = SubscriberWaits(rawValue: 1)
  /// The user has no processor time left. Reading has a cost too, however little a client sends at a time.
  static let forProcessorTime = SubscriberWaits(rawValue: 2)
  /// It is about to learn what it missed, once its user has processor time.
  static let toCatchUp = SubscriberWaits(rawValue: 4)

  /// Begins or ends to wait for a reason.
  mutating func set(_ reason: SubscriberWaits, _ waits: Bool) {
    if waits { insert(reason) } else { remove(reason) }
  }
}
