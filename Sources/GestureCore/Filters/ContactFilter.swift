/// A stage between the device and the touches, which drops, delays or changes contacts.
///
/// A stage is a function of frames, and the frames' times are its only clock. For any input, a contact that began in
/// the output ends in it exactly once, with nothing after the end.
protocol ContactFilter: Sendable {
  /// The time of the next `release` if no frame comes before; nil where the stage holds nothing.
  var nextDeadline: Instant? { get }

  /// The time from which on the stage holds frames, so that later stages and recognizers know nothing of it yet; nil where
  /// it holds none.
  var horizon: Instant? { get }

  /// The most frames that it adds to the output for one frame.
  var mostFrames: Int { get }

  /// The number of contacts whose landing is held, minus the number of contacts whose lift is held.
  var withheldContacts: Int { get }

  /// Filters a frame, and adds at most `mostFrames` frames to the output.
  mutating func filter(_ frame: borrowing TouchFrame, into output: inout FrameQueue)

  /// Releases everything that was held up to and including a time.
  mutating func release(by time: Instant, into output: inout FrameQueue)

  /// Forgets everything the stage holds, because all touches are cancelled. The stage reports nothing more about
  /// contacts that are down.
  mutating func forgetContacts()

  /// Forgets everything held for one touch that is cancelled, by its outgoing slot.
  mutating func forgetContact(of slot: Int)
}

extension ContactFilter {
  var nextDeadline: Instant? { nil }
  var horizon: Instant? { nil }
  var mostFrames: Int { 2 }
  var withheldContacts: Int { 0 }
  mutating func release(by time: Instant, into output: inout FrameQueue) {}
  mutating func forgetContacts() {}
  mutating func forgetContact(of slot: Int) {}
}
