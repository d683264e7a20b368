import EventFamilies
import GestureCore
import GestureProtocol
import GesturedBase
import GesturedConfiguration
import GesturedServing
import TouchInput

/// One accelerometer, set of media keys, remote control or jack, live or replayed: turns input events into actions.
///
/// Deadlines before an event fire first, each with its own stamp. A deadline at exactly the event's stamp fires after
/// the event (TIM-1). A replay therefore produces the same actions as the live device.
struct FamilyDevice: ~Copyable {
  /// The device's number at the desk.
  let number: Int
  /// The name that the device reports.
  let name: String
  /// The roles for which the device is read.
  let roles: DeviceRoles
  private var motion: MotionAssembler?
  private var gravity = GravityFilter()
  private var shake: ShakeDetector?
  private var hasWarned = false
  private var remote: RemoteDecoder?
  private var presses = PressTracker()
  private var surface: PressSurface?
  private var surfaceVersion = -1
  private var heldCommands = HeldCommands()
  private(set) var jack: JackSwitches?
  private var hasSwitched: Bool?
  private var outputs: [RemoteDecoder.Output] = []
  /// The key releases of the present report.
  private var releases: [InputEvent] = []
  /// The stamp of the last event or deadline.
  private(set) var latest: Instant

  /// A device that is read for some roles.
  ///
  /// - Parameters:
  ///   - begin: a time that no event of the device precedes.
  ///   - events: all events that the device will report, as of a recording; nil where they are not known yet.
  init(
    number: Int, _ description: DeviceDescription, roles: DeviceRoles, settings: FamilySettings,
    mount: MountMatrix = .identity, since begin: Instant = Instant(microseconds: 0),
    events: [InputEvent]? = nil
  ) {
    self.number = number
    latest = begin
    self.roles = roles
    name = description.name
    if roles.contains(.motion) {
      // No kernel can be asked for the value of an axis that a recording never reports.
      let resting = events.map { events in
        Set(MotionAssembler.axes).subtracting(
          events.lazy.filter { $0.type == EventCode.absolute }.map(\.code))
      }
      motion = MotionAssembler(description, mount: mount, resting: resting ?? [])
      shake = settings.shake.map { ShakeDetector($0) }
    }
    if roles.contains(.remote) {
      var keys = settings.remote ?? RemoteSettings()
      // Clicks of a remote control are not counted.
      if roles.contains(.presses) { keys.clickKeys = CodeSet() }
      remote = RemoteDecoder(keys, isJack: roles.contains(.jack))
    }
    if roles.contains(.jack) { jack = JackSwitches(settle: (settings.audio ?? AudioSettings()).settle) }
  }

  /// The event codes that some roles need, by type. The kernel drops all other events of the device.
  static func codes(for roles: DeviceRoles) -> [UInt16: CodeSet] {
    var codes: [UInt16: CodeSet] = [:]
    if roles.contains(.motion) { codes[EventCode.absolute] = CodeSet(MotionAssembler.axes) }
    var keys = roles.contains(.remote) ? MediaKey.codes(isJack: roles.contains(.jack)) : CodeSet()
    if roles.contains(.presses) { for key in PressType.keys.keys { keys.insert(key) } }
    if !keys.isEmpty { codes[EventCode.key] = keys }
    if roles.contains(.jack) { codes[EventCode.switches] = CodeSet(AudioPort.switches.map(\.code)) }
    return codes
  }

  /// When the caller must call `advance`; nil without a deadline.
  var nextDeadline: Instant? {
    let deadline = Instant.earlier(.earlier(shake?.deadline, remote?.deadline), jack?.deadline)
    return switch surface {
    case .some(let surface): .earlier(deadline, surface.nextDeadline)
    case nil: deadline
    }
  }

  /// Whether the device has the role of motion but reports no resolution, so that its values have no unit.
  var isUnscaled: Bool { roles.contains(.motion) && motion == nil }

  /// Whether the sensor samples too slowly for shakes; true once (MOT-14).
  mutating func consumeSlownessWarning() -> Bool {
    guard shake?.isTooSlow ?? false, !hasWarned else { return false }
    hasWarned = true
    return true
  }

  // MARK: Events

