import GestureCore
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
  /// What the batch has changed, once it has taken the original's place.
  private(set) var change: RecognizerEdit?
  /// What is still to be told of it, each with one of the recognizer's numbers; nil until it is found.
  var news: ArraySlice<(Int, RecognizerMessage)>?
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

  /// Notes that the batch has taken the original's place.
  mutating func note(_ change: RecognizerEdit, version: Int) {
    self.change = change
    self.version = version
  }

  /// Begins again.
  mutating func beginAgain(from batch: RecognizerBatch, version: Int) {
    self.batch = batch
    self.version = version
    position = 0
    isResolved = false
    beginnings += 1
  }
}

/// Recognizers before and after an edit: what there is to tell of it is found in a step of its own (H1).
struct RecognizerEdit {
  /// The recognizers before and after.
  let (old, new): (RecognizerSet, RecognizerSet)
  /// Whose recognizers were edited; nothing has become of those of others.
  let owners: Set<Int>
  /// When, on the clock of the events.
  let time: Instant

  /// What became of whom, each with one of the recognizer's numbers.
  var news: [(Int, RecognizerMessage)] {
    let before = old.messages(.removed, at: time) { owners.contains(old.instances[$0].owner) }
    let after = new.messages(.removed, at: time) { owners.contains(new.instances[$0].owner) }
    let previous = Dictionary(uniqueKeysWithValues: before.map { ($0.message.identity, $0.message) })
    let present = Set(after.map(\.message.identity))
    // Filters know the numbers of what goes until another batch gives the numbers to others.
    var news = before.filter { !present.contains($0.message.identity) }.map { ($0.number, $0.message) }
    for (number, found) in after {
      var message = found
      let before = previous[message.identity]
      let isSame =
        message == before
        && new.declaration(named: message.name, of: message.owner)
          == old.declaration(named: message.name, of: message.owner)
      guard !isSame else { continue }
      message.state = before == nil ? .added : .changed
      news.append((number, message))
    }
    return news
  }
}
