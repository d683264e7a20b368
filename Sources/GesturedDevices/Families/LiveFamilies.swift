import EventFamilies
import GestureCore
import GestureProtocol
import GesturedBase
import GesturedConfiguration
import GesturedServing
import LinuxEventLoop
import LinuxInput
import TouchInput

/// The machine's accelerometers, media keys, remote controls and jacks, from plugging in to unplugging. Each is open
/// only for the roles that a client or the configuration wants now.
final class LiveFamilies {
  private struct Place {
    var open: OpenFamily?
    var generation: UInt32 = 0
  }

  /// A node that may be read, and its possible roles.
  private struct Candidate {
    var node: InputDeviceNode
    var roles: DeviceRoles

    /// The roles for which the node is opened: all enabled roles once any role is wanted. A new wish therefore never
    /// reopens the node, which would end other clients' presses.
    func roles(wanted: DeviceRoles, enabled: DeviceRoles) -> DeviceRoles {
      roles.isDisjoint(with: wanted) ? [] : roles.intersection(enabled)
    }
  }

  /// Where the devices' events go.
  let desk: FamilyDesk
  /// The sensors of Industrial I/O, which are not event nodes.
  let sensors: LiveSensors
  private var candidates: [String: Candidate] = [:]
  private var places: [Place] = []
  private var wanted: DeviceRoles = []
  private var hasNews = false
  private var isStopped = false
  /// Whether all devices must be reopened with new settings.
  private var isStale = false
  /// The nodes that stay closed for now: opening failed, or their values have no unit. udev's reports clear entries.
  private var refused: Set<String> = []
  /// The refused nodes that are tried again (D26).
  private var retries = RetrySchedule<InputDeviceNode>()

  init(_ desk: FamilyDesk) {
    self.desk = desk
    sensors = LiveSensors(desk)
  }

  private var turn: Turn { desk.turn }

  /// Adds a node that udev reports as new or changed.
  func add(_ node: InputDeviceNode, _ settings: DeviceSettings?) {
    let roles = DeviceRoles(
      of: node.description, isAccelerometer: node.deviceClass.contains(.accelerometer),
      isRemote: settings?.isRemote ?? false)
    refused.remove(node.systemPath)
    retries.forget(node.systemPath)
    candidates[node.systemPath] = roles.isEmpty ? nil : Candidate(node: node, roles: roles)
    hasNews = true
  }

  /// Forgets a node that is gone or must not be read.
  func forget(_ systemPath: String) {
    refused.remove(systemPath)
    retries.forget(systemPath)
    guard candidates.removeValue(forKey: systemPath) != nil else { return }
    hasNews = true
  }

  /// Reopens everything with new settings.
  func reconfigure() {
    isStale = true
    hasNews = true
    sensors.reconfigure()
    refused = []
  }

  /// Forgets all nodes but the present ones, after reports of udev were lost.
  func retain(_ present: Set<String>) {
    for path in candidates.keys where !present.contains(path) { forget(path) }
    sensors.recordChange()
  }

  /// When the caller must call `advance`.
  var nextDeadline: Instant? {
    var earliest: Instant?
    for index in places.indices { earliest = .earlier(earliest, places[index].open?.nextDeadline) }
    earliest = .earlier(earliest, retries.nextDeadline)
    return .earlier(earliest, sensors.nextDeadline)
  }

  /// Opens the devices that are wanted and closes the others, where anything has changed.
  func settle() {
    guard !isStopped else { return }
    if desk.hasShakes {
      for device in desk.dropShakesWithoutReceiver(at: { _ in desk.turn.now }) {
        sensors.drop(device)
        places.compactMap(\.open).first { $0.device.number == device }?.drop(desk)
      }
    }
    let hasNewWishes = desk.consumeNewWishes()
    guard hasNews || hasNewWishes || sensors.hasNews else { return }
    let wanted = desk.wantedRoles
    sensors.settle(isWanted: wanted.contains(.motion))
    guard hasNews || wanted != self.wanted else { return }
    hasNews = false
    self.wanted = wanted
    let enabled = desk.enabledRoles
    for index in places.indices {
      guard let open = places[index].open else { continue }
      let candidate = candidates[open.systemPath]
      let roles = candidate.map { $0.roles(wanted: wanted, enabled: enabled) }
      guard roles != open.device.roles || isStale else { continue }
      close(index, isGone: candidate == nil)
    }
    isStale = false
    let read = Set(places.compactMap { $0.open?.systemPath })
    for (path, candidate) in candidates.sorted(by: { $0.value.node.number < $1.value.node.number })
    where !read.contains(path) && !refused.contains(path) {
      let roles = candidate.roles(wanted: wanted, enabled: enabled)
      if !roles.isEmpty { open(candidate, roles) }
    }
  }

  /// Reads a device that has events.
  func read(_ event: PollEvent) {
    if event.token.kind == TokenKind.sensor {
      sensors.read()
      return
    }
    guard let index = index(of: event), let open = self[index] else { return }
    let departure = open.read(after: event.readiness, desk)
    conclude(index, departure)
  }

