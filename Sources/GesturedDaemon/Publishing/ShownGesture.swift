import GestureProtocol

/// The numbers that are told of what happens in a gesture.
struct ShownGesture {
  /// What it is called for those who are told everything, but for what is secret while somebody holds the lease.
  var all: GestureNumbers
  /// What it is called for those who are told of several fingers only.
  var several: GestureNumbers
  /// The numbers of the line.
  var seq: LineSeq

  /// What it is called for a subscriber.
  func numbers(for subscriber: Subscriber) -> GestureNumbers {
    subscriber.hidesSingleFinger ? several : all
  }
}
