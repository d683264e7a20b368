import GestureProtocol
import GesturedBase
import GesturedConfiguration
import GesturedDevices
import GesturedServing

/// `filtering`: pauses the filter for an application that wants all touches (FLT-103).
extension CommandRunner {
  func filtering(
    _ command: FilteringCommand, from client: ClientIdentity
  ) throws(RequestError) -> [ReplyField] {
    try require(.filter, for: client)
    // A panel stays in the reports after the configuration has switched its filter off.
    let filtered = Set(input.filterReports.filter(\.isWanted).map(\.device))
    guard !filtered.isEmpty else {
      throw RequestError(
        .unavailable, "no touchscreen is filtered; allowed: a configuration with enabled = true in [filter]",
        hint: "[filter] enabled in the configuration of gestured")
    }
    var devices: [Int?] = [nil]
    if command.device != nil {
      let numbers = try numbers(of: command.device, on: publisher.everyone)
      guard filtered.isSuperset(of: numbers) else {
        throw RequestError(
          .unavailable, "the touchscreen is not filtered; allowed: a touchscreen with a filter",
          path: "device")
      }
      devices = numbers
    }
    for device in devices {
      switch command.state {
      case .pause: input.pauseFilter(of: device, by: client.number)
      case .resume: input.resumeFilter(of: device, by: client.number)
      }
    }
    return []
  }

  /// The filters for `status`.
  var filterReports: ReplyValue {
    .list(
      input.filterReports.map { report in
        var fields = [
          ReplyField("device", .integer(report.device)), ReplyField("state", .text(report.state)),
        ]
        if let reason = report.reason { fields.append(ReplyField("reason", .text(reason))) }
        if let fault = report.fault { fields.append(ReplyField("fault", .text(fault))) }
        if let node = report.node { fields.append(ReplyField("node", .text(node))) }
        if let since = report.since { fields.append(ReplyField("since", .time(since))) }
        if let rest = report.rest {
          fields.append(ReplyField("returns_ms", .decimal(max(0, rest.milliseconds))))
        }
        fields.append(ReplyField("frames", .integer(report.frames)))
        fields.append(ReplyField("full", .integer(report.full)))
        if let panel = report.panel { fields.append(ReplyField("panel", .text(panel))) }
        fields.append(ReplyField("reports", .integer(report.reports)))
        fields.append(ReplyField("hold_ms", .decimal(report.hold.milliseconds)))
        fields.append(ReplyField("held_ms", .decimal(report.held.milliseconds)))
        return .object(fields)
      })
  }
}

extension FilteringCommand: ServedCommand {
  func serve(
    by runner: CommandRunner, _ id: RequestID?, from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) -> [ReplyField]? {
    try runner.filtering(self, from: client)
  }
}
