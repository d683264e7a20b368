import GestureProtocol

/// The numbers that a gesture's line carries.
struct ShownGesture {
  /// The gesture's numbers for subscribers that may see everything, renumbered while a client holds the lease.
  var all: GestureNumbers
  /// The gesture's numbers for subscribers without single-finger lines.
  var several: GestureNumbers
  /// The numbers of the line.
  var seq: LineSeq

  /// The gesture's numbers for a subscriber.
  func numbers(for subscriber: Subscriber) -> GestureNumbers {
    subscriber.hidesSingleFinger ? several : all
  }
}
