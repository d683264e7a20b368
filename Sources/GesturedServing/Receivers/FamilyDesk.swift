import EventFamilies
import GestureCore
import GestureProtocol
import GesturedBase
import GesturedConfiguration

/// Sends the events that no finger caused to their receivers, by UIKit's rules.
///
/// ```
///   FamilyDevice ──▶ desk ─┬─ shake, press ──▶ the first responder of the key window and its chain
///                          ├─ command ───────▶ the same, or else the client that claimed the audio session last
///                          └─ route ─────────▶ all subscribers
/// ```
package final class FamilyDesk {
  /// The device number of gestures that recognizers make of presses. Touchscreens have other numbers.
  static let presses = 0

  /// Where the desk's events go.
  package let publisher: Publisher
  package private(set) var settings: FamilySettings
  /// `[touch]`, which recognizers on presses use too.
  package private(set) var touch: TouchSettings
  /// The clients that subscribe to raw motion, and the latest samples.
  package let motion = RawMotion()
  /// The shakes under way, by device.
  private var shakes: [Int: Shake] = [:]
  /// The recognizers, of which only those on presses matter here.
  package private(set) var recognizers: RecognizerSet?
  /// Grows with each change of `recognizers`.
  package private(set) var recognizersVersion = 0
  /// Whether a client holds the lease. Only route changes are published then.
  package private(set) var isSuspended = false
  /// The sound's route.
  private var router: AudioRouter
  /// The devices whose plugged state is known.
  private var jacks: Set<Int> = []
  /// The clients that receive commands.
  private var receivers = RemoteReceivers()
  /// The directions in which devices seek.
  private var seeks = SeekLedger()
  /// The clients that received the beginning of a seek, by that command. The same clients receive the end.
  private var seekReceivers: [RemoteCommand: FamilyReceivers] = [:]
  /// The receivers of each press that is down.
  private var presses: [PressKey: FamilyReceivers] = [:]
  /// The numbers of the present devices, by their paths in sysfs.
  private var numbers: [String: Int] = [:]
  private var latestNumber = 0
  private var hasNewWishes = true
  /// The events of recognizers on presses, until they are published.
  private var buffer = EventBuffer()
  /// The regions and windows in which these events start and climb; nil without touchscreens.
  private weak var scene: (any ResponderScene)?

  /// A shake under way: the name of its device, and the receivers that were chosen at its beginning.
  private struct Shake {
    var name: String
    var receivers: FamilyReceivers
  }

  /// One press of one device.
  private struct PressKey: Hashable {
    var device: Int
    var press: UInt64
  }

  /// A desk of a machine with nothing plugged in.
  package init(
    _ publisher: Publisher, _ settings: FamilySettings = FamilySettings(),
    touch: TouchSettings = TouchSettings()
  ) {
    self.publisher = publisher
    self.settings = settings
    self.touch = touch
    router = AudioRouter(settings.audio ?? AudioSettings())
  }

  /// Sets the scene in which events climb. The desk does not keep it.
  package func setScene(_ scene: any ResponderScene) { self.scene = scene }

  /// The turn of the loop.
  package var turn: Turn { publisher.turn }

  /// The roles for which devices must be read now. A sensor without a listener would cost power (MOT-25), and keys
  /// without a receiver stay unread (RMT-9, RMT-12).
  package var wantedRoles: DeviceRoles {
    var roles: DeviceRoles = []
    if settings.shake != nil,
      publisher.hasDump || motion.hasReaders || settings.resetsTransforms
        || publisher.connections.isWanted(.motion)
    {
      roles.insert(.motion)
    }
    if settings.remote != nil {
      roles.insert(.presses)
      if publisher.hasDump || receivers.hasReceiver { roles.insert(.remote) }
    }
    if settings.audio != nil { roles.insert(.jack) }
    return roles
  }

  /// Applies new settings. The sources reopen the devices.
  package func reconfigure(_ settings: FamilySettings, touch: TouchSettings) {
    self.settings = settings
    self.touch = touch
    router.reconfigure(settings.audio ?? AudioSettings())
  }

  /// The number of a device. A device that is reopened for other roles keeps its number.
  package func number(of systemPath: String) -> Int {
    if let number = numbers[systemPath] { return number }
    latestNumber += 1
    numbers[systemPath] = latestNumber
    return latestNumber
  }

  /// Forgets a device that is gone. A later device on the same path gets a new number.
  package func forget(_ systemPath: String) {
    guard let number = numbers.removeValue(forKey: systemPath) else { return }
    motion.forget(sensor: number)
    jacks.remove(number)
  }

  /// The roles that the settings allow. A jack is read beside its button, because plugging mutes the button (CLK-14).
  package var enabledRoles: DeviceRoles {
    var roles: DeviceRoles = []
    if settings.shake != nil { roles.insert(.motion) }
    if settings.remote != nil { roles.formUnion([.remote, .presses, .jack]) }
    if settings.audio != nil { roles.insert(.jack) }
    return roles
  }

  /// Marks the wanted roles stale: clients came, went or changed their requests.
  package func renewWishes() {
    hasNewWishes = true
    turn.owe(.families)
  }

  /// Whether `renewWishes` was called since this function was last called.
  package func consumeNewWishes() -> Bool {
    defer { hasNewWishes = false }
    return hasNewWishes
  }

  /// Sets the recognizers.
  package func setRecognizers(_ set: RecognizerSet) {
    recognizers = set
    recognizersVersion += 1
  }

  /// Drops all events except route changes. The caller has ended all events under way (MOT-16, PRS-7, RMT-5).
  package func suspend() {
    motion.forgetAll()
    isSuspended = true
  }

  /// Ends `suspend`. The caller has dropped all events that began meanwhile, whose beginning no client has received.
  package func resume() { isSuspended = false }
}

