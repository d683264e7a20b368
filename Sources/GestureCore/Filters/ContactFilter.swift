/// A stage between the device and the touches: what it lets through of the contacts, and as what.
///
/// A stage is a function of frames, with their times as its only clock. Whatever it is fed, of each contact that it
/// has told of it tells one end, and nothing after it.
protocol ContactFilter: Sendable {
  /// When the stage wants `release` to be called if no frame comes before; nil where it holds nothing back.
  var nextDeadline: Instant? { get }

  /// How many contacts are down that were not told of yet, less those that are up and not told to be.
  var untoldContacts: Int { get }

  /// Takes in a frame, and adds what is told of it to the output: at most two frames.
  mutating func filter(_ frame: borrowing TouchFrame, into output: inout FrameQueue)

  /// Tells what was held back until a time, that time included; at most one frame.
  mutating func release(by time: Instant, into output: inout FrameQueue)

  /// Forgets what it holds back: all touches are taken away. Of contacts that are down nothing more is told.
  mutating func forgetContacts()

  /// Forgets what it holds back of one touch, which is taken away, by its slot further on.
  mutating func forgetContact(of slot: Int)
}

extension ContactFilter {
  var nextDeadline: Instant? { nil }
  var untoldContacts: Int { 0 }
  mutating func release(by time: Instant, into output: inout FrameQueue) {}
  mutating func forgetContacts() {}
  mutating func forgetContact(of slot: Int) {}
}
