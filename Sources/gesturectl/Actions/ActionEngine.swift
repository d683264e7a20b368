import GestureClient
import GestureCore
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

  /// A line for each part of a rule that nothing declared gives now; none without an answer.
  ///
  /// - Parameter new: a connection to ask; nil for the present one.
  func warnings(from new: GestureConnection? = nil) async -> [MessageLine] {
    guard let connection = new ?? connection,
      let declarations = try? await Declarations(of: connection, ofAllOwners: true)
    else { return [] }
    return entries.flatMap { declarations.warnings(for: $0.rule) }
  }

  private func learnNames(from connection: GestureConnection) async throws(GestureClientError) {
    let regions = try await connection.request(GestureProtocol.RegionsCommand.name, collecting: "region")
    let recognizers = try await connection.request(RecognizersCommand.name, collecting: "recognizer")
    for line in regions.listed + recognizers.listed { _ = judge.match(line) }
  }

  /// Runs the commands of the rules that a line matches.
  ///
  /// - Parameter now: the time that the pauses of rules are measured with.
  func runRules(for line: GestureLine, at now: ContinuousClock.Instant) async {
    var update: UInt64?
    if case .gesture(let gesture) = line.event, gesture.state == .changed { update = gesture.id }
    var starts: [Entry] = []
    let matches = judge.match(line)
    if matches.isEmpty { passOn(line) }
    for index in matches {
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
          command: entry.rule.command, line: line, variables: variables(of: entry.rule, for: line),
          update: update))
    }
  }

  /// The name of a rule. It takes the variable of an action's name, which therefore has another.
  private func variables(of rule: ActionRule, for line: GestureLine) -> [String: String] {
    var variables = ["GESTURE_ACTION": rule.name]
    if line.type == GestureFilter.LineType.action.rawValue {
      variables["GESTURE_ACTION_NAME"] = GestureVariables.of(line)["GESTURE_ACTION"]
    }
    return variables
  }

  /// Passes an action on that no rule names, so that the next responder gets it.
  private func passOn(_ line: GestureLine) {
    guard case .action(let action) = line.event, action.id != nil, let connection else { return }
    // The reply comes after lines that wait, so nothing waits for it here. A lost connection loses the action, too.
    Task { _ = try? await connection.passOn(action) }
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

extension Declarations {
  /// A line for each part of a rule of a file that nothing declared gives.
  func warnings(for rule: ActionRule) -> [MessageLine] {
    warnings(for: LineRule(rule)) { "action.\(rule.name).\($0)" }
  }
}