  /// Decodes an event.
  ///
  /// - Returns: whether events were lost before it, so that the caller must read the device's state again.
  mutating func decode(_ event: InputEvent, _ desk: FamilyDesk) -> Bool {
    var event = event
    event.time = max(event.time, latest)
    advance(to: Instant(microseconds: event.time.microseconds - 1), desk)
    latest = event.time
    if let sample = motion?.add(event) { assess(sample, desk) }
    switch event.type {
    case EventCode.key where event.value == 0: releases.append(event)
    case EventCode.key:
      release(desk)
      decode(key: event, desk)
    case EventCode.switches:
      guard let port = AudioPort(switch: event.code) else { break }
      jack?.record(port, isIn: event.value != 0)
      hasSwitched = event.value != 0
    case EventCode.synchronization where event.code == EventCode.report:
      if event.value == 1, !releases.isEmpty {
        // The kernel made this report: it releases all keys of a device that is pulled, inhibited or put to sleep. No
        // person released them (PRS-7).
        drop(at: event.time, desk)
      }
      release(desk)
      endReport(at: event.time, desk)
    case EventCode.synchronization where event.code == EventCode.dropped:
      releases.removeAll(keepingCapacity: true)
      drop(at: event.time, desk)
      return true
    default: break
    }
    return false
  }

  /// Fires the deadlines up to a time.
  mutating func advance(to time: Instant, _ desk: FamilyDesk) {
    while let due = nextDeadline, due <= time {
      latest = max(latest, due)
      if let (phase, at) = shake?.advance(to: due) {
        desk.receive(phase, of: number, name: name, at: at)
      }
      remote?.advance(to: due, into: &outputs)
      tellActions(desk)
      if surface?.nextDeadline.map({ $0 <= due }) ?? false {
        publishGestures(desk) { surface, identifiers, buffer in
          surface.advance(to: due, identifiers: &identifiers, into: &buffer)
        }
        tellDueCommands(at: due, desk)
      }
      if let (change, at) = jack?.advance(to: due) {
        desk.receive(change, of: number, at: at)
      }
    }
  }

  /// Cancels all events under way, because the device is gone, has lost events, or is suspended. Every beginning gets
  /// its end.
  mutating func drop(at time: Instant, _ desk: FamilyDesk) {
    let time = max(time, latest)
    latest = time
    if shake?.cancel(at: time) ?? false {
      desk.receive(.cancelled, of: number, name: name, at: time)
    }
    remote?.drop(at: time, into: &outputs)
    tellActions(desk)
    heldCommands.dropAll()
    while let press = presses.cancelOne(at: time) {
      report(press, desk)
    }
    // A gesture that waits for a second press is dropped with the presses. No recognizer reports it later.
    surface = nil
    surfaceVersion = -1
  }

  /// Passes on the answer of the owner of a recognizer on presses.
  ///
  /// - Returns: whether this device waits for an answer to the question.
  mutating func answer(_ question: UInt64, with answer: GestureAnswer, from client: Int) -> Bool {
    surface?.answer(question, with: answer, from: client) ?? false
  }

  // MARK: State

  /// Sets the values of axes and switches before the first event, without publishing them (AUD-8). A device that
  /// was read before for other roles publishes what was plugged or pulled since: a plug may have been about to settle.
  mutating func adopt(axes: [Int32], ports: [AudioPort], at time: Instant, _ desk: FamilyDesk) {
    motion?.adopt(axes)
    guard jack != nil else { return }
    if let told = desk.knownPorts(of: number) {
      jack?.adopt(told)
      compare(axes: axes, ports: ports, at: time, desk)
    } else {
      jack?.adopt(ports)
      desk.adopt(jack?.settled ?? [], of: number)
    }
  }

  /// Compares the state with the known one after events were lost, and publishes the difference (AUD-24).
  mutating func compare(axes: [Int32], ports: [AudioPort], at time: Instant, _ desk: FamilyDesk) {
    motion?.adopt(axes)
    let time = max(time, latest)
    if let change = jack?.compare(with: ports, at: time) {
      desk.receive(change, of: number, at: time)
    }
  }

  /// Sets what is plugged in after the machine has slept. The desk publishes the change (AUD-18).
  mutating func adoptAfterSleep(_ ports: [AudioPort]) { jack?.adopt(ports) }

  /// Feeds a sample of a polled sensor to the shake detector and to the desk.
  mutating func feed(_ sample: MotionSample, _ desk: FamilyDesk) {
    advance(to: Instant(microseconds: sample.time.microseconds - 1), desk)
    latest = max(latest, sample.time)
    assess(sample, desk)
  }

