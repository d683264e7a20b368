import GestureCore
import GestureProtocol
import GesturedBase
import GesturedServing

/// Publishes the changes of scenes, over several turns where there are many.
extension CommandRunner {
  /// Adds changes of a stage's scene.
  ///
  /// - Parameter payers: the users that pay for their lines, in equal parts.
  func announce(_ news: [NewsQueue.Item], of stage: Stage, paidBy payers: [UInt32]) {
    stage.news.append(news, paidBy: payers)
    turn.owe(.requests)
  }

  /// Whether changes of any scene are unpublished.
  var hasNews: Bool { publisher.stages.contains { !$0.news.isEmpty } }

  /// Publishes changes of a stage's scene.
  ///
  /// - Parameter isOver: whether to stop, asked after each step.
  func publishNews(of stage: Stage, until isOver: () -> Bool) {
    while !stage.news.isEmpty {
      publishNext(of: stage)
      if isOver() { break }
    }
    // The scene may have waited for the end of these changes before it follows another one.
    if stage.news.isEmpty, stage.base != nil { turn.owe(.hearing) }
  }

  /// When changes may be published: at once, or when their user has processor time again; nil without changes. A user's own
  /// scene concerns no other user. In the scene for everyone, edits of others wait for the changes, which therefore never rest.
  var newsDeadline: Instant? {
    var earliest: Instant?
    for stage in publisher.stages where !stage.news.isEmpty {
      let rest = stage.origin.user.flatMap { turn.work.rest(of: $0) }
      earliest = .earlier(earliest, rest ?? Instant(microseconds: 0))
    }
    return earliest
  }

  /// Whether changes of any scene may be published now.
  var mayPublishNews: Bool { publisher.stages.contains { mayPublishNews(of: $0) } }

  private func mayPublishNews(of stage: Stage) -> Bool {
    guard !stage.news.isEmpty else { return false }
    return stage.origin.user.map { turn.mayWork(for: $0) } ?? true
  }

  /// Publishes changes of one scene after another until the turn is over, or other users pay.
  ///
  /// - Returns: the users that pay, in equal parts; nil where no change may be published.
  package func publishNewsOfAll() -> [UInt32]? {
    // Another stage begins each time, so that none waits for all lines of another.
    let last = publisher.stages.firstIndex { $0 === latestNews } ?? -1
    let next = publisher.stages.indices.first { $0 > last && mayPublishNews(of: publisher.stages[$0]) }
    guard let place = next ?? publisher.stages.firstIndex(where: mayPublishNews(of:)) else { return nil }
    let stage = publisher.stages[place]
    latestNews = stage
    let payers = stage.news.payers
    publishNews(of: stage) { turn.isOver || stage.news.payers != payers }
    return payers
  }

  private func publishNext(of stage: Stage) {
    switch stage.news.removeFirst() {
    case .region(let message): publisher.publish(message, on: stage)
    case .recognizer(let message, let number): publisher.publish(message, number: number, on: stage)
    case .departure(let clients): stage.scope.forget(clients: clients)
    // An edit is compared, and its messages come next.
    case .edit, nil: break
    }
  }
}