/// Chooses the receivers of events that no finger caused.
extension FamilyDesk {
  /// Sends a shake that begins, ends or is canceled. The receivers chosen at its beginning receive the rest (MOT-15).
  package func receive(_ phase: ShakePhase, of device: Int, name: String, at time: Instant) {
    guard !isSuspended else { return }
    let receivers: FamilyReceivers
    if phase == .began {
      receivers = publisher.connections.receivers(of: .motion, along: path)
      shakes[device] = Shake(name: name, receivers: receivers)
    } else {
      guard let known = shakes.removeValue(forKey: device) else { return }
      receivers = known.receivers
    }
    publisher.publish(.motion(phase, of: device, name: name, at: time), to: receivers)
    if phase == .ended, settings.resetsTransforms { scene?.resetTransforms() }
  }

  /// Whether a shake is under way.
  package var hasShakes: Bool { !shakes.isEmpty }

  /// Cancels shakes for responders that no longer exist (MOT-16). A shake goes on for the other responders that take it.
  ///
  /// - Parameter time: the present time of a device.
  /// - Returns: the numbers of the devices whose shakes no responder takes any more. The caller cancels these shakes.
  package func dropShakesWithoutReceiver(at time: (Int) -> Instant) -> [Int] {
    var abandoned: [Int] = []
    for (device, shake) in shakes.sorted(by: { $0.key < $1.key }) {
      var gone = shake.receivers
      gone.takers.removeAll { scene?.isPresent($0.responder) ?? false }
      if gone.takers.isEmpty { continue }
      if gone.takers.count == shake.receivers.takers.count {
        abandoned.append(device)
        continue
      }
      shakes[device]?.receivers.takers.removeAll { gone.takers.contains($0) }
      publisher.publish(.motion(.cancelled, of: device, name: shake.name, at: time(device)), to: gone)
    }
    return abandoned
  }

  /// Sends a sample to the clients that subscribe to raw motion (MOT-18).
  package func receive(_ reading: MotionReading) {
    guard !isSuspended else { return }
    for client in motion.receive(reading) { publisher.tell(client, reading) }
  }

  private var path: ResponderPath { scene?.responderPath() ?? .withoutTouchscreen }

