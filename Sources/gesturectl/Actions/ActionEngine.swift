import GestureClient
import GesturedConfiguration

/// Hands the commands of the rules that a line fits to their queues.
actor ActionEngine {
  private struct Entry {
    var rule: ActionRule
    var queue: CommandQueue
    /// When it has started last.
    var lastStart: ContinuousClock.Instant?
  }

  private var entries: [Entry] = []
  private var judge = RuleJudge()
  /// Where it listens, or has listened last.
  private var connection: GestureConnection?
  private var receivesRemote = false

  /// Takes rules in place of those before, and has the daemon send what they are about. What has been started runs on.
  func use(_ rules: [ActionRule]) async throws(GestureClientError) {
    let before = entries
    let wanted = subscription
    entries = rules.map { rule in
      if let same = before.first(where: { $0.rule == rule }) { return same }
      return Entry(rule: rule, queue: CommandQueue(label: "action.\(rule.name)", parallel: rule.parallel))
    }
    judge.rules = entries.map { LineRule($0.rule) }
    if let connection, subscription != wanted { try await subscribe(connection) }
  }

  /// Listens on a connection from now on.
  func listen(on connection: GestureConnection) async throws(GestureClientError) {
    judge.forget()
    receivesRemote = false
    self.connection = connection
    // Names mean something from the first gesture on. A replay that is served waits for the subscription, and may be over
    // soon after.
    try await learnNames(from: connection)
    try await subscribe(connection)
    // What came in between is told by no line.
    try? await learnNames(from: connection)
  }

  private func learnNames(from connection: GestureConnection) async throws(GestureClientError) {
    let regions = try await connection.request("regions", collecting: "region")
    let recognizers = try await connection.request("recognizers", collecting: "recognizer")
    for line in regions.listed + recognizers.listed { _ = judge.take(line) }
  }

  /// Takes a line.
  ///
  /// - Parameter now: which the pauses of rules are measured with.
  func take(_ line: GestureLine, at now: ContinuousClock.Instant) async {
    var update: UInt64?
    if case .gesture(let gesture) = line.event, gesture.state == .changed { update = gesture.id }
    var starts: [Entry] = []
    for index in judge.take(line) {
      if let last = entries[index].lastStart,
        now - last < .milliseconds(entries[index].rule.debounceMilliseconds)
      {
        continue
      }
      entries[index].lastStart = now
      starts.append(entries[index])
    }
    // Other rules may be taken over from here on.
    for entry in starts {
      await entry.queue.submit(
        CommandQueue.Job(
          command: entry.rule.command, line: line, variables: ["GESTURE_ACTION": entry.rule.name],
          update: update))
    }
  }

  private var subscription: GestureSubscription { RuleSubscription.of(judge.rules) }

  private func subscribe(_ connection: GestureConnection) async throws(GestureClientError) {
    try await connection.subscribe(subscription)
    // Who names the type wants to be the one who is told.
    let wantsRemote = judge.rules.contains { $0.filter.types.contains(.remote) }
    if wantsRemote != receivesRemote { try await connection.receiveRemote(wantsRemote) }
    receivesRemote = wantsRemote
  }
}
