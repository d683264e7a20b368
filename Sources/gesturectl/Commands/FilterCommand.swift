import ArgumentParser
import GestureClient
import GestureProtocol

/// `gesturectl filter on|off|status`: pauses the filter of touchscreens, or ends the pause.
struct FilterCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "filter",
    abstract: "Pause the filter, begin it again, or print its state.",
    discussion: """
      While the filter is on, applications receive only the touches that no gesture wins. To let an application receive all touches while it \
      runs:

        gesturectl filter off -- game

      Without a command, the pause lasts until gesturectl is stopped. When five resting fingers have switched the filter off, this begins it again before `release_for_ms` does:

        gesturectl filter on

      The user needs the right `filter` in [rights] of the daemon's configuration. Root and gestured's own user see the state.
      """)

  /// The change, or a look at the state.
  enum Action: String, ExpressibleByArgument, CaseIterable {
    case on, off, status
  }

  @OptionGroup var connection: ConnectionOptions

  @Option(
    help: ArgumentHelp("The touchscreen's number; all of them without it.", valueName: "number"),
    completion: NamesCommand.completion(of: .numbers))
  var device: Int?

  @Argument(help: "on, off or status.")
  var action: Action

  @Argument(
    parsing: .postTerminator, help: ArgumentHelp("The command to run, after --.", valueName: "command"))
  var command: [String] = []

  func validate() throws {
    if !command.isEmpty, action != .off {
      throw ValidationError("Only off runs a command: leave the command out.")
    }
  }

  func run() async throws {
    let connection = try await connection.connectForLease()
    switch action {
    case .on: try await connection.pauseFilter(false, device: device)
    case .status: try await Self.printStatus(over: connection, device)
    case .off:
      try await connection.pauseFilter(true, device: device)
      guard command.isEmpty else {
        let status = try await InhibitCommand.run(command)
        try await InhibitCommand.end(with: status, closing: connection)
        return
      }
      Console.report("the filter is paused until this program is stopped")
      for try await _ in connection.lines {}
      throw GestureClientError.bye("end of replay")
    }
  }

  private static func printStatus(over connection: GestureConnection, _ device: Int?) async throws {
    let status = try await connection.status()
    guard status.configuration != nil else { throw CommandFailure(.noRightToSeeFilters) }
    let filters = (status.filters ?? []).filter { device == nil || $0.device == device }
    if filters.isEmpty { try Console.say("no touchscreen is filtered") }
    for filter in filters { try Console.say(line(for: filter)) }
  }

  /// A line about a filter.
  static func line(for filter: DaemonStatus.Filter) -> String {
    var text = "filter of screen \(filter.device): \(filter.state.escapedForMessage)"
    if let reason = filter.reason { text += ", \(reason.escapedForMessage)" }
    if let rest = filter.returnTime {
      text += ", on again in \(EventText.number((rest / 1000).rounded(.up))) s"
    }
    // The clone stays while the filter is off, but then no touch goes there.
    if filter.state == "on", let node = filter.node {
      text += ", applications read \(node.escapedForMessage)"
    }
    if let panel = filter.panel { text += ", other readers of \(panel.escapedForMessage) receive nothing" }
    if let frames = filter.frames, frames > 0 { text += ", \(frames) frames" }
    if let hold = filter.longestHold, hold > 0 {
      text += ", touches held at most \(EventText.number(hold)) ms"
      if let held = filter.longestHeld, held > 0 { text += " (\(EventText.number(held)) ms so far)" }
    }
    if let fault = filter.fault { text += ": \(fault.escapedForMessage)" }
    return text
  }
}
