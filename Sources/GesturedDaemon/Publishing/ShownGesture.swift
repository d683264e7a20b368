import GestureCore

/// What happens in a gesture, with the numbers that are told of it.
struct ShownGesture {
  /// As it is told to those who are told everything, but for what is secret while somebody holds the lease.
  var gesture: GestureEvent
  /// What it is called for those who are told of several fingers only.
  var several: GestureNumbers
  /// The numbers of the line.
  var seq: LineSeq

  /// The gesture as a subscriber is told of it.
  func gesture(for subscriber: Subscriber) -> GestureEvent {
    guard subscriber.hidesSingleFinger else { return gesture }
    var told = gesture
    told.take(several)
    return told
  }
}
