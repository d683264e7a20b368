import GestureClient
import GesturedConfiguration

/// Where lines go: to standard output, or to commands.
actor LineSink {
  private let isText: Bool
  private var remaining: Int?
  private var judge: RuleJudge
  private let queue: CommandQueue?
  private let command: String?

  /// A sink.
  ///
  /// - Parameters:
  ///   - remaining: how many lines are wanted; nil for all.
  ///   - rule: which lines count, and start commands.
  ///   - queue: where commands go; nil for printing.
  ///   - command: what is run for each line, where there is a queue.
  init(isText: Bool, remaining: Int?, rule: LineRule, queue: CommandQueue?, command: String?) {
    self.isText = isText
    self.remaining = remaining
    judge = RuleJudge([rule], isFilteredByDaemon: true)
    self.queue = queue
    self.command = command
  }

  /// Takes a line.
  ///
  /// - Returns: whether that was the last one that is wanted.
  @discardableResult
  func take(_ line: GestureLine) async throws -> Bool {
    // Lines that are only passed on need not be read.
    let isWanted = (queue != nil || remaining != nil) && !judge.take(line).isEmpty
    if let queue, let command {
      if isWanted {
        var update: UInt64?
        if case .gesture(let gesture) = line.event, gesture.state == .changed { update = gesture.id }
        await queue.submit(CommandQueue.Job(command: .shell(command), line: line, update: update))
      }
    } else if isText {
      if let text = EventText.line(for: line.event) { try Console.say(text) }
    } else {
      try Console.say(line.bytes)
    }
    guard let remaining, isWanted else { return false }
    self.remaining = remaining - 1
    return remaining <= 1
  }

  /// Waits for the commands that are under way.
  func finish() async {
    await queue?.finish()
  }
}
