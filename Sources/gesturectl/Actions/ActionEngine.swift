import GestureClient
import GestureProtocol
import GesturedConfiguration

/// Submits the commands of matching rules to their queues.
actor ActionEngine {
  private struct Entry {
    var rule: ActionRule
    var queue: CommandQueue
    /// The time of the last start.
    var lastStart: ContinuousClock.Instant?
  }

  private var entries: [Entry] = []
  private var judge = RuleJudge()
  /// The present or last connection.
  private var connection: GestureConnection?
  private var receivesRemote = false

  /// Replaces the rules, and subscribes to the lines that they need. Running commands go on.
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
    // The names must be known before the first gesture. A served replay waits for the subscription, and may be over
    // soon after.
    try await learnNames(from: connection)
    try await subscribe(connection)
    // No line reports changes between the two steps above.
    try? await learnNames(from: connection)
  }

  private func learnNames(from connection: GestureConnection) async throws(GestureClientError) {
    let regions = try await connection.request(GestureProtocol.RegionsCommand.name, collecting: "region")
    let recognizers = try await connection.request(RecognizersCommand.name, collecting: "recognizer")
    for line in regions.listed + recognizers.listed { _ = judge.take(line) }
  }

  /// Handles a line.
  ///
  /// - Parameter now: the time that the pauses of rules are measured with.
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
    // The rules may change from here on.
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
    // A rule that names the type asks for the role of the receiver.
    let wantsRemote = judge.rules.contains { $0.filter.types.contains(.remote) }
    if wantsRemote != receivesRemote { try await connection.receiveRemote(wantsRemote) }
    receivesRemote = wantsRemote
  }
}
