import EventFamilies
import GestureCore
import GestureProtocol
import GesturedBase

/// Chooses the receivers of events that no finger caused.
extension FamilyDesk {
  /// A shake of a device begins, ends or is canceled. The receivers chosen at its beginning hear the rest (MOT-15).
  package func take(_ phase: ShakePhase, of device: Int, name: String, at time: Instant) {
    guard !isSuspended else { return }
    let receivers: FamilyReceivers
    if phase == .began {
      receivers = publisher.receivers(of: .motion, along: path)
      shakes[device] = receivers
    } else {
      guard let known = shakes.removeValue(forKey: device) else { return }
      receivers = known
    }
    publisher.publish(.motion(phase, of: device, name: name, at: time), to: receivers)
    if phase == .ended, settings.resetsTransforms { scene?.resetTransforms() }
  }

  /// Finds the shakes whose receiving responder no longer exists, so that the caller cancels them (MOT-16).
  ///
  /// - Returns: the numbers of their devices.
  package func shakesWithoutReceiver() -> [Int] {
    shakes.filter { _, receivers in receivers.responder.map { !(scene?.isPresent($0) ?? false) } ?? false }
      .map(\.key)
      .sorted()
  }

  /// Sends a sample to the clients that subscribe to raw motion (MOT-18).
  package func take(_ reading: MotionReading) {
    guard !isSuspended else { return }
    latestReadings[reading.device] = reading
    let isForAll = slowMotion.take(reading)
    for (client, reader) in readers.sorted(by: { $0.key < $1.key }) where isForAll || !reader.isSlow {
      guard readers[client]?.admits(reading.time, of: reading.device) ?? false else { continue }
      publisher.tell(client, reading)
    }
  }

  private var path: ResponderPath { scene?.responderPath() ?? .withoutTouchscreen }

  /// Sends the action of a remote control or a headset to the first responder, or along its chain. Where no client there
  /// takes it, the client with the audio session gets it (RMT-9 to RMT-16, RES-2).
  ///
  /// Each user without the right `scene` has a session of its own. Its clients hear the action and take it from no
  /// client of another user (H8).
  ///
  /// - Parameter climbs: whether the action goes to first responders at all.
  package func take(
    _ action: RemoteAction, climbs: Bool = true, at time: Instant
  ) {
    guard !isSuspended else { return }
    if case .command(let command) = action {
      guard seeks.note(command) else { return }
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
      found = publisher.receivers(of: .remote, along: path) { client in
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
      found.clients.append(client)
    }
    return found
  }

  /// Tells each receiver the action in its own form: a click means something else for a stopped player.
  private func tell(
    _ action: RemoteAction, at time: Instant, to receivers: FamilyReceivers
  ) {
    func message(_ told: RemoteAction?) -> FamilyMessage? {
      guard var message = told.flatMap({ FamilyMessage.remote($0, at: time) }) else { return nil }
      message.receiver = receivers.responder?.name.text
      return message
    }
    let shown = self.receivers.receiver().flatMap { self.receivers.command(of: action, for: $0) }
    guard let usual = message(shown ?? action.unaddressed) else { return }
    publisher.publish(showing: usual) { subscriber in
      let client = Int(subscriber.number)
      guard receivers.clients.contains(client) else { return nil }
      return message(self.receivers.form(of: action, for: client))
    }
  }

  /// Sends a press that begins, ends or is canceled to its receivers.
  ///
  /// - Parameters:
  ///   - name: the name that the remote control reports.
  ///   - all: all presses that are down on the device.
  /// - Returns: whether a responder takes the press (PRS-8).
  package func take(_ press: Press, of device: Int, name: String, all: [Press]) -> Bool {
    guard !isSuspended else { return false }
    let key = PressKey(device: device, press: press.id)
    let receivers: FamilyReceivers
    if press.phase == .began {
      receivers = publisher.receivers(of: .press, along: path)
      presses[key] = receivers
    } else {
      guard let known = presses.removeValue(forKey: key) else { return false }
      receivers = known
    }
    publisher.publish(.press(press, of: name, all: all), to: receivers)
    return receivers.isTaken
  }

  /// Publishes the gestures of recognizers on presses, and empties `buffer`.
  package func publishGestures(of name: String) {
    for event in buffer.events where !isSuspended {
      switch event {
      case .gesture(let gesture):
        publisher.noteAction(of: gesture, on: Self.presses)
        publisher.publish(
          pressGesture: gesture, ownedBy: recognizers?.instances[gesture.recognizer].owner, of: name)
      // PRS-10: only the owner hears questions.
      case .asked, .expired:
        publisher.tellOwner(event, of: buffer, device: Self.presses)
      case .touches, .offered, .reset, .responder, .deferred, .settled, .transition: break
      }
    }
    buffer.removeAll()
  }

  /// The sound's route changes, or may change. All subscribers hear it (AUD-21). The player is asked to pause where the
  /// configuration says so (AUD-11).
  package func publish(_ change: RouteChange) {
    guard settings.audio != nil else { return }
    publisher.publish(change)
    if change.reason == .oldDevice, settings.audio?.pausesOnRemoval ?? false {
      take(.command(.pause), climbs: false, at: change.time)
    }
  }
}

extension RemoteAction {
  /// The action that observers see when no client receives it: a click is most likely a command to play or pause.
  fileprivate var unaddressed: RemoteAction { self == .click ? .command(.togglePlayPause) : self }
}
