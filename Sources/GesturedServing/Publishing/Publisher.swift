import GestureCore
import GestureProtocol
import GesturedBase
import GesturedConfiguration
import LinuxEventLoop
import SystemPackage

/// Numbers each event, and passes it to the subscribers and to the dump.
///
/// ```
///                       ┌─▶ Channel ── the subscribers whose subscription fits ──▶ Connections
///   events, messages ───┤
///                       └─▶ DumpOutput
/// ```
///
/// Every event has a number (`seq`), whether a subscriber receives it or not. The same input therefore has the same
/// numbers on a socket, in a dump and in a replay. Only events that no client may count have no number on the socket
/// (`Channel.isHeldBack`).
///
/// A line is encoded once for all subscribers that share a form, then offered to each socket in turn.
///
/// The publisher serves one audience at a time: the subscribers that hear the same scene (`Audience`). Nearly always
/// there is one. Ids and numbers are those of that audience.
package final class Publisher {
  /// The turn of the loop in which it publishes. All code with a publisher takes the time and the log from here.
  package let turn: Turn
  /// The clients. Without a socket there are none.
  package let connections: Connections
  /// The present audience. Other rooms take ids from it, and nothing else.
  package var channel: Channel
  /// The channels of the other audiences, by their numbers: nil where an audience is present or gone.
  private var waiting: [Channel?] = [nil]
  /// `Channel.isPaid` of each audience, by its number. Each turn asks for each client, and a look at a waiting channel copies
  /// the channel.
  private var arePaid = [false]
  /// A pipeline leaves its events here for `publishEvents`.
  package var buffer = EventBuffer()
  /// Finds out that no contact has been down for some time.
  package let idle = IdleWatch()
  /// The detail that the configuration gives lines of touches, regardless of listeners.
  private(set) var declaredDetail: TouchDetail = []
  /// Whether applications receive the touches that no recognizer takes. A recognizer that no client hears then rests
  /// (FLT-35), and one that any client hears takes its touches from applications, whatever scene the client is in.
  package private(set) var isFiltering = false
  /// The actions that recognizers have sent.
  var firedActions: [FiredAction] = []
  private var dump: DumpOutput?
  /// Whether there is a dump: stored, since each event reads it.
  package private(set) var hasDump: Bool

  /// - Parameters:
  ///   - limits: the limits of clients.
  ///   - dump: shows everything that everyone hears; nil for none.
  package init(
    _ turn: Turn, vocabulary: Vocabulary, limits: SubscriberLimits = SubscriberLimits(SocketSettings()),
    dump: consuming DumpOutput?
  ) {
    self.turn = turn
    connections = Connections(turn, limits: limits)
    channel = Channel(EncodedLines(vocabulary), places: limits.socket.maximumSubscribers)
    hasDump = dump != nil
    buffer.wantsFingers = dump?.wantsFingers ?? false
    buffer.wantsAppMoves = dump != nil
    self.dump = dump
  }

  // MARK: Audiences

  /// The number of the present audience.
  package var audience: Int { channel.number }

  /// The numbers of all audiences.
  var audiences: [Int] { waiting.indices.filter { $0 == audience || waiting[$0] != nil } }

  /// Whether the present audience is everyone's.
  package var isForEveryone: Bool { audience == Audience.everyone }

  /// Switches to another audience. The number of an audience that is gone is ignored.
  @inline(__always)
  package func speak(to next: Int) {
    if next != audience { change(to: next) }
  }

  @inline(never)
  private func change(to next: Int) {
    guard waiting.indices.contains(next), var other = waiting[next].take() else { return }
    swap(&channel, &other)
    waiting[other.number] = other
    channel.lines.takeOverForms()
  }

  /// Calls a function for each audience, then switches back to the present one.
  func forEachAudience(_ body: () -> Void) {
    let present = audience
    for number in audiences {
      speak(to: number)
      body()
    }
    speak(to: present)
  }

  /// Splits a new audience from the present one. Gestures under way continue for its members, and so do the numbers.
  ///
  /// - Parameters:
  ///   - number: a number without an audience.
  ///   - vocabulary: the names behind the new audience's numbers.
  ///   - isPaid: whether a user pays for all work of the new audience.
  ///   - isMember: whether a subscriber moves to the new audience.
  package func split(
    _ number: Int, _ vocabulary: Vocabulary, isPaid: Bool, where isMember: (Subscriber) -> Bool
  ) {
    var added = Channel(number, like: channel, vocabulary, isPaid: isPaid)
    for index in connections.places.indices {
      if let subscriber = connections.member(at: index, of: audience), isMember(subscriber) {
        subscriber.audience = number
        channel.gestures.remove(index)
      } else {
        added.gestures.remove(index)
      }
    }
    while waiting.count <= number {
      waiting.append(nil)
      arePaid.append(false)
    }
    arePaid[number] = isPaid
    waiting[number] = added
    channel.noteListeners(turn)
  }

  /// Moves a client that has not subscribed to another audience of its user. Gestures under way end for the client as
  /// cancelled, because the other audience has gestures of its own. No `seq`, no id of a gesture and no id of a touch comes
  /// again or goes back for the client. A sequence of contacts that are down keeps its number of the other audience, which
  /// may be below numbers that the client has heard.
  package func move(_ client: Int, to number: Int) {
    guard let place = connections.place(of: client), let subscriber = connections.places[place].subscriber
    else { return }
    let present = audience
    defer { speak(to: present) }
    speak(to: subscriber.audience)
    let left = channel
    channel.gestures.remove(place)
    channel.noteListeners(turn)
    speak(to: number)
    channel.advance(past: left)
    for position in 0..<left.gestures.count where left.gestures.isTold(place, of: position) {
      left.cancel(gestureAt: position, for: subscriber, seq: nextSeq(), connections)
    }
    connections.list(place, subscriber)
    subscriber.audience = number
    subscriber.stage = number
    subscriber.latestTouch = channel.identifiers.latestTouch
    subscriber.subscription = Subscription(.standard, of: client, in: channel.scope)
    setForms(of: subscriber)
    channel.noteListeners(turn)
  }

  /// Forgets an audience without members.
  package func forget(audience number: Int) {
    guard number != audience, waiting.indices.contains(number) else { return }
    waiting[number] = nil
    let present = audience
    speak(to: Audience.everyone)
    channel.noteListeners(ofTouches: false, turn)
    speak(to: present)
  }

  /// The channels of all audiences but the present one.
  var others: some Sequence<Channel> { waiting.lazy.compactMap(\.self) }

  /// Charges the users of the listeners for lines that took so many microseconds (H5). Users with scenes of their own
  /// have paid for theirs.
  package func chargeListeners(_ spent: Int64) {
    connections.chargeListeners(spent) { arePaid.indices.contains($0) && arePaid[$0] }
  }

  // MARK: Events

  /// The number of the latest published line.
  package var seq: UInt64 { channel.latestSeq.all }

  /// The numbers of the next line.
  func nextSeq() -> LineSeq {
    channel.latestSeq.all += 1
    channel.latestSeq.several += 1
    return channel.latestSeq
  }

  /// Publishes the events that a device's pipeline has left in `buffer`, and empties the buffer.
  package func publishEvents(of device: Int) {
    guard !buffer.isEmpty else { return }
    if !channel.scope.actions.isEmpty { noteActions(of: device) }
    let begin = turn.spentOnLines != nil && !channel.isPaid ? turn.processorTime() : nil
    defer { if let begin { turn.spentOnLines? += turn.processorTime() - begin } }
    // One static call handles all events, so that no field of this object is looked up for each event.
    Self.publish(&buffer, of: device, on: &channel, to: connections, &dump, hasDump: showsDump)
  }

  private static func publish(
    _ buffer: inout EventBuffer, of device: Int, on channel: inout Channel, to connections: Connections,
    _ dump: inout DumpOutput?, hasDump: Bool
  ) {
    if buffer.listsFingers { channel.nameFingers(of: device, in: &buffer, connections) }
    let mayHoldBack = connections.isPrivate
    var nextNote = 0
    for position in 0..<buffer.count {
      if hasDump { showApp(buffer, from: &nextNote, upTo: position, of: device, &dump) }
      let untold = UInt64(buffer.places[position].untold)
      if mayHoldBack {
        channel.uncounted += untold
        if channel.isHeldBack(eventAt: position, of: buffer) {
          channel.uncounted += 1
        } else {
          channel.latestSeq.all += 1
        }
      } else {
        channel.latestSeq.all += untold + 1
      }
      channel.publish(eventAt: position, of: buffer, device: device, connections)
      if hasDump {
        dump?.write(
          buffer.event(at: position), of: buffer, device: device,
          seq: channel.latestSeq.all + channel.uncounted)
      }
    }
    if mayHoldBack {
      channel.uncounted += UInt64(buffer.untoldAtEnd)
    } else {
      channel.latestSeq.all += UInt64(buffer.untoldAtEnd)
    }
    if hasDump {
      showApp(buffer, from: &nextNote, upTo: buffer.count, of: device, &dump)
      dump?.flush(device: device, buffer.fingers)
      connections.turn.owe(.dump)
    }
    buffer.removeAll()
  }

  /// Shows what the app received before an event, in a dump (FLT-67).
  private static func showApp(
    _ buffer: borrowing EventBuffer, from next: inout Int, upTo position: Int, of device: Int,
    _ dump: inout DumpOutput?
  ) {
    while next < buffer.app.count, buffer.app[next].position <= position {
      dump?.write(buffer.app[next], device: device)
      next += 1
    }
  }

  /// Cancels the audience's gestures on a touchscreen, since the pipeline that recognized them is discarded.
  package func cancelGestures(on device: Int) {
    while let position = channel.gestures.entries.lastIndex(where: { $0.device == device }) {
      let seq = nextSeq()
      channel.cancel(gestureAt: position, seq: seq, connections)
    }
  }

  // MARK: Touchscreens

  /// Publishes that a device came, changed or went.
  ///
  /// - Parameter regions: the regions of a device that came.
  package func publish(
    _ message: DeviceMessage, regions: RegionTree? = nil, exclusions: [ExclusionMessage] = []
  ) {
    let seq = nextSeq()
    if message.state != .removed {
      channel.lines.encoder.setGeometry(of: message.device, size: message.size, pixels: message.pixels)
      if let regions {
        channel.scope.set(
          .init(
            number: message.device, names: [message.name, message.table].compactMap(\.self), regions: regions)
        )
        lookUpRegions()
        setRegions(of: message.device, regions)
      }
    }
    if isForEveryone {
      if message.state == .removed { idle.remove(message.device) } else { idle.add(message.device) }
    }
    channel.lines.keep(message, seq: seq)
    connections.tellEach(of: audience) { subscriber in
      guard subscriber.subscription.fits(.device, on: message.device) else { return nil }
      return channel.lines.bytes { encoder, line in
        encoder.write(message, seq: seq.number(for: subscriber), to: &line)
      }
    }
    guard isForEveryone else {
      if message.state == .removed { forget(message.device) }
      return
    }
    for other in audiences where other != Audience.everyone {
      speak(to: other)
      // Where the device is known already, the audience has regions of its own.
      publish(message, regions: message.state == .added ? regions : nil)
    }
    speak(to: Audience.everyone)
    if hasDump { turn.owe(.dump) }
    dump?.write(message, seq: seq.all + channel.uncounted)
    if let regions, message.state == .added {
      dump?.write(
        declarationsOf: message.device, regions, exclusions, at: message.time,
        seq: seq.all + channel.uncounted)
    }
    if message.state == .removed { forget(message.device) }
  }

  private func forget(_ device: Int) {
    channel.lines.encoder.forget(device: device)
    channel.gestures.endAll(on: device)
    channel.scope.remove(device: device)
    lookUpRegions()
  }

  private func lookUpRegions() {
    for index in connections.places.indices {
      connections.member(at: index, of: audience)?.subscription.lookUpRegions(in: channel.scope)
    }
    channel.noteListeners(turn)
  }

  // MARK: Names in lines

  /// Takes over the recognizers that later events name. Called after the events that their change caused are published.
  package func setRecognizers(_ set: RecognizerSet) {
    let vocabulary = Vocabulary(set, users: channel.scope.users)
    channel.lines.encoder.setRecognizers(vocabulary.recognizers)
    let change = channel.scope.setRecognizers(set)
    for owner in change.involvedOwners { connections.subscriber(numbered: owner)?.prepareNumbers() }
    for index in connections.places.indices {
      connections.member(at: index, of: audience)?.subscription.lookUp(change, in: channel.scope)
    }
    channel.noteListeners(turn)
    if isForEveryone { dump?.setRecognizers(vocabulary.recognizers) }
  }

  /// Takes over the regions of a touchscreen, which later events name. Called after the events that their change caused
  /// are published.
  package func setRegions(of device: Int, _ regions: RegionTree) {
    channel.lines.encoder.setRegions(
      of: device, regions.regions.map(\.name), windows: regions.toldWindows,
      controllers: regions.regions.map(\.controller), kinds: regions.kinds)
    if isForEveryone { dump?.setRegions(of: device, regions) }
    let change = channel.scope.setRegions(of: device, regions)
    for entry in channel.scope.devices where entry.number == device { setReferences(of: entry) }
    channel.noteListeners(ofGestures: !change.regions.isEmpty, turn)
    guard !change.regions.isEmpty, let found = channel.scope.devices.first(where: { $0.number == device })
    else { return }
    for index in connections.places.indices {
      connections.member(at: index, of: audience)?.subscription.lookUp(change, of: found, in: channel.scope)
    }
  }

  /// The recognizers and regions that filters and lists may name.
  package var scope: SubscriptionScope { channel.scope }

  /// Takes over the size of a touchscreen for a new audience.
  package func setGeometry(of device: Int, size: Size, pixels: Size?) {
    channel.lines.encoder.setGeometry(of: device, size: size, pixels: pixels)
  }

  /// Whether any touchscreen's pixels are known.
  package var knowsPixels: Bool { channel.lines.encoder.knowsPixels }

  // MARK: Limits

  /// Takes over new limits while clients are connected.
  ///
  /// Where the events socket now hides more or less than before, its subscribers are disconnected. They reconnect and
  /// find what the configuration allows.
  ///
  /// - Returns: how many clients were disconnected.
  package func reconfigure(_ next: SubscriberLimits) -> Int {
    let previous = connections.limits
    guard next != previous else { return 0 }
    forEachAudience { channel.gestures.makeRoom(places: next.socket.maximumSubscribers) }
    connections.adopt(next)
    guard
      next.hidesPlaces != previous.hidesPlaces || next.hidesSingleFinger != previous.hidesSingleFinger
    else { return 0 }
    if next.hidesSingleFinger, !previous.hidesSingleFinger {
      channel.severalNumbers.begin(after: channel.identifiers)
    }
    return connections.dismiss { $0.tier == .events }
  }

  /// Sets the detail that the configuration gives lines of touches, regardless of listeners.
  package func declare(_ detail: TouchDetail) {
    guard declaredDetail != detail else { return }
    declaredDetail = detail
    for subscriber in connections.all { setForms(of: subscriber) }
    forEachAudience { channel.noteListeners(ofGestures: false, turn) }
  }

  /// Sets whether applications receive the touches that no recognizer takes.
  package func setFiltering(_ isFiltering: Bool) {
    guard self.isFiltering != isFiltering else { return }
    self.isFiltering = isFiltering
    forEachAudience { channel.noteListeners(ofTouches: false, turn) }
  }

  // MARK: The dump

  /// Whether a dump shows the events of the present audience.
  var showsDump: Bool { hasDump && isForEveryone }

  /// Begins the dump.
  package func begin(_ hello: Hello) {
    dump?.write(hello)
  }

  /// Shows an event without contacts in the dump.
  func show(_ message: FamilyMessage, seq: UInt64) {
    guard showsDump else { return }
    turn.owe(.dump)
    dump?.write(message, seq: seq + channel.uncounted)
  }

  /// Shows a gesture of presses in the dump.
  func show(pressGesture gesture: GestureEvent, of device: String, seq: UInt64) {
    guard showsDump else { return }
    turn.owe(.dump)
    dump?.write(pressGesture: gesture, of: device, seq: seq + channel.uncounted)
  }

  /// Shows an action in the dump, as observers get it.
  func show(_ message: ActionMessage) {
    guard hasDump else { return }
    turn.owe(.dump)
    dump?.write(message)
  }

  /// Shows an idle line of a client in the dump. Lines alike for several clients are shown once.
  func show(_ message: IdleMessage) {
    guard hasDump else { return }
    turn.owe(.dump)
    dump?.write(message)
  }

  /// Ends the dump.
  package func finishDump() {
    dump?.finish()
  }

  /// Whether the recognizer of `--explain` has fired; nil without `--explain`.
  package var hasExplainedFire: Bool? { dump?.hasExplainedFire ?? nil }

  /// Whether the dump cannot be written any more.
  package var isDumpBroken: Bool { hasDump && dump?.isBroken ?? false }

  /// Whether the dump was just closed because its reader held the daemon up: true once.
  package func hasJustClosedDump() -> Bool {
    guard hasDump, dump?.isGivenUp ?? false else { return false }
    dump = nil
    hasDump = false
    return true
  }

  /// The error that ended the dump; nil where its reader closed it.
  package var dumpFailure: Errno? { dump?.failure ?? nil }
}
