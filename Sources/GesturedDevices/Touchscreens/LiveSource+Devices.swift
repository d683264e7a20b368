import GestureCore
import GestureProtocol
import GesturedBase
import GesturedServing
import LinuxEventLoop
import LinuxInput
import TouchInput

/// Devices that come, go and change.
extension LiveSource {
  /// Applies the changes that the monitor has received.
  func applyChanges() {
    do throws(SystemError) {
      while let change = try monitor?.next() {
        if change == .overflowed { try findDevicesAgain() }
        apply(change)
      }
    } catch {
      closeMonitor(error)
    }
  }

  /// Applies a change, and acts on new decisions about devices.
  func apply(_ change: DeviceChange) {
    switch change {
    case .added(let node), .changed(let node):
      retries.forget(node.systemPath)
      roster.add(node)
      if node.isOfFilter {
        filters.add(node)
        settleFilters()
      }
    case .removed(let systemPath, _):
      forget(systemPath)
    case .sensorChanged(let name): families.sensors.recordChange(of: name)
    case .displaysChanged:
      displayReading = (displayFolder.beginReading(), turn.now)
      return
    case .overflowed: break
    }
    _ = decide()
  }

  /// Reads the next connector of a display; touch frames are read between two connectors. After the last connector, the
  /// new displays take effect.
  func readNextDisplay() {
    guard var reading = displayReading?.reading else { return }
    guard !reading.readNext() else {
      displayReading = (reading, turn.now)
      return
    }
    displayReading = nil
    guard reading.displays != decider.displays else { return }
    decider.displays = reading.displays
    roster.recordSizes()
    _ = decide()
  }

  /// Closes a failed monitor and schedules a retry. Until then, devices that are plugged in go unnoticed.
  private func closeMonitor(_ error: SystemError) {
    turn.warning(.system, TouchscreenWarning.deviceNewsLost.with(error))
    if let descriptor = monitor?.descriptor { try? turn.poller.remove(descriptor) }
    monitor = nil
    monitorBackoff.recordFailure(at: turn.now)
  }

  /// Opens a new monitor after a failure, and finds the devices that have come and gone meanwhile.
  func reopenMonitor() {
    do throws(SystemError) {
      let monitor = try DeviceMonitor()
      if case .noHotplug(let error) = monitor.limitation { throw error }
      if let descriptor = monitor.descriptor {
        try turn.poller.add(
          descriptor, interest: [.readable], token: TokenKind.token(of: TokenKind.monitor))
      }
      self.monitor = consume monitor
      monitorBackoff.recordStart(at: turn.now)
      try findDevicesAgain()
      _ = decide()
      turn.notice(.lifecycle, "udev is heard again")
    } catch {
      closeMonitor(error)
    }
  }

  /// Finds all devices again, because changes were lost (D25).
  private func findDevicesAgain() throws(SystemError) {
    let nodes = try monitor?.enumerate() ?? []
    let present = Set(nodes.map(\.systemPath))
    for place in places {
      guard let path = place.open?.node.systemPath, !present.contains(path) else { continue }
      forget(path)
    }
    families.retain(present)
    displayReading = (displayFolder.beginReading(), turn.now)
    replaceNodes(nodes)
  }

  /// Replaces all nodes by the present ones.
  func replaceNodes(_ nodes: [InputDeviceNode]) {
    roster.replaceAll(nodes)
    filters.replaceNodes(nodes.filter(\.isOfFilter))
    settleFilters()
  }

  private func forget(_ systemPath: String) {
    retries.forget(systemPath)
    roster.forget(systemPath)
    families.forget(systemPath)
    filters.forget(systemPath)
    settleFilters()
    guard let index = index(of: systemPath) else { return }
    close(index, "\(DeviceDeparture.unplugged)")
  }

  /// Decides about all devices, and acts on each decision that changed.
  ///
  /// - Returns: the errors of devices that are to be read but are not.
  func decide() -> [DeviceOpenError] {
    var errors: [DeviceOpenError] = []
    var isSettled = false
    while !isSettled {
      isSettled = true
      for decision in roster.decide(by: decider) {
        for warning in decision.warnings {
          let name = DeviceMessage.shownName(decision.node.description.name)
          turn.warning(.device(name), warning)
        }
        let error = act(on: decision)
        guard let error else { continue }
        errors.append(error)
        if record(error, of: decision.node) { isSettled = false }
      }
    }
    return errors
  }

  /// Records that a device was refused after it was opened, so that another node of its panel may be read instead.
  ///
  /// - Returns: whether the device was refused, so that all devices are to be decided about again.
  private func record(_ error: DeviceOpenError, of node: InputDeviceNode) -> Bool {
    guard case .refused(_, let refusal) = error else { return false }
    roster.refuse(node.systemPath, refusal)
    return true
  }

  /// Tries again to open a device, if it is still to be read.
  func retry(_ node: InputDeviceNode) {
    guard let decision = roster[node.systemPath], decision.exclusion == nil, index(of: node.systemPath) == nil
    else {
      retries.forget(node.systemPath)
      return
    }
    let error = open(decision)
    if let error, record(error, of: node) {
      _ = decide()
    }
  }

  private func index(of systemPath: String) -> Int? {
    places.firstIndex { $0.open?.node.systemPath == systemPath }
  }

