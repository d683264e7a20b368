import GestureCore
import GestureProtocol
import GesturedBase
import GesturedConfiguration
import GesturedServing
import LinuxEventLoop
import LinuxInput
import SystemPackage
import TouchInput

/// Panels whose touches go through the filter.
///
/// ```
///   open ─▶ the keeper makes a clone ─▶ its node is there ─▶ settle ─▶ at rest: grab ─▶ touches go out through the clone
/// ```
extension LiveSource {
  /// Adapts the filter of an open touchscreen to its setup.
  func follow(filterOf open: OpenTouchscreen) {
    let number = open.touchscreen.number
    let filter = open.touchscreen.setup.touchFilter
    defer { settleFilters() }
    guard let filter, open.touchscreen.panel.touchProtocol != .pen else {
      filters.unfit[number] = nil
      guard let request = open.cloneRequest else { return }
      filters.client.set(number, request, settle: .zero, isWanted: false, at: turn.now)
      return
    }
    guard open.node.isKnownToUdev else {
      // The clone needs the properties that udev gives the panel (FF-29).
      filters.unfit[number] = "udev has not described it yet"
      return
    }
    do throws(CloneDescription.Refusal) {
      let request = try cloneRequest(of: open, filter)
      open.wantContactAxes(request.clone.contactAxes)
      open.cloneRequest = request
      filters.unfit[number] = nil
      filters.client.set(
        number, request, settle: filter.settle, releaseSpan: filter.releaseFor, isWanted: true,
        isTouched: !open.touchscreen.isAtRest, at: turn.now)
      filters.applyPauses()
      // The keeper does not see all settings. They reach a grabbed panel by a new grab.
      if let used = open.usedFilter, used != filter {
        filters.client.renew(number, at: turn.now)
      }
    } catch {
      filters.client.remove(number, at: turn.now)
      open.cloneRequest = nil
      guard filters.unfit.updateValue("\(error)", forKey: number) == nil else { return }
      publisher.publish(
        FilteringMessage(
          time: turn.now, device: number, state: "off", reason: FilterState.Reason.unfit.rawValue))
      turn.warning(
        .device(open.touchscreen.names.device), TouchscreenWarning.notFiltered.with(number, "\(error)"))
    }
  }

  private func cloneRequest(
    of open: OpenTouchscreen, _ filter: TouchFilter
  ) throws(CloneDescription.Refusal) -> CloneRequest {
    CloneRequest(
      panel: open.cloneRequest?.panel ?? identity(of: open.node),
      clone: try CloneDescription(of: open.description, open.touchscreen.panel),
      endsByPalm: filter.app.mode == .cancel, properties: open.node.identity.properties,
      table: open.touchscreen.names.table)
  }

  /// A number that a panel keeps when it is plugged in again, and that no other present panel has (FF-12).
  private func identity(of node: InputDeviceNode) -> UInt64 {
    let facts =
      [
        node.identity.name, node.identity.numbers, node.group ?? "",
        node.identity.properties["ID_PATH"] ?? "",
      ]
      + node.identity.serials
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in facts.joined(separator: "\u{0}").utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let taken = Set(places.compactMap { $0.open?.cloneRequest?.panel })
    while taken.contains(hash) { hash &+= 1 }
    return hash
  }

  /// Ends the filter of a touchscreen that is closed, after its touches were lost.
  func endFilter(of open: OpenTouchscreen) {
    if open.cloneRequest != nil {
      filters.client.remove(open.touchscreen.number, at: turn.now)
      settleFilters()
    }
    filters.forget(panel: open.touchscreen.number)
  }

  // MARK: Actions

  /// Does what the keeper's client asks for.
  func settleFilters() {
    if filters.settle(self) { turn.owe(.families | .deadlines) }
  }

  /// Grabs a panel that waited for its last finger to lift.
  func grabAtRest(_ open: OpenTouchscreen) {
    filters.client.reportRest(open.touchscreen.number, at: turn.now)
    settleFilters()
  }

  /// Switches off the filters of panels on which enough fingers have rested for long enough (FLT-12).
  func releaseFilters() {
    for place in places {
      guard let open = place.open, let due = open.releaseDue, due <= turn.now else { continue }
      filters.client.release(open.touchscreen.number, at: turn.now)
      settleFilters()
    }
  }

  /// When a released filter begins again, as words for the log; empty where it does not begin by itself.
  private func whenReturning(_ number: Int) -> String {
    guard let returnsAt = filters.client.returnTime(of: number) else { return "" }
    return " for \(VisibleText.number((returnsAt - turn.now).seconds)) s (release_for_ms)"
  }

  func open(numbered number: Int) -> OpenTouchscreen? {
    for place in places where place.open?.touchscreen.number == number { return place.open }
    return nil
  }

  /// Closes a panel whose grab cannot be ended, since the kernel then ends it. The panel is opened again.
  private func reopen(_ open: OpenTouchscreen, _ errno: Errno) {
    turn.warning(
      .device(open.touchscreen.names.device),
      TouchscreenWarning.notGivenBack.with(open.touchscreen.number, errno))
    guard let index = places.firstIndex(where: { $0.open === open }) else { return }
    let node = open.node
    close(index, "it could not be given back to other programs")
    retry(node)
  }
}

extension LiveSource: FilteredPanels {
  func grab(_ number: Int, to clone: LiveClone) -> KeeperClient.GrabOutcome? {
    guard let open = open(numbered: number), let request = open.cloneRequest,
      let filter = open.touchscreen.setup.touchFilter
    else { return nil }
    publisher.buffer.reserveApp(slots: open.touchscreen.panel.slotCount)
    let outcome = open.grab(request.clone, filter, to: clone)
    if case .stuck(let errno) = outcome {
      reopen(open, errno)
      return nil
    }
    return outcome
  }

  func endTouches(of number: Int) { open(numbered: number)?.endFilter(publisher) }

  func giveBack(_ number: Int) {
    guard let open = open(numbered: number), let failure = open.ungrab() else { return }
    reopen(open, failure.errno)
  }

  func awaitRests(of isAwaited: (Int) -> Bool) {
    for place in places {
      guard let open = place.open else { continue }
      open.awaitsRest = isAwaited(open.touchscreen.number)
    }
  }

  func tell(_ number: Int, _ state: FilterState) {
    guard let open = open(numbered: number) else { return }
    let name = open.touchscreen.names.device
    turn.owe(.watchdog)
    publisher.publish(
      FilteringMessage(time: turn.now, device: number, state: state.word, reason: state.reason))
    if open.set(isFiltered: state == .on) {
      publisher.publish(open.touchscreen.message(.changed, at: turn.now))
    }
    switch state {
    case .on:
      let node = filters.node(of: number) ?? "its clone"
      turn.notice(
        .device(name),
        "device \(number) filtered: other programs read \(node) in its place; readers of \(open.node.path) receive nothing"
      )
    case .paused: turn.notice(.device(name), "device \(number) not filtered: a client has paused the filter")
    case .off(.starting): break
    case .off(.configuration):
      turn.notice(.device(name), "device \(number) not filtered: the configuration says so")
    case .off(.released):
      turn.notice(
        .device(name),
        "device \(number) not filtered: resting fingers have switched the filter off\(whenReturning(number)); gesturectl filter on switches it on"
      )
    case .off(.keeper), .off(.stalled), .off(.grabbed), .off(.noNode), .off(.unfit):
      let why = filters.client.fault(of: number).map { "\($0)" } ?? "the clone is missing"
      turn.warning(.device(name), TouchscreenWarning.notFiltered.with(number, why))
    }
  }
}
