import GestureCore
import GestureProtocol

/// The unpublished changes of a scene, in their order.
///
/// A change may concern hundreds of recognizers and regions, and each line goes to each listener. The lines are
/// therefore spread over turns (H1). While any wait, no edit of the same scene begins. A listener therefore receives
/// the lines of recognizers and regions in the order of the changes, and filters still know removed recognizers by
/// their numbers.
package struct NewsQueue {
  /// A step of the work.
  package enum Item {
    /// A region came, went or changed.
    case region(RegionMessage)
    /// A recognizer came, went or changed; with one of its numbers.
    case recognizer(RecognizerMessage, number: Int)
    /// Recognizers were edited. The queue replaces the edit by its messages when it comes first.
    case edit(RecognizerEdit)
    /// Clients departed, and no line before this item names them any more.
    case departure(Set<Int>)
  }

  package init() {}

  private var items: [(item: Item, payers: [UInt32])] = []
  /// The position of the first item. Items before it are done.
  private var first = 0

  /// Whether nothing waits.
  package var isEmpty: Bool { first == items.count }

  /// The users that pay for the first item, in equal parts.
  package var payers: [UInt32] { isEmpty ? [] : items[first].payers }

  /// Adds changes.
  ///
  /// - Parameter payers: the users that pay for their lines, in equal parts; empty where the configuration changed.
  package mutating func append(_ news: [Item], paidBy payers: [UInt32]) {
    items += news.map { ($0, payers) }
  }

  /// The same changes, for whose lines other users pay.
  func paid(by payers: [UInt32]) -> NewsQueue {
    var copy = self
    for position in copy.items.indices { copy.items[position].payers = payers }
    return copy
  }

  /// Removes the first item, and returns it. An edit is returned as nil: its messages come next.
  package mutating func removeFirst() -> Item? {
    guard !isEmpty else { return nil }
    let (item, payers) = items[first]
    first += 1
    if case .edit(let edit) = item {
      // The messages take the place of the edit and of all items that are done.
      items.replaceSubrange(
        ..<first, with: edit.news.map { (.recognizer($0.1, number: $0.0), payers) })
      first = 0
      return nil
    }
    if isEmpty {
      items.removeAll()
      first = 0
    }
    return item
  }
}
