import GestureCore
import GestureProtocol
import GesturedBase

/// Publishes the changes of scenes, over several turns where there are many.
extension CommandRunner {
  /// Adds changes of the present scene.
  ///
  /// - Parameter payers: the users that pay for their lines, in equal parts.
  func announce(_ news: [NewsQueue.Item], paidBy payers: [UInt32]) {
    audiences[audience]?.news.append(news, paidBy: payers)
    turn.owe(.requests)
  }

  /// Whether changes of any scene are unpublished.
  var hasNews: Bool { audiences.values.contains { !$0.news.isEmpty } }

  /// Whether all changes of a scene are published.
  func publishedAllNews(of number: Int) -> Bool { audiences[number]?.news.isEmpty ?? true }

  /// Whether all changes of the present scene are published.
  var publishedAllNews: Bool { publishedAllNews(of: audience) }

  /// Publishes changes of the present scene.
  ///
  /// - Parameter isOver: whether to stop, asked after each step.
  func publishNews(until isOver: () -> Bool) {
    while !publishedAllNews {
      publishNext()
      if isOver() { break }
    }
    // The scene may have waited for this to follow another one.
    if publishedAllNews, audiences[audience]?.base != nil { turn.owe(.hearing) }
  }

  /// When changes may be published: at once, or when their user has processor time again; nil without changes. A user's own
  /// scene concerns no other user. In the scene for everyone, edits of others wait for the changes, which therefore never rest.
  var newsDeadline: Instant? {
    var earliest: Instant?
    for entry in audiences.values where !entry.news.isEmpty {
      let rest = entry.origin.user.flatMap { turn.work.rest(of: $0) }
      earliest = .earlier(earliest, rest ?? Instant(microseconds: 0))
    }
    return earliest
  }

  /// Whether changes of any scene may be published now.
  var mayPublishNews: Bool { audiences.keys.contains { mayPublishNews(of: $0) } }

  private func mayPublishNews(of number: Int) -> Bool {
    guard let entry = audiences[number], !entry.news.isEmpty else { return false }
    return entry.origin.user.map { turn.mayWork(for: $0) } ?? true
  }

  /// Publishes changes of one scene after another until the turn is over, or other users pay.
  ///
  /// - Returns: the users that pay, in equal parts; nil where no change may be published.
  package func publishNewsOfAll() -> [UInt32]? {
    let pending = audiences.keys.filter { mayPublishNews(of: $0) }.sorted()
    // Another scene begins each time, so that none waits for all lines of another.
    guard let number = pending.first(where: { $0 > latestNews }) ?? pending.first else { return nil }
    latestNews = number
    let payers = audiences[number]?.news.payers ?? []
    within(number) { publishNews { turn.isOver || audiences[number]?.news.payers != payers } }
    return payers
  }

  private func publishNext() {
    switch audiences[audience]?.news.takeFirst() {
    case .region(let message): publisher.publish(message)
    case .recognizer(let message, let number): publisher.publish(message, number: number)
    case .departure(let clients): publisher.forget(clients: clients)
    // An edit is compared, and its messages come next.
    case .edit, nil: break
    }
  }
}
