import GestureCore
import GestureProtocol

/// What one client is told, and what all are told that no touchscreen has seen.
extension Publisher {
  /// Answers a request that was done.
  ///
  /// - Parameters:
  ///   - id: what the request called itself.
  ///   - fields: what it is answered besides.
  func reply(to client: Int, _ id: RequestID?, _ fields: [ReplyField] = [], now: Instant) {
    let line = lines.bytes { encoder, line in encoder.write(replyTo: id, fields, to: &line) }
    broadcaster?.reply(to: client, line, now: now)
  }

  /// Answers a request that was not done.
  func reply(to client: Int, _ id: RequestID?, _ error: RequestError, now: Instant) {
    let line = lines.bytes { encoder, line in encoder.write(replyTo: id, error, to: &line) }
    broadcaster?.reply(to: client, line, now: now)
  }

  /// Sends a client what fits from now on, instead of what was sent before.
  func subscribe(_ client: Int, _ id: RequestID?, to draft: SubscriptionDraft, units: WireUnits, now: Instant)
  {
    broadcaster?.subscribe(client, to: Subscription(draft), latestTouch: identifiers.latestTouch)
    reply(to: client, id, [ReplyField("units", .text(units.rawValue))] + withoutPlaces(in: units), now: now)
  }

  /// The most touchscreens that a reply tells of: far more than anybody plugs in.
  private static let toldScreens = 256

  /// Which touchscreens have no places in these units, and why; nothing where all have.
  private func withoutPlaces(in units: WireUnits) -> [ReplyField] {
    guard units == .pixels else { return [] }
    let screens = lines.encoder.devicesWithoutPixels.prefix(Self.toldScreens).map { device in
      ReplyValue.object([
        ReplyField("device", .integer(device)), ReplyField("reason", .text("pixels_unknown")),
      ])
    }
    return screens.isEmpty ? [] : [ReplyField("without_places", .list(screens))]
  }

  /// Sends a client nothing from now on but what is the connection's own.
  func unsubscribe(_ client: Int, _ id: RequestID?, now: Instant) {
    let nothing = Subscription(.none, of: client, in: scope)
    broadcaster?.subscribe(client, to: nothing, latestTouch: identifiers.latestTouch)
    reply(to: client, id, now: now)
  }

  /// Tells those who want to know of a region that came, went or changed.
  func publish(_ message: RegionMessage, now: Instant) {
    let seq = nextSeq()
    let scope = scope
    broadcaster?.tellEach(now: now) { subscriber in
      let client = subscriber.subscription.client
      guard subscriber.subscription.fits(message, in: scope) else { return nil }
      let form = lines.form(subscriber.form)
      let tellsClient = scope.isInspected(message.owner, form.inspection)
      return lines.bytes { encoder, line in
        encoder.write(
          message, seq: seq.number(for: subscriber), for: client, tellsClient: tellsClient, in: form,
          to: &line)
      }
    }
  }

  /// Tells those who want to know, and may, of a recognizer that came, went or changed.
  ///
  /// - Parameter number: one of its numbers in the recognizer set.
  func publish(_ message: RecognizerMessage, number: Int, now: Instant) {
    let seq = nextSeq()
    let scope = scope
    broadcaster?.tellEach(now: now) { subscriber in
      let client = subscriber.subscription.client
      guard subscriber.subscription.fits(message, number: number, in: scope) else { return nil }
      let tellsClient = scope.isInspected(message.owner, subscriber.subscription.inspection)
      return lines.bytes { encoder, line in
        encoder.write(
          message, seq: seq.number(for: subscriber), for: client, tellsClient: tellsClient, to: &line)
      }
    }
  }

  /// Lists regions to one client: lines before a reply.
  ///
  /// - Parameter inspection: whose clients are named that have declared them.
  func list(_ regions: [RegionMessage], to client: Int, _ inspection: Inspection, now: Instant) {
    guard let subscriber = broadcaster?.subscriber(numbered: client) else { return }
    let (form, seq) = (lines.form(subscriber.form), latestSeq(for: subscriber))
    for message in regions {
      let tellsClient = scope.isInspected(message.owner, inspection)
      let line = lines.bytes { encoder, line in
        encoder.write(message, seq: seq, for: client, tellsClient: tellsClient, in: form, to: &line)
      }
      broadcaster?.reply(to: client, line, now: now)
    }
  }

  /// Lists recognizers to one client: lines before a reply.
  ///
  /// - Parameters:
  ///   - recognizers: each with its setting, where that is told.
  ///   - inspection: whose clients are named that have declared them.
  func list(
    _ recognizers: [(message: RecognizerMessage, setting: RecognizerSetting?)], to client: Int,
    _ inspection: Inspection, now: Instant
  ) {
    guard let subscriber = broadcaster?.subscriber(numbered: client) else { return }
    let seq = latestSeq(for: subscriber)
    for (message, setting) in recognizers {
      let tellsClient = scope.isInspected(message.owner, inspection)
      let line = lines.bytes { encoder, line in
        encoder.write(message, seq: seq, for: client, tellsClient: tellsClient, setting: setting, to: &line)
      }
      broadcaster?.reply(to: client, line, now: now)
    }
  }

  /// What filters and lists may speak of.
  var scope: SubscriptionScope { broadcaster?.scope ?? SubscriptionScope() }

  private func latestSeq(for subscriber: Subscriber) -> UInt64 {
    broadcaster?.latestSeq.number(for: subscriber) ?? seq
  }

  /// Begins the private mode: from now on nothing of one finger and no place goes out. What is under way was cancelled
  /// before, and told.
  ///
  /// - Parameter time: the stamp of that.
  func beginPrivateMode(at time: Instant, now: Instant) {
    forEachAudience {
      tell(InhibitMessage(time: time, hasBegun: true), now: now)
      broadcaster?.beginPrivateMode(after: identifiers)
    }
  }

  /// Ends the private mode.
  ///
  /// - Parameter time: when, on the clock of the events.
  func endPrivateMode(at time: Instant, now: Instant) {
    forEachAudience {
      let suppressed = broadcaster?.endPrivateMode(latestTouch: identifiers.latestTouch) ?? 0
      tell(InhibitMessage(time: time, hasBegun: false, suppressed: suppressed), now: now)
    }
  }

  private func tell(_ message: InhibitMessage, now: Instant) {
    let seq = nextSeq()
    broadcaster?.tellEach(now: now) { subscriber in
      guard subscriber.subscription.fits(inhibitAs: message.hasBegun ? .began : .ended) else { return nil }
      return lines.bytes { encoder, line in
        encoder.write(message, seq: seq.number(for: subscriber), to: &line)
      }
    }
  }

  /// How each recognizer is heard now; nil where that has not changed since it was asked last, or nobody can listen.
  func takeHearing() -> [RecognizerHearing]? {
    broadcaster?.takeHearing(hasDump: hasDump && audience == Audience.everyone) ?? nil
  }

  /// Who listens to the touches of each touchscreen now, by their numbers; nil where that has not changed.
  func takeAudiences() -> [(Int, TouchAudience?)]? {
    broadcaster?.takeAudiences(hasDump: hasDump && audience == Audience.everyone) ?? nil
  }
}