  /// Sends the action of a remote control or a headset to the first responder, or along its chain. Where no client there
  /// takes it, the client with the audio session gets it (RMT-9 to RMT-16, RES-2).
  ///
  /// Each user without the right `scene` has a session of its own. Its clients hear the action and take it from no
  /// client of another user (H8).
  ///
  /// - Parameter climbs: whether the action goes to first responders at all.
  package func receive(
    _ action: RemoteAction, climbs: Bool = true, at time: Instant
  ) {
    guard !isSuspended else { return }
    if case .command(let command) = action {
      guard seeks.count(command) else { return }
      if command == .endSeekingForward || command == .endSeekingBackward {
        let begin: RemoteCommand =
          command == .endSeekingForward ? .beginSeekingForward : .beginSeekingBackward
        let known = seekReceivers.removeValue(forKey: begin) ?? FamilyReceivers()
        return tell(action, at: time, to: known)
      }
    }
    let found = takers(of: action, climbs: climbs)
    if case .command(let command) = action { seekReceivers[command] = found }
    tell(action, at: time, to: found)
  }

  /// The clients that get an action: those that take or hear it along the chain, and the session's holder of each party
  /// of which no client is among them.
  private func takers(
    of action: RemoteAction, climbs: Bool
  ) -> FamilyReceivers {
    var found = FamilyReceivers()
    if climbs {
      found = publisher.connections.receivers(of: .remote, along: path) { client in
        receivers.receives(client) && receivers.command(of: action, for: client) != nil
      }
      // Only its receivers learn of a command.
      found.observers = []
    }
    let served = Set(found.clients.compactMap(receivers.party))
    for party in receivers.parties where !served.contains(party) {
      guard let client = receivers.receiver(in: party), receivers.command(of: action, for: client) != nil
      else {
        continue
      }
      found.others.append(client)
    }
    return found
  }

  /// Sends each receiver the action in the receiver's form: a click means something else for a stopped player.
  private func tell(
    _ action: RemoteAction, at time: Instant, to receivers: FamilyReceivers
  ) {
    let shown = self.receivers.receiver().flatMap { self.receivers.command(of: action, for: $0) }
    guard let usual = FamilyMessage.remote(shown ?? action.unaddressed, at: time) else { return }
    publisher.publish(showing: usual, to: receivers) { client in
      FamilyMessage.remote(self.receivers.form(of: action, for: client), at: time)
    }
  }

  /// Sends a press that begins, ends or is canceled to its receivers.
  ///
  /// - Parameters:
  ///   - name: the name that the remote control reports.
  ///   - all: all presses that are down on the device.
  /// - Returns: whether a responder takes the press (PRS-8).
  package func receive(_ press: Press, of device: Int, name: String, all: [Press]) -> Bool {
    guard !isSuspended else { return false }
    let key = PressKey(device: device, press: press.id)
    let receivers: FamilyReceivers
    if press.phase == .began {
      receivers = publisher.connections.receivers(of: .press, along: path)
      presses[key] = receivers
    } else {
      guard let known = presses.removeValue(forKey: key) else { return false }
      receivers = known
    }
    publisher.publish(.press(press, of: name, all: all), to: receivers)
    return receivers.isTaken
  }

  /// Publishes the gestures that recognizers make of presses.
  ///
  /// - Parameters:
  ///   - name: the name that the remote control reports.
  ///   - make: runs the recognizers.
  /// - Returns: the recognizers whose gestures begin.
  package func publishGestures(
    of name: String, _ make: (inout IdentifierSource, inout EventBuffer) -> Void
  ) -> [Int] {
    defer { buffer.removeAll() }
    make(&publisher.everyone.identifiers, &buffer)
    let begun = buffer.events.compactMap { event in
      if case .gesture(let gesture) = event, gesture.state == .began { gesture.recognizer } else { nil }
    }
    for event in buffer.events where !isSuspended {
      switch event {
      case .gesture(let gesture):
        publisher.collectAction(of: gesture, on: Self.presses, publisher.everyone)
        publisher.publish(
          pressGesture: gesture, ownedBy: recognizers?.instances[gesture.recognizer].owner, of: name)
      // PRS-10: only the owner hears questions.
      case .asked, .expired:
        publisher.tellOwner(event, of: buffer, device: Self.presses)
      case .touches, .offered, .reset, .responder, .deferred, .settled, .transition: break
      }
    }
    return begun
  }

