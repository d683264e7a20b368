import GestureCore
import GestureProtocol
import GesturedBase
import GesturedServing
import LinuxEventLoop
import TouchInput

/// Touchscreens whose decision changes while they are read, because udev or a display has changed.
extension LiveSource {
  /// Applies a new decision to an open touchscreen. A change of its orientation or size cancels its touches (DMN-12,
  /// D32).
  ///
  /// A rotation that a request has set stays, unless the decision changes the rotation.
  ///
  /// - Returns: whether the decision was applied; if not, the device has to be opened again.
  func follow(_ decision: DeviceDecision, at index: Int) -> Bool {
    guard let open = places[index].open, decision.isAlike(open.decision) else { return false }
    let requested = open.touchscreen.rotation
    let (old, new) = (open.decision.placement.rotation, decision.placement.rotation)
    // A device that is refused now is opened again, which reports the reason.
    guard var panel = try? open.panel(by: decision) else { return false }
    var setup = decision.setup(of: panel)
    if old == new, requested != new {
      panel = panel.turned(to: requested)
      setup = setup.turned(from: new, to: requested)
    }
    let isFilteredAsBefore = setup.touchFilter == open.touchscreen.setup.touchFilter
    if panel == open.touchscreen.panel, setup.isOtherwise(open.touchscreen.setup) {
      open.decision = decision
      open.setFilter(setup.touchFilter)
      if !isFilteredAsBefore || open.cloneRequest != nil || filters.unfit[open.touchscreen.number] != nil {
        follow(filterOf: open)
      }
      return true
    }
    let scene = publisher.everyone.scene
    guard let layout = try? scene.layout(of: open.touchscreen, lyingAs: panel, pixels: setup.pixels) else {
      return false
    }
    open.decision = decision
    open.work(at: turn.now) { touchscreen, time in
      touchscreen.place(as: panel, setup, layout, at: time, stamp: turn.now, publisher)
    }
    let message = open.touchscreen.message(.changed, at: turn.now)
    warn(of: panel.sizeWarning, of: DeviceMessage.shownName(message.name))
    turn.notice(
      .device(message.name),
      "device \(message.device) changed: \(message.summary), turned by \(open.touchscreen.rotation.rawValue)°"
    )
    follow(filterOf: open)
    return true
  }
}

extension DeviceDecision {
  /// Whether a device that is read under the other decision can continue under this one without being opened again.
  fileprivate func isAlike(_ other: DeviceDecision) -> Bool {
    node.deviceNumber == other.node.deviceNumber && node.path == other.node.path
      && touchProtocol == other.touchProtocol && setup.isAlike(other.setup)
      && settings?.trustsPressure ?? false == other.settings?.trustsPressure ?? false
  }
}
