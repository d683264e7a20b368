import GestureCore
import GestureProtocol

/// The recognizers before and after an edit. Comparing them for the messages is a step of its own (H1).
package struct RecognizerEdit {
  /// The sets before and after.
  let (old, new): (RecognizerSet, RecognizerSet)
  /// The owners whose recognizers were edited. Recognizers of others have not changed.
  let owners: Set<Int>
  /// The time of the edit, on the clock of the events.
  let time: Instant

  package init(old: RecognizerSet, new: RecognizerSet, owners: Set<Int>, time: Instant) {
    (self.old, self.new) = (old, new)
    self.owners = owners
    self.time = time
  }

  /// The messages about changed recognizers, each with one of the recognizer's numbers.
  var news: [(Int, RecognizerMessage)] {
    let before = old.messages(.removed, at: time) { owners.contains(old.instances[$0].owner) }
    let after = new.messages(.removed, at: time) { owners.contains(new.instances[$0].owner) }
    let previous = Dictionary(uniqueKeysWithValues: before.map { ($0.message.identity, $0.message) })
    let present = Set(after.map(\.message.identity))
    // Filters still know a removed recognizer by its number, until a later batch reuses the number.
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
