import GestureCore
import GestureProtocol
import LinuxEventLoop
import SystemPackage

/// Numbers what happens, encodes it once and hands it to the subscribers and to the dump.
///
/// Every event has a number (`seq`), whether anybody is told of it or not: so the same story has the same numbers
/// on a socket, in a dump and in a replay. Only what nobody may count has none on the socket (`Broadcaster.isHeldBack`).
///
/// It speaks to one audience at a time, as its broadcaster does: ids and numbers are those of that audience.
final class Publisher {
  /// What is counted for one audience.
  private struct Counts {
    var identifiers: IdentifierSource
    var seq: UInt64
    var uncounted: UInt64
  }

  /// Where touch, sequence and gesture ids come from, over all devices.
  var identifiers = IdentifierSource()
  /// Where a pipeline leaves its events for `publish`.
  var buffer = EventBuffer()
  /// What is made of what no finger did.
  let desk: FamilyDesk
  /// Who listens on the socket; nil where there is none.
  var broadcaster: Broadcaster?

  /// The lines of an event, in the forms that somebody wants.
  private(set) var lines: EncodedLines
  /// The audience that is spoken to, and the counts of the others, by their numbers.
  private(set) var audience = Audience.everyone
  private var waiting: [Counts?] = [nil]
  private var dump: DumpOutput?
  /// The number of the line that was published last.
  private(set) var seq: UInt64 = 0
  /// How many events had no number. A dump shows them, and counts them too.
  private var uncounted: UInt64 = 0

  init(
    vocabulary: Vocabulary, broadcaster: consuming Broadcaster?, dump: consuming DumpOutput?,
    desk: FamilyDesk = FamilyDesk()
  ) {
    self.desk = desk
    lines = broadcaster?.lines ?? EncodedLines()
    lines.encoder = MessageEncoder(vocabulary)
    self.broadcaster = broadcaster
    hasDump = dump != nil
    buffer.wantsFingers = dump?.wantsFingers ?? false
    self.dump = dump
  }

  // MARK: Audiences

  /// The processor time that this thread has used, in microseconds.
  var processorTime: () -> Int64 = ProcessorClock.microseconds

  /// Whether a user has processor time left for a scene of its own (H1).
  func mayWork(for user: UInt32?, now: Instant) -> Bool {
    user.flatMap { broadcaster?.work.waitEnd(of: $0, at: now) } == nil
  }

  /// Charges a user for what was done since the processor time was looked at.
  func charge(_ user: UInt32?, since begin: Int64, now: Instant) {
    guard let user else { return }
    broadcaster?.work.charge(processorTime() - begin, to: user, now: now)
  }

  /// The numbers of the audiences there are.
  var audiences: [Int] { broadcaster?.audiences ?? [Audience.everyone] }

  /// Speaks to another audience from now on. One that is gone is passed over.
  func speak(to next: Int) {
    guard next != audience, waiting.indices.contains(next), var counts = waiting[next].take() else { return }
    swap(&identifiers, &counts.identifiers)
    swap(&seq, &counts.seq)
    swap(&uncounted, &counts.uncounted)
    waiting[audience] = counts
    audience = next
    broadcaster?.speak(to: next)
    lines = broadcaster?.lines ?? lines
  }

  /// Has something done for each audience, and goes back to the present one.
  func forEachAudience(_ body: () -> Void) {
    let present = audience
    for number in audiences {
      speak(to: number)
      body()
    }
    speak(to: present)
  }

  /// Makes an audience out of members of the present one: what is under way goes on for them, and so do the numbers.
  ///
  /// - Parameters:
  ///   - vocabulary: the names behind its numbers.
  ///   - isMember: who belongs to it from now on.
  func split(_ number: Int, _ vocabulary: Vocabulary, where isMember: (Subscriber) -> Bool) {
    while waiting.count <= number { waiting.append(nil) }
    waiting[number] = Counts(identifiers: identifiers, seq: seq, uncounted: uncounted)
    broadcaster?.split(number, EncodedLines(like: lines, vocabulary), where: isMember)
  }

