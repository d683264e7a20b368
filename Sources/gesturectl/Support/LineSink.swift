import GestureClient
import GesturedConfiguration
import LinuxEventLoop

/// The destination of lines: standard output, or commands.
actor LineSink {
  private let isText: Bool
  private var remaining: Int?
  private var judge: RuleJudge
  private let queue: CommandQueue?
  private let command: String?
  /// The line on a terminal that updates replace; nil where each line stays.
  private var live: LiveLine?

  /// A sink.
  ///
  /// - Parameters:
  ///   - remaining: the number of wanted lines; nil for all.
  ///   - rule: the rule for lines that count and start commands.
  ///   - queue: the queue of commands; nil for printing.
  ///   - command: the command for each line, with a queue.
  init(isText: Bool, remaining: Int?, rule: LineRule, queue: CommandQueue?, command: String?) {
    self.isText = isText
    self.remaining = remaining
    judge = RuleJudge([rule], isFilteredByDaemon: true)
    self.queue = queue
    self.command = command
    let isPlain = ProcessEnvironment.inherited()["TERM"] == "dumb"
    live = isText && Console.isWatched && !isPlain ? LiveLine() : nil
  }

  /// Prints a line, or runs the command for it.
  ///
  /// - Returns: whether this was the last wanted line.
  @discardableResult
  func receive(_ line: GestureLine) async throws -> Bool {
    // Lines that are only printed need not be decoded.
    let isWanted = (queue != nil || remaining != nil) && !judge.match(line).isEmpty
    if let queue, let command {
      if isWanted {
        var update: UInt64?
        if case .gesture(let gesture) = line.event, gesture.state == .changed { update = gesture.id }
        await queue.submit(CommandQueue.Job(command: .shell(command), line: line, update: update))
      }
    } else if isText {
      try printText(of: line.event)
    } else {
      try Console.say(line.bytes)
    }
    guard let remaining, isWanted else { return false }
    self.remaining = remaining - 1
    return remaining <= 1
  }

  /// Waits for the commands under way, and ends an unfinished line.
  func finish() async {
    await queue?.finish()
    if let end = live?.end() { try? Console.write(Array(end.utf8)) }
  }

  private func printText(of event: GestureEvent) throws {
    guard let text = EventText.line(for: event) else { return }
    guard live != nil else { return try Console.say(text) }
    var update: UInt64?
    if case .gesture(let gesture) = event, gesture.state == .changed { update = gesture.id }
    let size = TerminalSize(of: .standardOutput) ?? TerminalSize(columns: 80, rows: 24)
    if let line = live?.print(text, update: update, columns: size.columns, rows: size.rows) {
      try Console.write(Array(line.utf8))
    }
  }
}
