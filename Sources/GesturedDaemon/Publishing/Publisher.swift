import GestureCore
import GestureProtocol
import SystemPackage

/// Numbers what happens, encodes it once and hands it to the subscribers and to the dump.
///
/// Every event has a number (`seq`), whether anybody is told of it or not: so the same story has the same numbers
/// on a socket, in a dump and in a replay. Only what nobody may count has none on the socket (`Broadcaster.isHeldBack`).
final class Publisher {
  /// Where touch, sequence and gesture ids come from, over all devices.
  var identifiers = IdentifierSource()
  /// Where a pipeline leaves its events for `publish`.
  var buffer = EventBuffer()
  /// What is made of what no finger did.
  let desk: FamilyDesk
  /// Who listens on the socket; nil where there is none.
  var broadcaster: Broadcaster?

  /// The lines of an event, in the forms that somebody wants.
  let lines: EncodedLines
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
    self.dump = dump
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
    dump?.write(message, seq: seq + uncounted)
  }

  /// Has the dump show a gesture of presses.
  func show(pressGesture gesture: GestureEvent, of device: String, seq: UInt64) {
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
    dump?.write(message, seq: seq.all + uncounted)
    if message.state == .removed { forget(message.device) }
  }

  /// Tells of all that has become of a device's regions, but of those that went.
  func publishRegions(
    of device: Int, _ tree: RegionTree, from old: RegionTree, at time: Instant, now: Instant
  ) {
    for number in tree.livingRegions {
      let isNew = !old.regions.indices.contains(number) || old.regions[number].isRemoved
      guard isNew || !tree.regions[number].isSame(as: old.regions[number]) else { continue }
      publish(tree.message(of: number, isNew ? .added : .changed, device: device, at: time), now: now)
    }
  }

  /// Tells of what a device's pipeline has left in `buffer`, and empties it.
  func publishEvents(of device: Int, now: Instant) {
    guard buffer.count > 0 || buffer.untoldAtEnd > 0 else { return }
    // All in one call, so that nothing of this object is looked up anew for each event.
    Self.publish(&buffer, of: device, to: &broadcaster, &dump, hasDump: hasDump, &seq, &uncounted, now: now)
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
    if hasDump { dump?.flush(device: device) }
    buffer.removeAll()
  }

  // MARK: What lines speak of

  /// Takes over the recognizers: events speak of these from now on. Called after the events were published that their
  /// change has led to.
  func setRecognizers(_ set: RecognizerSet) {
    let vocabulary = Vocabulary(set)
    lines.encoder.setRecognizers(vocabulary.recognizers)
    dump?.setRecognizers(vocabulary.recognizers)
    broadcaster?.setRecognizers(set)
    desk.setRecognizers(set)
  }

  /// Takes over the regions of a touchscreen: events speak of these from now on. Called after the events were published
  /// that their change has led to.
  func setRegions(of device: Int, _ regions: RegionTree) {
    let names = regions.regions.map(\.name)
    lines.encoder.setRegions(of: device, names)
    dump?.setRegions(of: device, names)
    broadcaster?.setRegions(of: device, regions)
  }

  private func forget(_ device: Int) {
    lines.encoder.forget(device: device)
    broadcaster?.remove(device: device)
  }
}
