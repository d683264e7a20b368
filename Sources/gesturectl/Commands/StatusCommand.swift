import ArgumentParser
import GestureClient
import GestureProtocol
import LinuxEventLoop

/// `gesturectl status`: prints the state of the daemon.
struct StatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Print the state of gestured; root and gestured's own user see all clients.")

  @OptionGroup var output: FormatOption
  @OptionGroup var connection: ConnectionOptions

  func run() async throws {
    let connection = try await connection.connect()
    guard output.isText else {
      return try Console.say(try await connection.request(GestureProtocol.StatusCommand.name).line.bytes)
    }
    let status = try await connection.status()
    try Console.say("gestured \(status.version) at \(connection.path), protocol \(status.protocol)")
    if let uptime = status.uptime { try Console.say("up for \(Self.duration(uptime))") }
    if let devices = status.devices { try Console.say("touchscreens: \(devices)") }
    if let regions = status.regions { try Console.say("regions and windows: \(regions)") }
    if let recognizers = status.recognizers {
      try Console.say("recognizers, each number of fingers counted: \(recognizers)")
    }
    if let lines = status.lines { try Console.say("lines published: \(lines)") }
    if status.inhibited == true { try Console.say("private mode: places are not told") }
    for change in status.adjusted ?? [] { try Console.say(Self.line(for: change)) }
    for filter in status.filters ?? [] { try Console.say(FilterCommand.line(for: filter)) }
    if let configuration = status.configuration { try Self.say(configuration) }
    let clients = status.subscribers ?? []
    for client in clients { try Console.say(Self.line(for: client)) }
    if let connections = status.connections, connections > clients.count {
      try Console.say("and \(connections - clients.count) clients more")
    }
  }

  private static func say(_ configuration: DaemonStatus.Configuration) throws {
    switch configuration.state {
    case "kept": try Console.say("configuration: kept as it was, because what is written now is wrong:")
    default: try Console.say("configuration: loaded, reloads: \(configuration.reloads ?? 0)")
    }
    for line in (configuration.mistakes ?? []) + (configuration.waiting ?? []) {
      try Console.say("  \(line.escapedForMessage)")
    }
  }

  private static func line(for change: DaemonStatus.Adjustment) -> String {
    var parts: [String] = []
    if let enabled = change.enabled { parts.append(enabled ? "switched on" : "switched off") }
    if let options = change.options { parts.append(options.joined(separator: ", ").escapedForMessage) }
    var text =
      "recognizer \(change.recognizer.escapedForMessage): \(parts.joined(separator: "; ")), by client \(change.client)"
    if let uid = change.uid { text += ", user \(uid)" }
    return text
  }

  static func line(for client: DaemonStatus.Subscriber) -> String {
    var text = "client \(client.number)"
    if let socket = client.socket { text += " on \(socket.escapedForMessage)" }
    if let uid = client.uid { text += ", user \(uid)" }
    if let pid = client.pid { text += ", process \(pid)" }
    if let queued = client.queued { text += ", \(queued) lines waiting" }
    if let dropped = client.dropped, dropped > 0 { text += ", \(dropped) left out" }
    if let timeouts = client.timeouts, timeouts > 0 { text += ", \(timeouts) questions answered too late" }
    return text
  }

  private static func duration(_ seconds: Double) -> String {
    let whole = Int(min(max(0, seconds), 1e12))
    let (days, hours, minutes) = (whole / 86_400, whole / 3600 % 24, whole / 60 % 60)
    if days > 0 { return "\(days) d \(hours) h" }
    if hours > 0 { return "\(hours) h \(minutes) min" }
    return minutes > 0 ? "\(minutes) min \(whole % 60) s" : "\(whole) s"
  }
}
