import EventFamilies
import GestureCore
import GestureProtocol

/// Who is told.
extension FamilyDesk {
  /// A shake of a device began, ended or was taken away: the same are told of all of it (MOT-15).
  func take(
    _ phase: ShakePhase, of device: Int, name: String, at time: Instant, _ publisher: Publisher, _ turn: Turn
  ) {
    guard !isSuspended else { return }
    let receivers: FamilyReceivers
    if phase == .began {
      receivers = publisher.receivers(of: .motion, along: scene?.responderPath(turn))
      shakes[device] = receivers
    } else {
      guard let known = shakes.removeValue(forKey: device) else { return }
      receivers = known
    }
    publisher.publish(.motion(phase, of: device, name: name, at: time), to: receivers, turn)
    if phase == .ended, settings.resetsTransforms { scene?.resetTransforms(turn) }
  }

  /// Takes away shakes of which the region that takes them is gone (MOT-16).
  ///
  /// - Returns: the devices.
  func shakesWithoutReceiver(_ turn: Turn) -> [Int] {
    shakes.filter { _, receivers in receivers.region.map { !(scene?.isPresent($0, turn) ?? false) } ?? false }
      .map(\.key)
      .sorted()
  }

  /// A sample, for those who want them all (MOT-18).
  func take(_ reading: MotionReading, _ publisher: Publisher, _ turn: Turn) {
    guard !isSuspended else { return }
    latestReadings[reading.device] = reading
    let isForAll = slowMotion.take(reading)
    for (client, reader) in readers.sorted(by: { $0.key < $1.key }) where isForAll || !reader.isSlow {
      guard readers[client]?.admits(reading.time, of: reading.device) ?? false else { continue }
      publisher.tell(client, reading, turn)
    }
  }

  /// A remote control or a headset asks for something (RMT-9 to RMT-16).
  func take(_ action: RemoteAction, at time: Instant, _ publisher: Publisher, _ turn: Turn) {
    guard !isSuspended else { return }
    if case .command(let command) = action {
      guard seeks.note(command) else { return }
      if command == .endSeekingForward || command == .endSeekingBackward {
        let begin: RemoteCommand =
          command == .endSeekingForward ? .beginSeekingForward : .beginSeekingBackward
        let receiver = seekReceivers.removeValue(forKey: begin)
        return tell(action, at: time, to: receiver, publisher, turn)
      }
    }
    let receiver = receivers.receiver
    guard let told = receiver.map({ receivers.command(of: action, for: $0) }) ?? action.unaddressed else {
      return
    }
    if case .command(let command) = told, let receiver { seekReceivers[command] = receiver }
    tell(told, at: time, to: receiver, publisher, turn)
  }

  private func tell(
    _ action: RemoteAction, at time: Instant, to client: Int?, _ publisher: Publisher, _ turn: Turn
  ) {
    guard let message = FamilyMessage.remote(action, at: time) else { return }
    publisher.publish(message, to: FamilyReceivers(clients: [client].compactMap(\.self)), turn)
  }

  /// A press began, ended or was taken away.
  ///
  /// - Parameters:
  ///   - name: what the remote control calls itself.
  ///   - all: all presses that are down on it.
  /// - Returns: whether a responder takes it (PRS-8).
  func take(
    _ press: Press, of device: Int, name: String, all: [Press], _ publisher: Publisher, _ turn: Turn
  ) -> Bool {
    guard !isSuspended else { return false }
    let key = PressKey(device: device, press: press.id)
    let receivers: FamilyReceivers
    if press.phase == .began {
      receivers = publisher.receivers(of: .press, along: scene?.responderPath(turn))
      presses[key] = receivers
    } else {
      guard let known = presses.removeValue(forKey: key) else { return false }
      receivers = known
    }
    publisher.publish(.press(press, of: name, all: all), to: receivers, turn)
    return receivers.isTaken
  }

  /// What recognizers have made of presses is told, and forgotten.
  func publishGestures(of name: String, _ publisher: Publisher, _ turn: Turn) {
    for event in buffer.events where !isSuspended {
      switch event {
      case .gesture(let gesture): publisher.publish(pressGesture: gesture, of: name, turn)
      // PRS-10: only the owner knows.
      case .asked, .expired:
        publisher.tellOwner(event, of: buffer, device: Self.presses, turn)
      case .touches, .offered, .reset, .responder, .settled, .transition: break
      }
    }
    buffer.removeAll()
  }

  /// Sound goes elsewhere, or may: everybody is told (AUD-21), and the player is asked to pause where that is configured
  /// (AUD-11).
  func publish(_ change: RouteChange, _ publisher: Publisher, _ turn: Turn) {
    guard settings.audio != nil else { return }
    publisher.publish(change, turn)
    if change.reason == .oldDevice, settings.audio?.pausesOnRemoval ?? false {
      take(.command(.pause), at: change.time, publisher, turn)
    }
  }
}

extension RemoteAction {
  /// What is shown of it where nobody receives it: a click is what it most likely is.
  fileprivate var unaddressed: RemoteAction? { self == .click ? .command(.togglePlayPause) : self }
}