  /// Forgets an audience that nobody belongs to.
  func forget(audience number: Int) {
    guard number != audience else { return }
    waiting[number] = nil
    broadcaster?.forget(audience: number)
  }

  /// Whether everything is shown: kept, as it is looked at with each event.
  private(set) var hasDump: Bool

  /// The numbers of the line that comes next.
  func nextSeq() -> LineSeq {
    seq += 1
    broadcaster?.latestSeq.all = seq
    broadcaster?.latestSeq.several += 1
    return broadcaster?.latestSeq ?? LineSeq(all: seq)
  }

  /// Whether the dump can not be written any more.
  var isDumpBroken: Bool { hasDump && dump?.isBroken ?? false }

  /// Whether the dump was given up because its reader held the daemon up: said once.
  func hasJustGivenDumpUp() -> Bool {
    guard hasDump, dump?.isGivenUp ?? false else { return false }
    dump = nil
    hasDump = false
    return true
  }

  /// Why it can not, where it is not that its reader has seen enough.
  var dumpFailure: Errno? { dump?.failure ?? nil }

  /// How many listen on the socket.
  var subscriberCount: Int { broadcaster?.count ?? 0 }

  /// Whether a client has ever said what it wants to hear of.
  var hasSubscription: Bool { broadcaster?.hasSubscription ?? false }

  /// When the first of those connected who have said nothing so far; nil where all have, or there are none.
  var silentSince: Instant? { broadcaster?.silentSince }

  /// Whether some subscriber has not taken all its lines.
  var hasBacklog: Bool { broadcaster?.hasBacklog ?? false }

  /// When one of those for whom lines wait last took something; nil where nothing waits.
  var latestBacklogProgress: Instant? { broadcaster?.latestBacklogProgress }

  /// Begins the dump.
  func begin(_ hello: Hello) {
    dump?.write(hello)
  }

  /// Has the dump show what no finger did.
  func show(_ message: FamilyMessage, seq: UInt64) {
    guard audience == Audience.everyone else { return }
    dump?.write(message, seq: seq + uncounted)
  }

  /// Has the dump show a gesture of presses.
  func show(pressGesture gesture: GestureEvent, of device: String, seq: UInt64) {
    guard audience == Audience.everyone else { return }
    dump?.write(pressGesture: gesture, of: device, seq: seq + uncounted)
  }

  /// Ends the dump.
  func finishDump() {
    dump?.finish()
  }

  /// Whether what `--explain` asks about has fired; nil where nothing is explained.
  var hasExplainedFire: Bool? { dump?.hasExplainedFire ?? nil }

  /// What a new subscriber of a socket gets before all others: the greeting and the devices that are there.
  func greeting(_ hello: Hello, at tier: SocketTier) -> [[UInt8]] {
    let hidesSingleFingers = tier == .events && broadcaster?.hidesSingleFingers ?? false
    return [lines.bytes { encoder, line in encoder.write(hello, to: &line) }]
      + lines.deviceLines(tellingSingleFingers: !hidesSingleFingers)
  }

  /// Tells of a device that came or went.
  ///
  /// - Parameter regions: the regions of one that came.
  func publish(_ message: DeviceMessage, regions: RegionTree? = nil, now: Instant) {
    let seq = nextSeq()
    if message.state != .removed {
      lines.encoder.setGeometry(of: message.device, size: message.size, pixels: message.pixels)
      if let regions {
        broadcaster?.add(
          .init(
            number: message.device, names: [message.name, message.table].compactMap(\.self), regions: regions)
        )
        setRegions(of: message.device, regions)
      }
    }
    lines.keep(message, seq: seq)
    broadcaster?.tellEach(now: now) { subscriber in
      guard subscriber.subscription.fits(.device, on: message.device) else { return nil }
      return lines.bytes { encoder, line in
        encoder.write(message, seq: seq.number(for: subscriber), to: &line)
      }
    }
    guard audience == Audience.everyone else {
      if message.state == .removed { forget(message.device) }
      return
    }
    for other in audiences where other != Audience.everyone {
      speak(to: other)
      // Where it is there already, the audience has regions of its own.
      publish(message, regions: message.state == .added ? regions : nil, now: now)
    }
    speak(to: Audience.everyone)
    dump?.write(message, seq: seq.all + uncounted)
    if let regions, message.state == .added {
      dump?.write(declarationsOf: message.device, regions, at: message.time, seq: seq.all + uncounted)
    }
    if message.state == .removed { forget(message.device) }
  }

