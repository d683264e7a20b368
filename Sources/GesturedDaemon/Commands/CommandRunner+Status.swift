import GestureCore
import GestureProtocol

/// `status` and `devices`: how the daemon is, and what it reads.
extension CommandRunner {
  func status(for client: ClientIdentity, now: Instant) -> [ReplyField] {
    var devices = 0
    input.forEachTouchscreen(at: now) { _, _ in devices += 1 }
    var fields = [
      ReplyField("version", .text(Version.current)),
      ReplyField("protocol", .integer(Hello.protocolVersion)),
      ReplyField("uptime", .time(Instant(microseconds: (now - start).microseconds))),
      ReplyField("devices", .integer(devices)),
      ReplyField("inhibited", .flag(lease.isHeld)),
    ]
    if let own = publisher.broadcaster?.subscriber(numbered: client.number) {
      fields += queue(of: own)
    }
    guard rights.isOwner(client.credentials) else { return fields }
    fields.append(ReplyField("configuration", configurationState.reply))
    fields.append(ReplyField("subscribers", .list(subscribers)))
    fields.append(ReplyField("lines", .integer(Int(clamping: lines(for: client)))))
    fields.append(
      ReplyField("regions", .integer(scene.regions.count)))
    fields.append(
      ReplyField("recognizers", .integer(scene.recognizers.instances.count { !$0.isRemoved })))
    return fields
  }

  /// How many lines were published, as far as a client's lines count them.
  private func lines(for client: ClientIdentity) -> UInt64 {
    guard let broadcaster = publisher.broadcaster,
      let subscriber = broadcaster.subscriber(numbered: client.number)
    else { return publisher.seq }
    return broadcaster.latestSeq.number(for: subscriber)
  }

  private func queue(of subscriber: Subscriber) -> [ReplyField] {
    [
      ReplyField("queued", .integer(subscriber.backlogCount)),
      ReplyField("dropped", .integer(Int(clamping: subscriber.allDroppedCount))),
    ]
  }

  private var subscribers: [ReplyValue] {
    (publisher.broadcaster?.places ?? []).compactMap(\.subscriber).map { subscriber in
      .object(
        [
          ReplyField("number", .integer(Int(clamping: subscriber.number))),
          ReplyField("uid", .integer(Int(subscriber.credentials.userID))),
          ReplyField("pid", .integer(Int(subscriber.credentials.processID))),
          ReplyField("socket", .text(subscriber.tier.rawValue)),
        ] + queue(of: subscriber))
    }
  }
}
