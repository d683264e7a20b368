/// The number of a line, `seq`: one for those who are told everything, and one for those who are told of nothing that one
/// finger does, since gaps would tell them how often it taps.
struct LineSeq: Hashable {
  /// For those who are told everything.
  var all: UInt64 = 0
  /// For those who are told of several fingers only.
  var several: UInt64 = 0

  /// The number that lines of a subscriber have.
  func number(for subscriber: Subscriber) -> UInt64 { subscriber.hidesSingleFinger ? several : all }
}