  /// Passes a sample of a gyroscope that is a device of its own to the desk. Only raw motion uses it.
  mutating func feed(rotationRate: SpatialVector, at time: Instant, _ desk: FamilyDesk) {
    latest = max(latest, time)
    desk.receive(MotionReading(rotationRate: rotationRate, at: time, of: number, name: name))
  }

  // MARK: Steps

  private mutating func assess(_ sample: MotionSample, _ desk: FamilyDesk) {
    _ = gravity.update(sample)
    desk.receive(MotionReading(sample, gravity: gravity.gravity, of: number, name: name))
    if let phase = shake?.add(sample) {
      desk.receive(phase, of: number, name: name, at: sample.time)
    }
  }

  private mutating func release(_ desk: FamilyDesk) {
    for event in releases { decode(key: event, desk) }
    releases.removeAll(keepingCapacity: true)
  }

  private mutating func decode(key event: InputEvent, _ desk: FamilyDesk) {
    if roles.contains(.presses), PressType.keys[event.code] != nil {
      if let press = presses.track(key: event.code, value: event.value, at: event.time) {
        report(press, desk)
      }
      return
    }
    remote?.decode(key: event.code, value: event.value, at: event.time, into: &outputs)
    tellActions(desk)
  }

  /// A press goes to recognizers first, then to the first responder. A play press that no responder takes becomes a
  /// command (PRS-8). While a recognizer may still make a hold of the press, the command waits.
  private mutating func report(_ press: Press, _ desk: FamilyDesk) {
    if press.phase == .began, presses.presses.count == 1 { prepareSurface(desk) }
    publishGestures(desk) { surface, identifiers, buffer in
      surface.update(press, identifiers: &identifiers, into: &buffer)
    }
    var all = presses.presses
    if press.phase != .began { all.append(press) }
    let isTaken = desk.receive(press, of: number, name: name, all: all)
    if press.type == .playPause, press.phase == .began, !isTaken {
      let holds = surface?.undecidedHolds(of: press) ?? []
      if holds.isEmpty {
        desk.receive(.command(.togglePlayPause), at: press.time)
      } else {
        heldCommands.hold(for: holds)
      }
    }
    tellDueCommands(at: press.time, desk)
  }

  /// Runs the recognizers on presses, and publishes their gestures. A hold takes the command of its press.
  private mutating func publishGestures(
    _ desk: FamilyDesk, _ run: (inout PressSurface, inout IdentifierSource, inout EventBuffer) -> Void
  ) {
    guard var present = surface.take() else { return }
    let begun = desk.publishGestures(of: name) { run(&present, &$0, &$1) }
    surface = consume present
    if !heldCommands.isEmpty {
      for recognizer in begun { heldCommands.drop(for: recognizer) }
    }
  }

  /// Sends the commands of presses that no recognizer can make a hold of any more.
  private mutating func tellDueCommands(at time: Instant, _ desk: FamilyDesk) {
    guard !heldCommands.isEmpty else { return }
    let surface = surface.take()
    let count = heldCommands.removeDue { recognizer in
      switch surface {
      case .some(let surface): surface.pipeline.isUndecided(recognizer)
      case nil: false
      }
    }
    self.surface = surface
    for _ in 0..<count {
      desk.receive(.command(.togglePlayPause), at: time)
    }
  }

  /// Makes the surface for new recognizers at a press, unless a gesture on presses is still under way.
  private mutating func prepareSurface(_ desk: FamilyDesk) {
    guard surfaceVersion != desk.recognizersVersion, let set = desk.recognizers else { return }
    guard surface == nil || surface?.nextDeadline == nil else { return }
    surfaceVersion = desk.recognizersVersion
    heldCommands.dropAll()
    surface = set.hasPresses ? PressSurface(recognizers: set, settings: desk.touch) : nil
  }

  private mutating func endReport(at time: Instant, _ desk: FamilyDesk) {
    if let isPluggedIn = hasSwitched {
      // AUD-22: what the headset's button began ends before the plug's change is published.
      hasSwitched = nil
      remote?.jackChanged(isPluggedIn: isPluggedIn, at: time, into: &outputs)
      tellActions(desk)
    }
    if let change = jack?.endReport(at: time) {
      desk.receive(change, of: number, at: time)
    }
  }

  private mutating func tellActions(_ desk: FamilyDesk) {
    for output in outputs { desk.receive(output.action, at: output.time) }
    outputs.removeAll(keepingCapacity: true)
  }
}
