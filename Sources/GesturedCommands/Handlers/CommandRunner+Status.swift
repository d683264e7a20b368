import GestureCore
import GestureProtocol
import GesturedBase
import GesturedServing

/// `status`: the daemon's state.
extension CommandRunner {
  func status(for client: ClientIdentity, on stage: Stage) -> [ReplyField] {
    var devices = 0
    input.forEachTouchscreen(at: turn.now) { _, _ in devices += 1 }
    var fields = [
      ReplyField("version", .text(ProductVersion.current)),
      ReplyField("protocol", .integer(Hello.protocolVersion)),
      ReplyField("uptime", .time(Instant(microseconds: (turn.now - start).microseconds))),
      ReplyField("devices", .integer(devices)),
      ReplyField("inhibited", .flag(lease.isHeld)),
    ]
    if let own = connections.subscriber(numbered: client.number) {
      fields += queue(of: own)
    }
    if rights.mayDo(.adjust, client.credentials), !adjustments.entries.isEmpty {
      fields.append(ReplyField("adjusted", presentAdjustments))
    }
    guard rights.isOwner(client.credentials) else { return fields }
    fields.append(ReplyField("configuration", configurationState.reply))
    if !input.filterReports.isEmpty { fields.append(ReplyField("filters", filterReports)) }
    fields.append(ReplyField("connections", .integer(connections.count)))
    fields.append(ReplyField("subscribers", .list(subscribers)))
    fields.append(ReplyField("lines", .integer(Int(clamping: lines(for: client)))))
    fields.append(
      ReplyField("regions", .integer(stage.scene.regions.count)))
    fields.append(
      ReplyField("recognizers", .integer(stage.scene.recognizers.instances.count { !$0.isRemoved })))
    return fields
  }

  /// The number of published lines, as a client's lines count them.
  private func lines(for client: ClientIdentity) -> UInt64 {
    guard let subscriber = connections.subscriber(numbered: client.number) else {
      return publisher.everyone.seq
    }
    return publisher.latestSeq(for: subscriber)
  }

  private func queue(of subscriber: Subscriber) -> [ReplyField] {
    [
      ReplyField("queued", .integer(subscriber.backlogCount)),
      ReplyField("dropped", .integer(Int(clamping: subscriber.lines.allDropped))),
      ReplyField("timeouts", .integer(Int(clamping: subscriber.told.timeoutCount))),
    ]
  }

  /// The most subscribers in a reply. A line of 64 KiB has room for 256, whatever their numbers are.
  private static let mostSubscribers = 256

  /// The subscribers for the reply. Beyond the limit, those with the most dropped and waiting lines come first.
  private var subscribers: [ReplyValue] {
    var all = connections.all
    if all.count > Self.mostSubscribers {
      func trouble(_ subscriber: Subscriber) -> UInt64 {
        subscriber.lines.allDropped &+ UInt64(subscriber.backlogCount)
      }
      let worst = all.sorted { (trouble($0), $1.number) > (trouble($1), $0.number) }
      all = worst.prefix(Self.mostSubscribers).sorted { $0.number < $1.number }
    }
    return all.map { subscriber in
      .object(
        [
          ReplyField("number", .integer(subscriber.number)),
          ReplyField("uid", .integer(Int(subscriber.credentials.userID))),
          ReplyField("pid", .integer(Int(subscriber.credentials.processID))),
          ReplyField("socket", .text(subscriber.tier.rawValue)),
        ] + queue(of: subscriber))
    }
  }
}

extension StatusCommand: ServedCommand {
  func serve(
    by runner: CommandRunner, _ id: RequestID?, from client: ClientIdentity, on stage: Stage
  ) throws(RequestError) -> [ReplyField]? {
    runner.status(for: client, on: stage)
  }
}

/// The state of the configuration since the start, as `status` shows it to root and to the daemon's own user.
package struct ConfigurationState: Hashable {
  /// How many reloads succeeded.
  package var reloads = 0
  /// The mistakes of the last reading, a line each; empty without mistakes.
  package var mistakes: [String] = []
  /// The settings without effect, a line each. Some take effect at the next start.
  package var waiting: [String] = []

  /// The most mistakes in a reply. The journal has them too.
  private static let mostMistakes = 20
  /// The most characters of each mistake, as its names may be long and a line's length is limited.
  private static let mostCharacters = 400

  /// The field of `status`.
  var reply: ReplyValue {
    .object([
      ReplyField("state", .text(mistakes.isEmpty ? "loaded" : "kept")),
      ReplyField("reloads", .integer(reloads)),
      ReplyField(
        "mistakes",
        .list(mistakes.prefix(Self.mostMistakes).map { .text(String($0.prefix(Self.mostCharacters))) })),
      ReplyField("waiting", .list(waiting.map { .text($0) })),
    ])
  }
}
