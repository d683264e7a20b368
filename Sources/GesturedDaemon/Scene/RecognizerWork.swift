import GestureProtocol

/// A batch of edits of recognizers on its way, over several turns where it is long.
struct RecognizerWork {
  /// How often a batch begins again before it is done in one go.
  private static let mostBeginnings = 3

  /// The edits so far.
  var batch: RecognizerBatch
  /// Which edit is next.
  var position = 0
  /// Whether all edits are done and their relations resolved.
  var isResolved = false
  /// Whether the batch has taken the original's place.
  var isTaken = false
  /// What is still to be told of it, each with one of the recognizer's numbers.
  var news: ArraySlice<(Int, RecognizerMessage)> = []
  private var version: Int
  private var beginnings = 1

  /// - Parameter version: which state of what is declared the batch is made on.
  init(_ batch: RecognizerBatch, version: Int) {
    self.batch = batch
    self.version = version
  }

  /// Whether it may wait for another turn.
  var mayPause: Bool { beginnings <= Self.mostBeginnings }

  /// Whether what is declared is something else by now: a client went, or the configuration is another one.
  func isOutdated(_ version: Int) -> Bool { version != self.version }

  /// Begins again.
  mutating func beginAgain(from batch: RecognizerBatch, version: Int) {
    self.batch = batch
    self.version = version
    position = 0
    isResolved = false
    beginnings += 1
  }
}