  /// Publishes that the sound's route changes, or may change, to all subscribers (AUD-21). Asks the player to pause
  /// where the configuration says so (AUD-11).
  private func publish(_ change: RouteChange) {
    guard settings.audio != nil else { return }
    publisher.publish(change)
    if change.reason == .oldDevice, settings.audio?.pausesOnRemoval ?? false {
      receive(.command(.pause), climbs: false, at: change.time)
    }
  }

  // MARK: Sound

  /// Changes the route after a plug was plugged in or pulled.
  package func receive(_ change: JackSwitches.Change, of device: Int, at time: Instant) {
    publish(router.apply(change, of: device, at: time))
  }

  /// The ports that a device had when it was read last; nil for a device that is new.
  package func knownPorts(of device: Int) -> [AudioPort]? {
    jacks.contains(device) ? router.ports(of: device) : nil
  }

  /// Adds the ports of a new device, without publishing them (AUD-8).
  package func adopt(_ ports: [AudioPort], of device: Int) {
    jacks.insert(device)
    router.adopt(ports, of: device)
  }

  /// Forgets the ports of a device that is gone.
  package func unplug(_ device: Int, at time: Instant) {
    if let change = router.remove(device, at: time) { publish(change) }
  }

  /// Updates what is plugged in after the machine has slept, and publishes the change (AUD-18).
  package func wake(_ states: [(device: Int, ports: [AudioPort])], at time: Instant) {
    if let change = router.wake(states, at: time) { publish(change) }
  }

  /// The sound's present route, for snapshots (AUD-8); nil where audio is switched off.
  package func presentRoute(at time: Instant) -> FamilyMessage? {
    guard settings.audio != nil else { return nil }
    return .route(
      RouteChange(
        reason: .unknown, route: router.route, previous: router.route, category: router.category, time: time))
  }

  // MARK: Wishes of clients

  /// Applies a client's request about sound, and publishes the changes of the route (AUD-14 to AUD-19).
  ///
  /// - Parameter party: the clients among which the client may claim the session.
  /// - Returns: the ports of the route.
  package func apply(
    _ command: AudioCommand, from client: Int, in party: RemoteReceivers.Party, at time: Instant
  ) -> [AudioPort] {
    receivers.join(client, party)
    switch command.claimsSession {
    case true?: receivers.claim(client)
    case false?: receivers.giveUp(client)
    case nil: break
    }
    var changes: [RouteChange?] = []
    if let category = command.category {
      changes.append(router.setCategory(category, of: client, at: time))
    }
    if let overrides = command.overridesToSpeaker {
      changes.append(router.setOverride(overrides, of: client, at: time))
    }
    if command.reportsConfiguration { changes.append(router.configurationChanged(at: time)) }
    for change in changes.compactMap(\.self) { publish(change) }
    return router.route.ports
  }

  /// Applies a client's request about remote controls and headsets (RMT-9 to RMT-15).
  ///
  /// - Parameter party: the clients among which the client may claim the session.
  /// - Returns: whether the client is the one that receives commands.
  package func apply(
    _ command: RemoteControlCommand, from client: Int, in party: RemoteReceivers.Party
  ) -> Bool {
    receivers.join(client, party)
    if let receives = command.receives { receivers.setReceives(receives, client) }
    if let playback = command.playback { receivers.setPlayback(playback, client) }
    receivers.setEnabled(true, command.enabled, client)
    receivers.setEnabled(false, command.disabled, client)
    return receivers.receiver(in: party) == client
  }

  /// Forgets a client that is gone, with its wishes.
  package func forget(client: Int, at time: Instant) {
    receivers.forget(client)
    motion.remove(client)
    if let change = router.forget(client, at: time) { publish(change) }
  }
}

extension RemoteAction {
  /// The action that observers see when no client receives it: a click is most likely a command to play or pause.
  fileprivate var unaddressed: RemoteAction { self == .click ? .command(.togglePlayPause) : self }
}
