import GestureCore
import GesturedBase
import GesturedConfiguration
import GesturedServing
import LinuxEventLoop
import LinuxInput
import SystemPackage
import TouchInput

/// The device of a filtered touchscreen, as far as the filter needs it.
protocol GrabbableDevice: ~Copyable {
  /// Grabs the device: other readers receive none of its events.
  func grab() throws(SystemError)
  /// Ends the grab: all readers receive the device's events again.
  func ungrab() throws(SystemError)
  /// Whether an event waits to be read.
  func hasMore(withinMilliseconds patience: Int32) -> Bool
  /// Reads the state of all slots.
  mutating func readState(slots: Int, into answer: inout PanelState) throws(SystemError)
  /// Reads one axis of all contacts; nothing where the device has no slots.
  func readAxis(_ code: UInt16, slots: Int, into answer: inout [Int32]) throws(SystemError)
}

extension EvdevDevice: GrabbableDevice {}

/// A live touchscreen whose touches go through a clone.
///
/// A grab begins last and ends first. The kernel ends it with the descriptor, whatever happens.
extension Touchscreen {
  /// Grabs the device if nothing touches it, and passes its touches to a clone from then on (FLT-4).
  ///
  /// A contact may land between the check and the grab. Other programs have then seen its landing and would never see
  /// its lift, so the grab ends at once (FLT-5).
  mutating func grab<Device: GrabbableDevice & ~Copyable>(
    _ device: inout Device, _ clone: CloneDescription, _ filter: TouchFilter, to sink: any CloneSink
  ) -> KeeperClient.GrabOutcome {
    guard !hasClone else { return .grabbed }
    guard isAtRest(device) else { return .notAtRest }
    var state = PanelState(slotCount: slotCount)
    do throws(SystemError) {
      // Contacts that the pipeline ignores touch the panel too.
      try device.readState(slots: slotCount, into: &state)
      if state.isTouched ?? false { return .notAtRest }
      try device.grab()
    } catch {
      return .refused(error.errno)
    }
    do throws(SystemError) {
      try device.readState(slots: slotCount, into: &state)
      guard !(state.isTouched ?? false), isAtRest(device) else {
        try device.ungrab()
        return .notAtRest
      }
      var frames = CloneFrames(
        clone, of: panel, placement: setup.placesContacts(filter) ? ClonePlacement(of: panel) : nil,
        joinsContacts: setup.touch.debounce > .zero, isNew: false, latestID: latestCloneID)
      frames.adopt(state)
      stream.setClone(frames)
      contactAxes = clone.contactAxes
      try readAxes(from: device)
      everyone.pipeline.beginApp(filter.app, tellsMoves: frames.needsMoves)
      followApp(filter.app)
      releaseWatch = ReleaseWatch(filter, slots: slotCount)
      self.sink = sink
      hasClone = true
      isTouchedWhileGrabbed = false
      return .grabbed
    } catch {
      stream.setClone(nil)
      // The caller closes a device whose grab cannot be ended.
      do throws(SystemError) { try device.ungrab() } catch { return .stuck(error.errno) }
      return .refused(error.errno)
    }
  }

  /// Ends the app's touches on the clone. Those that it has received end in the mode's way, held ones are dropped
  /// (FLT-8). Touches that are down go on for gestures alone.
  mutating func endFilter(_ publisher: Publisher) {
    guard hasClone else { return }
    longestHold = holds.past
    everyone.pipeline.endApp(at: lastStamp, into: &publisher.buffer)
    followApp(nil)
    publish(everyone, publisher)
    hasClone = false
    sink = nil
    releaseWatch = nil
    isTouchedWhileGrabbed = false
    latestCloneID = stream.frames.clone?.latestID ?? latestCloneID
    stream.setClone(nil)
    publisher.turn.owe(.watchdog | .deadlines)
  }

  /// The longest time for which the filter has held a touch back since the device came, and the longest for which it may
  /// hold one now (FLT-105, FLT-106).
  var holds: (past: TimeSpan, possible: TimeSpan) {
    let (past, possible) = everyone.pipeline.longestHolds(setup.touchFilter?.app ?? AppSettings())
    return (max(longestHold, past), possible)
  }

  /// Reads the panel's values of all axes for the clone. The kernel reports only values that change, so this is needed
  /// after the grab, and after events were lost.
  mutating func readAxes<Device: GrabbableDevice & ~Copyable>(
    from device: borrowing Device
  ) throws(SystemError) {
    for code in contactAxes {
      try device.readAxis(code, slots: slotCount, into: &axisValues)
      stream.adopt(code, axisValues)
    }
  }

  /// Whether the values of axes are to be read after an action of the stream: events were lost before it.
  func needsAxes(after action: PanelStream.Action) -> Bool {
    guard hasClone else { return false }
    return switch action {
    case .resynchronized, .resume: true
    default: false
    }
  }

  /// Updates whether anything touches the grabbed panel. Contacts that make no touch count too: a daemon that hangs
  /// would keep them from all applications (FF-2).
  mutating func updateTouched(_ turn: Turn) {
    let isTouched = stream.isTouched
    guard isTouched != isTouchedWhileGrabbed else { return }
    isTouchedWhileGrabbed = isTouched
    turn.owe(.watchdog | .deadlines)
  }

  /// Passes frames to the watch for the release by resting fingers.
  mutating func watchRelease(_ positions: Range<Int>, _ turn: Turn) {
    // Moved out, so that the watch is changed without a copy.
    guard var watch = releaseWatch.take() else { return }
    for position in positions where watch.follow(stream.frames.assembler.frames.span[position]) {
      turn.owe(.deadlines)
    }
    releaseWatch = consume watch
  }

  /// Whether the touchscreen is at rest, and nothing waits to be read.
  private func isAtRest<Device: GrabbableDevice & ~Copyable>(_ device: borrowing Device) -> Bool {
    isAtRest && stream.isFollowing && !device.hasMore(withinMilliseconds: 0)
  }
}
