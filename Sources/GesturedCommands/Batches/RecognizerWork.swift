import GestureCore
import GestureProtocol

/// The progress of a batch of recognizer edits, over several turns where it is long.
struct RecognizerWork {
  /// The batch with the edits so far.
  var batch: RecognizerBatch
  /// The position of the next edit.
  var position = 0
  /// Whether all edits are done and their relations resolved.
  var isResolved = false
  /// Whether the batch has replaced the original.
  var isTaken = false
  private var version: Int

  /// - Parameter version: the version of the scene that the batch edits.
  init(_ batch: RecognizerBatch, version: Int) {
    self.batch = batch
    self.version = version
  }

  /// Whether the scene has changed since, because a client departed or the configuration was reloaded.
  func isOutdated(_ version: Int) -> Bool { version != self.version }

  mutating func beginAgain(from batch: RecognizerBatch, version: Int) {
    self.batch = batch
    self.version = version
    position = 0
    isResolved = false
  }
}
