import GestureCore
import GestureProtocol
import GesturedBase
import GesturedConfiguration
import GesturedScene
import LinuxEventLoop
import SystemPackage

/// Numbers each event, and passes it to the subscribers and to the dump.
///
/// ```
///                       ┌─▶ Stage ── the subscribers whose subscription fits ──▶ Connections
///   events, messages ───┤
///                       └─▶ DumpOutput
/// ```
///
/// Every event has a number (`seq`), whether a subscriber receives it or not. The same input therefore has the same
/// numbers on a socket, in a dump and in a replay. Only events that no client may count have no number on the socket
/// (`Stage.isHeldBack`).
///
/// A line is encoded once for all subscribers that share a form, then offered to each socket in turn.
///
/// Ids and numbers are those of a stage. Nearly always there is only everyone's.
package final class Publisher {
  /// The turn of the loop in which it publishes. All code with a publisher takes the time and the log from here.
  package let turn: Turn
  /// The clients. Without a socket there are none.
  package let connections: Connections
  /// Everyone's stage.
  package let everyone: Stage
  /// All stages, everyone's first. A stage comes after the one that it extends.
  package private(set) var stages: [Stage]
  /// A pipeline leaves its events here for `publishEvents`.
  package var buffer = EventBuffer()
  /// Detects that no contact has been down for some time.
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
  ///   - scene: everyone's scene.
  ///   - limits: the limits of clients.
  ///   - dump: shows everything that everyone hears; nil for none.
  package init(
    _ turn: Turn, scene: Scene, limits: SubscriberLimits = SubscriberLimits(SocketSettings()),
    dump: consuming DumpOutput?
  ) {
    self.turn = turn
    connections = Connections(turn, limits: limits)
    everyone = Stage(everyone: scene, places: limits.socket.maximumSubscribers)
    stages = [everyone]
    hasDump = dump != nil
    buffer.wantsFingers = dump?.wantsFingers ?? false
    buffer.wantsAppMoves = dump != nil
    self.dump = dump
  }

  // MARK: Stages

  /// Whether a stage still exists.
  package func has(_ stage: Stage) -> Bool { stages.contains { $0 === stage } }

  /// Adds a stage that extends another one. Gestures under way continue for its members, and so do the numbers. The
  /// members declare in its scene from now on, too.
  ///
  /// - Parameter isMember: whether a subscriber that hears the other stage moves to the new one.
  package func addStage(
    _ origin: Stage.Origin, on base: Stage, where isMember: (Subscriber) -> Bool
  ) -> Stage {
    let added = Stage(origin, on: base)
    for index in connections.places.indices {
      if let subscriber = connections.member(at: index, of: base), isMember(subscriber) {
        subscriber.hears = added
        subscriber.declaresOn = added
        base.gestures.remove(index)
      } else {
        added.gestures.remove(index)
      }
    }
    stages.append(added)
    base.markListenersStale(turn)
    return added
  }

  /// Moves a client that has not subscribed to another stage of its user. Gestures under way end for the client as
  /// cancelled, because the other stage has gestures of its own. No `seq`, no id of a gesture and no id of a touch comes
  /// again or goes back for the client. A sequence of contacts that are down keeps its number of the other stage, which
  /// may be below numbers that the client has heard.
  package func move(_ client: Int, to stage: Stage) {
    guard let place = connections.place(of: client), let subscriber = connections.places[place].subscriber
    else { return }
    let left = subscriber.hears
    let told = (0..<left.gestures.count).filter { left.gestures.isTold(place, of: $0) }
    left.gestures.remove(place)
    left.markListenersStale(turn)
    stage.advance(past: left)
    for position in told {
      left.cancel(gestureAt: position, for: subscriber, seq: stage.nextSeq(), connections)
    }
    connections.list(place, subscriber)
    subscriber.hears = stage
    subscriber.declaresOn = stage
    subscriber.latestTouch = stage.identifiers.latestTouch
    subscriber.subscription = Subscription(.standard, of: client, in: stage.scope)
    setForms(of: subscriber)
    stage.markListenersStale(turn)
  }

  /// Removes a stage without members.
  package func remove(_ stage: Stage) {
    stages.removeAll { $0 === stage }
    everyone.markListenersStale(ofTouches: false, turn)
  }

  // MARK: Events

  /// Publishes the events that a device's pipeline has left in `buffer`, and empties the buffer.
  package func publishEvents(of device: Int, on stage: Stage) {
    guard !buffer.isEmpty else { return }
    if !stage.scope.actions.isEmpty { collectActions(of: device, on: stage) }
    let begin = turn.spentOnLines != nil && !stage.isPaid ? turn.processorTime() : nil
    defer { if let begin { turn.spentOnLines? += turn.processorTime() - begin } }
    // One static call publishes all events, so that no field of this object is looked up for each event.
    Self.publish(&buffer, of: device, on: stage, to: connections, &dump, hasDump: showsDump(of: stage))
  }

  private static func publish(
    _ buffer: inout EventBuffer, of device: Int, on stage: Stage, to connections: Connections,
    _ dump: inout DumpOutput?, hasDump: Bool
  ) {
    if buffer.listsFingers { stage.nameFingers(of: device, in: &buffer, connections) }
    let mayHoldBack = connections.isPrivate
    var nextNote = 0
    for position in 0..<buffer.count {
      if hasDump { showApp(buffer, from: &nextNote, upTo: position, of: device, &dump) }
      let untold = UInt64(buffer.places[position].untold)
      if mayHoldBack {
        stage.uncounted += untold
        if stage.isHeldBack(eventAt: position, of: buffer) {
          stage.uncounted += 1
        } else {
          stage.latestSeq.all += 1
        }
      } else {
        stage.latestSeq.all += untold + 1
      }
      stage.publish(eventAt: position, of: &buffer, device: device, connections)
      if hasDump {
        dump?.write(
          buffer.event(at: position), of: buffer, device: device,
          seq: stage.latestSeq.all + stage.uncounted)
      }
    }
    if mayHoldBack {
      stage.uncounted += UInt64(buffer.untoldAtEnd)
    } else {
      stage.latestSeq.all += UInt64(buffer.untoldAtEnd)
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

  /// Cancels the gestures of a stage on a touchscreen, since the pipeline that recognized them is discarded.
  package func cancelGestures(on device: Int, of stage: Stage) {
    while let position = stage.gestures.entries.lastIndex(where: { $0.device == device }) {
      stage.cancel(gestureAt: position, seq: stage.nextSeq(), connections)
    }
  }

  // MARK: Touchscreens

  /// Publishes that a device came, changed or went, on all stages.
  ///
  /// - Parameter regions: the regions of a device that came.
  package func publish(
    _ message: DeviceMessage, regions: RegionTree? = nil, exclusions: [ExclusionMessage] = []
  ) {
    if message.state == .removed { idle.remove(message.device) } else { idle.add(message.device) }
    publish(message, on: everyone, regions)
    for stage in stages where stage !== everyone {
      // Where the device is known already, the stage has regions of its own.
      publish(message, on: stage, message.state == .added ? regions : nil)
      if message.state == .removed { forget(message.device, on: stage) }
    }
    if hasDump { turn.owe(.dump) }
    dump?.write(message, seq: everyone.seq + everyone.uncounted)
    if let regions, message.state == .added {
      dump?.write(
        declarationsOf: message.device, regions, exclusions, at: message.time,
        seq: everyone.seq + everyone.uncounted)
    }
    if message.state == .removed { forget(message.device, on: everyone) }
  }

  /// Publishes that a device came, changed or went, on one stage.
  ///
  /// - Parameter regions: the regions of a device that came.
  package func publish(_ message: DeviceMessage, on stage: Stage, _ regions: RegionTree? = nil) {
    let seq = stage.nextSeq()
    if message.state != .removed {
      stage.lines.encoder.setGeometry(of: message.device, size: message.size, pixels: message.pixels)
      if let regions {
        stage.scope.set(
          .init(
            number: message.device, names: [message.name, message.table].compactMap(\.self), regions: regions)
        )
        lookUpRegions(of: stage)
        setRegions(of: message.device, regions, on: stage)
      }
    }
    stage.lines.keep(message, seq: seq)
    connections.tellEach(of: stage) { subscriber in
      guard subscriber.subscription.fits(.device, on: message.device) else { return nil }
      return stage.lines.bytes { encoder, line in
        encoder.write(message, seq: seq.number(for: subscriber), to: &line)
      }
    }
  }

  private func forget(_ device: Int, on stage: Stage) {
    stage.lines.encoder.forget(device: device)
    stage.gestures.endAll(on: device)
    stage.scope.remove(device: device)
    lookUpRegions(of: stage)
  }

  private func lookUpRegions(of stage: Stage) {
    for index in connections.places.indices {
      connections.member(at: index, of: stage)?.subscription.lookUpRegions(in: stage.scope)
    }
    stage.markListenersStale(turn)
  }

  // MARK: Names in lines

  /// Sets the recognizers of a stage's scene, which later events name. Called after the events that their change
  /// caused are published.
  package func setRecognizers(of stage: Stage) {
    let set = stage.scene.recognizers
    let vocabulary = Vocabulary(set, users: stage.scope.users)
    stage.lines.encoder.setRecognizers(vocabulary.recognizers)
    let change = stage.scope.setRecognizers(set)
    for owner in change.involvedOwners { connections.subscriber(numbered: owner)?.told.prepare() }
    for index in connections.places.indices {
      connections.member(at: index, of: stage)?.subscription.lookUp(change, in: stage.scope)
    }
    stage.markListenersStale(turn)
    if stage.isEveryones { dump?.setRecognizers(vocabulary.recognizers) }
  }

  /// Sets the regions of a touchscreen, which later events name. Called after the events that their change caused
  /// are published.
  package func setRegions(of device: Int, _ regions: RegionTree, on stage: Stage) {
    stage.lines.encoder.setRegions(
      of: device, regions.regions.map(\.name), windows: regions.toldWindows,
      controllers: regions.regions.map(\.controller), kinds: regions.kinds)
    if stage.isEveryones { dump?.setRegions(of: device, regions) }
    let change = stage.scope.setRegions(of: device, regions)
    for entry in stage.scope.devices where entry.number == device { setReferences(of: entry, on: stage) }
    stage.markListenersStale(ofGestures: !change.regions.isEmpty, turn)
    guard !change.regions.isEmpty, let found = stage.scope.devices.first(where: { $0.number == device })
    else { return }
    for index in connections.places.indices {
      connections.member(at: index, of: stage)?.subscription.lookUp(change, of: found, in: stage.scope)
    }
  }

  /// Sets the size of a touchscreen for a new stage.
  package func setGeometry(of device: Int, size: Size, pixels: Size?, on stage: Stage) {
    stage.lines.encoder.setGeometry(of: device, size: size, pixels: pixels)
  }

  /// Whether any touchscreen's pixels are known.
  package var knowsPixels: Bool { everyone.lines.encoder.knowsPixels }

  // MARK: Limits

  /// Applies new limits while clients are connected.
  ///
  /// Where the events socket now hides more or less than before, its subscribers are disconnected. They reconnect and
  /// find what the configuration allows.
  ///
  /// - Returns: how many clients were disconnected.
  package func reconfigure(_ next: SubscriberLimits) -> Int {
    let previous = connections.limits
    guard next != previous else { return 0 }
    for stage in stages { stage.gestures.makeRoom(places: next.socket.maximumSubscribers) }
    connections.adopt(next)
    let (withheld, before) = (next.withheld(at: .events), previous.withheld(at: .events))
    guard withheld != before else { return 0 }
    if withheld.contains(.singleFingers), !before.contains(.singleFingers) {
      for stage in stages { stage.severalNumbers.begin(after: stage.identifiers) }
    }
    return connections.dismiss { $0.tier == .events }
  }

  /// Sets the detail that the configuration gives lines of touches, regardless of listeners.
  package func declare(_ detail: TouchDetail) {
    guard declaredDetail != detail else { return }
    declaredDetail = detail
    for subscriber in connections.all { setForms(of: subscriber) }
    for stage in stages { stage.markListenersStale(ofGestures: false, turn) }
  }

  /// Sets whether applications receive the touches that no recognizer takes.
  package func setFiltering(_ isFiltering: Bool) {
    guard self.isFiltering != isFiltering else { return }
    self.isFiltering = isFiltering
    for stage in stages { stage.markListenersStale(ofTouches: false, turn) }
  }

  // MARK: The dump

  /// Whether a dump shows the events of a stage.
  func showsDump(of stage: Stage) -> Bool { hasDump && stage.isEveryones }

  /// Begins the dump.
  package func begin(_ hello: Hello) {
    dump?.write(hello)
  }

  /// Shows an event without contacts in the dump.
  func show(_ message: FamilyMessage) {
    guard hasDump else { return }
    turn.owe(.dump)
    dump?.write(message, seq: everyone.seq + everyone.uncounted)
  }

  /// Shows a gesture of presses in the dump.
  func show(pressGesture gesture: GestureEvent, of device: String) {
    guard hasDump else { return }
    turn.owe(.dump)
    dump?.write(pressGesture: gesture, of: device, seq: everyone.seq + everyone.uncounted)
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