  /// The place of an event's device; nil where the device is gone.
  func index(of event: PollEvent) -> Int? {
    let index = Int(event.token.index)
    guard places.indices.contains(index), places[index].generation == event.token.generation,
      places[index].open != nil
    else { return nil }
    return index
  }

  /// The device at a place; nil where it is free.
  subscript(index: Int) -> OpenFamily? { places[index].open }

  /// Fires the deadlines that are due.
  func advance() {
    for index in places.indices {
      guard let open = places[index].open, let due = open.nextDeadline, due <= turn.now else { continue }
      let departure = open.advance(desk)
      conclude(index, departure)
    }
    sensors.advance()
    for node in retries.removeDue(at: turn.now) {
      guard candidates[node.systemPath] != nil else {
        retries.forget(node.systemPath)
        continue
      }
      refused.remove(node.systemPath)
      hasNews = true
    }
  }

  /// Ends all events under way after the machine has slept, and compares what is plugged in (AUD-18).
  func resume() {
    dropAll()
    var states: [(device: Int, ports: [AudioPort])] = []
    for open in places.compactMap(\.open) {
      guard let ports = open.currentPorts() else { continue }
      open.adoptAfterSleep(ports)
      states.append((open.device.number, open.device.jack?.settled ?? []))
    }
    desk.wake(states, at: turn.now)
  }

  /// Cancels all events under way on all devices.
  func dropAll() {
    sensors.dropAll()
    for place in places { place.open?.drop(desk) }
  }

  /// Passes an answer to the device that waits for it.
  ///
  /// - Returns: whether a device waits for it.
  func answer(_ question: UInt64, with answer: GestureAnswer, from client: Int) -> Bool {
    places.contains { $0.open?.answer(question, with: answer, from: client) ?? false }
  }

  /// Ends all events under way and closes all devices for good.
  func stop() {
    isStopped = true
    dropAll()
    for index in places.indices {
      try? places[index].open?.unwatch(with: turn.poller)
      places[index].open = nil
    }
    sensors.stop()
    retries = RetrySchedule()
  }

  // MARK: Opening and closing

  private func open(_ candidate: Candidate, _ roles: DeviceRoles) {
    let node = candidate.node
    let name = DeviceMessage.shownName(node.description.name)
    do throws(DeviceOpenError) {
      let event = try EventNode(opening: node, wanting: FamilyDevice.codes(for: roles)) { description in
        let found = DeviceRoles(
          of: description, isAccelerometer: node.deviceClass.contains(.accelerometer),
          isRemote: roles.contains(.presses))
        return roles.isSubset(of: found)
      }
      let mount = node.identity.properties["ACCEL_MOUNT_MATRIX"].flatMap(MountMatrix.init) ?? .identity
      let device = FamilyDevice(
        number: desk.number(of: node.systemPath), event.description, roles: roles, settings: desk.settings,
        mount: mount)
      if device.isUnscaled {
        refused.insert(node.systemPath)
        turn.warning(
          .device(name),
          FamilyWarning.noResolution.with(name))
        return
      }
      let open = OpenFamily(event, device)
      do throws(SystemError) {
        try open.adopt(desk)
        let index = freePlace()
        let token = PollToken(
          kind: TokenKind.family, index: UInt32(index), generation: places[index].generation)
        try open.watch(with: turn.poller, token: token)
        places[index].open = open
      } catch {
        throw .system(error)
      }
      retries.forget(node.systemPath)
      turn.debug("\(node.path) “\(name)” is read for \(roles.text)")
    } catch {
      refused.insert(node.systemPath)
      if !error.isWorthRetrying || retries.add(node, node.systemPath, at: turn.now) {
        turn.warning(.device(name), error.line(of: "“\(name)”"))
      } else {
        turn.debug("\(node.path) “\(name)”: \(error)")
      }
    }
  }

  private func close(_ index: Int, isGone: Bool) {
    guard let open = places[index].open else { return }
    open.drop(desk)
    if isGone { desk.unplug(open.device.number, at: turn.now) }
    // The kernel drops a closed descriptor from the poll set, so that an error here does not matter.
    try? open.unwatch(with: turn.poller)
    places[index].open = nil
    if isGone { desk.forget(open.systemPath) }
    turn.debug("“\(DeviceMessage.shownName(open.device.name))” is not read any more")
  }

  /// Completes a reading: warns of a slow sensor, and closes a device that is gone.
  func conclude(_ index: Int, _ departure: DeviceDeparture?) {
    guard let open = places[index].open else { return }
    if open.consumeSlownessWarning() {
      let name = DeviceMessage.shownName(open.device.name)
      turn.warning(.device(name), FamilyWarning.slowAccelerometer.with(name))
    }
    guard departure != nil else { return }
    candidates[open.systemPath] = nil
    close(index, isGone: true)
  }

  private func freePlace() -> Int {
    let index = places.firstIndex { $0.open == nil } ?? places.count
    if index == places.count { places.append(Place()) }
    places[index].generation = PollToken.generation(after: places[index].generation)
    return index
  }
}