  /// What there is to tell of a device's regions, but of those that went.
  func news(of device: Int, _ tree: RegionTree, from old: RegionTree, at time: Instant) -> [RegionMessage] {
    tree.livingRegions.compactMap { number in
      let isNew = !old.regions.indices.contains(number) || old.regions[number].isRemoved
      guard isNew || !tree.regions[number].isSame(as: old.regions[number]) else { return nil }
      return tree.message(of: number, isNew ? .added : .changed, device: device, at: time)
    }
  }

  /// Tells of all that has become of a device's regions, but of those that went.
  func publishRegions(
    of device: Int, _ tree: RegionTree, from old: RegionTree, at time: Instant, now: Instant
  ) {
    for message in news(of: device, tree, from: old, at: time) { publish(message, now: now) }
  }

  /// Tells of what a device's pipeline has left in `buffer`, and empties it.
  func publishEvents(of device: Int, now: Instant) {
    guard !buffer.isEmpty else { return }
    // All in one call, so that nothing of this object is looked up anew for each event.
    Self.publish(
      &buffer, of: device, to: &broadcaster, &dump, hasDump: hasDump && audience == Audience.everyone, &seq,
      &uncounted, now: now)
  }

  private static func publish(
    _ buffer: inout EventBuffer, of device: Int, to broadcaster: inout Broadcaster?,
    _ dump: inout DumpOutput?, hasDump: Bool, _ seq: inout UInt64, _ uncounted: inout UInt64, now: Instant
  ) {
    let mayHoldBack = broadcaster?.isPrivate ?? false
    for position in 0..<buffer.count {
      let untold = UInt64(buffer.places[position].untold)
      if mayHoldBack {
        uncounted += untold
        if broadcaster?.isHeldBack(eventAt: position, of: buffer) ?? false {
          uncounted += 1
        } else {
          seq += 1
        }
      } else {
        seq += untold + 1
      }
      broadcaster?.publish(eventAt: position, of: buffer, device: device, seq: seq, now: now)
      if hasDump {
        dump?.write(buffer.event(at: position), of: buffer, device: device, seq: seq + uncounted)
      }
    }
    if mayHoldBack { uncounted += UInt64(buffer.untoldAtEnd) } else { seq += UInt64(buffer.untoldAtEnd) }
    broadcaster?.latestSeq.all = seq
    if hasDump { dump?.flush(device: device, buffer.fingers) }
    buffer.removeAll()
  }

  /// Ends what the audience knows to be under way on a touchscreen: the pipeline that it came of is thrown away.
  func cancelGestures(on device: Int, now: Instant) {
    while let position = broadcaster?.gestures.entries.lastIndex(where: { $0.device == device }) {
      let seq = nextSeq()
      broadcaster?.cancel(gestureAt: position, seq: seq, now: now)
    }
  }

  // MARK: What lines speak of

  /// Takes over the recognizers: events speak of these from now on. Called after the events were published that their
  /// change has led to.
  func setRecognizers(_ set: RecognizerSet) {
    let vocabulary = Vocabulary(set, users: scope.users)
    lines.encoder.setRecognizers(vocabulary.recognizers)
    broadcaster?.setRecognizers(set)
    guard audience == Audience.everyone else { return }
    dump?.setRecognizers(vocabulary.recognizers)
    desk.setRecognizers(set)
  }

  /// Takes over the regions of a touchscreen: events speak of these from now on. Called after the events were published
  /// that their change has led to.
  func setRegions(of device: Int, _ regions: RegionTree) {
    let names = regions.regions.map(\.name)
    lines.encoder.setRegions(of: device, names)
    if audience == Audience.everyone { dump?.setRegions(of: device, regions) }
    broadcaster?.setRegions(of: device, regions)
  }

  private func forget(_ device: Int) {
    lines.encoder.forget(device: device)
    broadcaster?.remove(device: device)
  }
}
