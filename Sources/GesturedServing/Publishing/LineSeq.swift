/// The number of a line, `seq`, which is counted twice.
///
/// Subscribers that may see everything have one count. Subscribers without single-finger lines have another, since gaps
/// in the first would reveal how often one finger taps.
struct LineSeq: Hashable {
  /// For subscribers that may see everything.
  var all: UInt64 = 0
  /// For subscribers without single-finger lines.
  var several: UInt64 = 0

  /// Continues after the numbers of another stage too.
  mutating func advance(past other: LineSeq) {
    all = max(all, other.all)
    several = max(several, other.several)
  }

  /// The number of a subscriber's lines.
  func number(for subscriber: Subscriber) -> UInt64 { subscriber.hidesSingleFinger ? several : all }
}