  private func act(on decision: DeviceDecision) -> DeviceOpenError? {
    let node = decision.node
    if let exclusion = decision.exclusion {
      retries.forget(node.systemPath)
      // A device that is not a touchscreen may serve another event family.
      if case .refused = exclusion {
        families.add(node, decision.settings)
      } else {
        families.forget(node.systemPath)
      }
      turn.debug(
        "\(node.path) “\(DeviceMessage.shownName(node.description.name))”: not used: \(exclusion)")
      if let index = index(of: node.systemPath) {
        close(index, "it is not read any more: \(exclusion)")
      }
      return nil
    }
    families.forget(node.systemPath)
    if let index = index(of: node.systemPath) {
      if follow(decision, at: index) { return nil }
      close(index, "it is read again, as it is now")
    }
    return open(decision)
  }

  // MARK: Opening and closing

  /// Opens a device and begins to read it.
  ///
  /// - Returns: the reason where the device cannot be read; nil on success.
  private func open(_ decision: DeviceDecision) -> DeviceOpenError? {
    let node = decision.node
    let name = DeviceMessage.shownName(node.description.name)
    do throws(DeviceOpenError) {
      var device = try EvdevDevice(
        opening: node, scope: decision.scope, trustsPressure: decision.settings?.trustsPressure ?? false)
      for warning in device.warnings { turn.warning(.device(name), warning.line(of: "“\(name)”")) }
      let panel = try judge(device, decision)
      warn(of: panel.sizeWarning, of: name)
      let setup = decision.setup(of: panel)
      let isFirst = isFirst(node)
      let (regions, leftOut) = publisher.everyone.scene.regionTree(
        on: setup.names, isFirst: isFirst, screen: panel.size, pixels: setup.pixels)
      if !leftOut.isEmpty {
        turn.warning(
          .device(name),
          TouchscreenWarning.regionsLeftOut.with(name, leftOut.joined(separator: ", ")))
      }
      let touchscreen = Touchscreen(
        number: nextNumber, setup, panel: panel,
        from: .device(openedAt: turn.now, countsReading: device.countsReading),
        initialState: try state(of: &device, slots: panel.slotCount), regions: regions,
        on: publisher.everyone, isFirst: isFirst, since: turn.now)
      nextNumber += 1
      try add(OpenTouchscreen(device, decision, touchscreen: touchscreen))
      retries.forget(node.systemPath)
      return nil
    } catch {
      tell(error, of: node)
      return error
    }
  }

  /// Whether windows that name no device lie on a node: they lie on the nodes of the first panel (DMN-17).
  private func isFirst(_ node: InputDeviceNode) -> Bool {
    let first = places.lazy.compactMap(\.open).first { $0.touchscreen.isFirst }
    guard let first else { return true }
    return node.group != nil && node.group == first.node.group
  }

  /// Logs what is doubtful about a size.
  func warn(of warning: SizeWarning?, of name: String) {
    guard let warning else { return }
    turn.warning(
      .size(name), warning.line(of: "“\(name)”", ending: ": set size_mm in its [device] table"))
  }

  /// Logs why a device is not read, and schedules a retry where that may help.
  private func tell(_ error: DeviceOpenError, of node: InputDeviceNode) {
    let name = DeviceMessage.shownName(node.description.name)
    let isWorthALine: Bool
    if error.isWorthRetrying {
      isWorthALine = retries.add(node, node.systemPath, at: turn.now)
    } else {
      retries.forget(node.systemPath)
      if case .refused = error { isWorthALine = false } else { isWorthALine = true }
    }
    if isWorthALine {
      turn.warning(.device(name), error.line(of: "“\(name)”"))
    } else {
      turn.debug("\(node.path) “\(name)”: \(error)")
    }
  }

  private func judge(
    _ device: borrowing EvdevDevice, _ decision: DeviceDecision
  ) throws(DeviceOpenError) -> TouchPanel {
    do throws(DeviceRefusal) {
      return try decision.panel(of: device.description, device.touchProtocol)
    } catch {
      throw .refused(path: decision.node.path, error)
    }
  }

  private func state(
    of device: inout EvdevDevice, slots: Int
  ) throws(DeviceOpenError) -> PanelState {
    var state = PanelState(slotCount: slots)
    do throws(SystemError) {
      try device.readState(slots: slots, into: &state)
      return state
    } catch {
      throw .system(error)
    }
  }

  private func add(_ open: OpenTouchscreen) throws(DeviceOpenError) {
    let index = places.firstIndex { $0.open == nil } ?? places.count
    if index == places.count { places.append(Place()) }
    places[index].generation = PollToken.generation(after: places[index].generation)
    do throws(SystemError) {
      try open.watch(with: turn.poller, token: token(of: index))
    } catch {
      throw .system(error)
    }
    places[index].open = open
    let message = open.touchscreen.message(.added, at: turn.now)
    publisher.publish(
      message, regions: open.touchscreen.everyone.pipeline.regions, exclusions: open.touchscreen.exclusions)
    turn.notice(
      .device(message.name), "device \(message.device) added: \(message.summary)")
    follow(filterOf: open)
  }

  /// Ends all that is under way on a device, and stops reading it.
  func close(_ index: Int, _ reason: String) {
    guard let open = places[index].open else { return }
    turn.owe(.families | .deadlines)
    open.cancelAll(publisher)
    endFilter(of: open)
    // A panel that could not be given back was closed and opened again meanwhile.
    guard places[index].open === open else { return }
    publisher.publish(open.touchscreen.message(.removed, at: turn.now))
    // A failure changes nothing: the kernel forgets the descriptor when it is closed.
    try? open.unwatch(with: turn.poller)
    places[index].open = nil
    turn.notice(
      .device(open.touchscreen.names.device), "device \(open.touchscreen.number) removed: \(reason)")
  }
}
