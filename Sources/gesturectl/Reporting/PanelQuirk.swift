import TouchInput

/// A property of a panel that limits gestures, or that a driver should not have. The raw value is the word in a report.
enum PanelQuirk: String, CaseIterable {
  case noResolution = "no_resolution"
  case resolutionOfOneAxis = "resolution_of_one_axis"
  case implausibleSize = "implausible_size"
  case noSlots = "no_slots"
  case noIDs = "no_ids"
  case oneContact = "one_contact"
  case semiMultitouch = "semi_multitouch"
  case noDirectProperty = "no_direct_property"
  case noTouchKey = "no_touch_key"
  case filteredByKernel = "filtered_by_kernel"
  case stampsDiffer = "stamps_differ"
  case undeclaredCodes = "undeclared_codes"
  case droppedEvents = "dropped_events"

  /// The meaning, and the consequence.
  var summary: String {
    switch self {
    case .noResolution: "The axes claim no resolution. Without a display, gestured guesses a width of 160 mm."
    case .resolutionOfOneAxis: "Only one axis claims a usable resolution, which gestured takes for both."
    case .implausibleSize: "The claimed size is not that of a touchscreen."
    case .noSlots: "Protocol A: the panel keeps no slots, so the daemon cannot read the panel's state."
    case .noIDs: "Protocol A without tracking ids: mtdev guesses which contact is which."
    case .oneContact: "The panel reports one contact. Gestures of several fingers are impossible."
    case .semiMultitouch: "The panel reports the box around two fingers. Rotations are impossible."
    case .noDirectProperty:
      "The panel does not claim to be a screen (INPUT_PROP_DIRECT). A udev rule may have to do that."
    case .noTouchKey: "The panel has no key BTN_TOUCH. Gestures work without that key."
    case .filteredByKernel:
      "The kernel removes small movements of a position axis (fuzz). Slow drags move in steps."
    case .stampsDiffer: "The events of one report have different stamps. gestured takes the last one."
    case .undeclaredCodes: "The panel sends event codes that it does not declare. gestured ignores them."
    case .droppedEvents: "The kernel dropped events, because the reader was late."
    }
  }

  /// The quirks of a recorded device.
  static func all(of recording: EvemuRecording, _ panel: TouchPanel) -> [PanelQuirk] {
    let device = recording.device
    var quirks: [PanelQuirk] = []
    switch panel.sizeWarning {
    case .noResolution: quirks.append(.noResolution)
    case .resolutionOfOneAxis: quirks.append(.resolutionOfOneAxis)
    case .implausible: quirks.append(.implausibleSize)
    case nil: break
    }
    if case .slotless(let givesIDs) = panel.touchProtocol {
      quirks.append(.noSlots)
      if !givesIDs { quirks.append(.noIDs) }
    }
    if panel.maximumContacts == 1, panel.touchProtocol != .pen { quirks.append(.oneContact) }
    if panel.isSemiMultitouch { quirks.append(.semiMultitouch) }
    if !device.properties.contains(EventCode.directProperty) { quirks.append(.noDirectProperty) }
    if !device.declares(type: EventCode.key, code: EventCode.touch) { quirks.append(.noTouchKey) }
    if panel.x.fuzz > 0 || panel.y.fuzz > 0 { quirks.append(.filteredByKernel) }
    if haveDifferentStamps(recording.events) { quirks.append(.stampsDiffer) }
    if recording.events.contains(where: { isUndeclared($0, device) }) { quirks.append(.undeclaredCodes) }
    if recording.events.contains(where: \.isDrop) { quirks.append(.droppedEvents) }
    return quirks
  }

  private static func haveDifferentStamps(_ events: [InputEvent]) -> Bool {
    for index in events.indices.dropFirst() {
      let former = events[index - 1]
      let isNewReport = former.type == EventCode.synchronization && former.code != EventCode.contactReport
      if !isNewReport, events[index].time != former.time { return true }
    }
    return false
  }

  private static func isUndeclared(_ event: InputEvent, _ device: DeviceDescription) -> Bool {
    [EventCode.key, EventCode.absolute].contains(event.type)
      && !device.declares(type: event.type, code: event.code)
  }
}
