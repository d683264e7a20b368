import CLinux
import Glibc
import LinuxEventLoop
import SystemPackage
import TouchInput

/// The requests that are made of an open node besides reading it. It borrows the descriptor, and is kept by
/// its owner.
///
/// None of them changes anything for other readers of the device: mask and clock are this open file's own.
struct EvdevControl {
  /// The open node.
  let descriptor: FileDescriptor
  /// The node, for errors.
  let path: String

  /// The last value of an axis, and the maximum and the resolution it claims. The corresponding request is EVIOCGABS.
  ///
  /// An axis that the device does not have is all zero, one of a device without any axes fails with EINVAL.
  func axis(_ code: UInt16) throws(SystemError) -> (value: Int32, maximum: Int32, resolution: Int32) {
    var axis = input_absinfo()
    guard unsafe clinux_evdev_axis(descriptor.rawValue, code, &axis) >= 0 else {
      throw .last("EVIOCGABS", path: path)
    }
    return (axis.value, axis.maximum, axis.resolution)
  }

  /// The values of one ABS_MT_ code in the slots from 0 on. The corresponding request is EVIOCGMTSLOTS.
  func slotValues(of code: UInt16, count: Int) throws(SystemError) -> ArraySlice<Int32> {
    var values = [Int32](repeating: 0, count: count + 1)
    values[0] = Int32(code)
    guard unsafe clinux_evdev_slot_values(descriptor.rawValue, &values, count) >= 0 else {
      throw .last("EVIOCGMTSLOTS", path: path)
    }
    return values.dropFirst()
  }

  /// Which keys are down, as a bitmap. The kernel drops queued key events with it, since the answer includes them.
  /// The corresponding request is EVIOCGKEY.
  func keysDown() throws(SystemError) -> [UInt] {
    var words = [UInt](repeating: 0, count: Int(KEY_MAX) / UInt.bitWidth + 1)
    guard unsafe clinux_evdev_key_state(descriptor.rawValue, &words, words.count) >= 0 else {
      throw .last("EVIOCGKEY", path: path)
    }
    return words
  }

  /// Which switches are closed. The corresponding request is EVIOCGSW, which drops queued events of switches.
  func switchesClosed() throws(SystemError) -> [UInt] {
    var words = [UInt](repeating: 0, count: Int(SW_MAX) / UInt.bitWidth + 1)
    guard unsafe clinux_evdev_switch_state(descriptor.rawValue, &words, words.count) >= 0 else {
      throw .last("EVIOCGSW", path: path)
    }
    return words
  }

  /// Asks for the events that are wanted only, and for stamps of CLOCK_MONOTONIC.
  ///
  /// Mask before clock: changing the clock drops what was queued before the mask (as SYN_DROPPED says).
  ///
  /// - Parameter trustsPressure: whether its pressure counts although the axis claims no resolution (TCH-22).
  /// - Returns: what the kernel does not know (D30).
  /// - Throws: `SystemError` with ENODEV where the device is gone.
  func prepare(
    for touchProtocol: TouchProtocol, trustsPressure: Bool = false
  ) throws(SystemError) -> [EvdevWarning] {
    let pressure = touchProtocol.isMultitouch ? EventCode.contactPressure : EventCode.pressure
    // A device that is gone says so to the next request as well.
    let resolution = (try? axis(pressure).resolution) ?? 0
    return try prepare(
      for: EventMask.entries(for: touchProtocol, wantsPressure: trustsPressure || resolution > 0))
  }

  /// The same for any events.
  func prepare(for entries: [EventMask.Entry]) throws(SystemError) -> [EvdevWarning] {
    var warnings: [EvdevWarning] = []
    for entry in entries {
      let words = EventMask.words(of: entry.codes)
      let status = unsafe clinux_evdev_set_mask(
        descriptor.rawValue, UInt32(entry.type), words, words.count)
      guard status < 0 else { continue }
      warnings.append(.eventMaskUnsupported(try unlessGone("EVIOCSMASK")))
      break
    }
    if clinux_evdev_set_clock(descriptor.rawValue, CLOCK_MONOTONIC) < 0 {
      warnings.append(.monotonicClockUnsupported(try unlessGone("EVIOCSCLOCKID")))
    }
    return warnings
  }

  private func unlessGone(_ operation: String) throws(SystemError) -> Errno {
    let errno = lastErrno
    if errno == .operationNotSupportedByDevice {
      throw SystemError(operation: operation, errno: errno, path: path)
    }
    return errno
  }

  /// What is on the panel now.
  ///
  /// Read in the order that does least harm where the device goes on meanwhile: the events that come after
  /// are queued, and say again what the state may have said already.
  ///
  /// - Throws: `SystemError`: the device is gone or was revoked (D7).
  func state(_ touchProtocol: TouchProtocol, slots: Int) throws(SystemError) -> PanelState {
    switch touchProtocol {
    case .singleTouch, .pen:
      let keys = try keysDown()
      let isDown = EventMask.contains(EventCode.touch, in: keys)
      let slot = PanelState.Slot(
        trackingID: isDown ? 0 : -1, x: try axis(EventCode.x).value, y: try axis(EventCode.y).value,
        attributes: try plainAttributes())
      return PanelState(slots: [slot], toolsInRange: touchProtocol == .pen ? Self.penTools(in: keys) : 0)
    case .slotless:
      let isDown = EventMask.contains(EventCode.touch, in: try keysDown())
      return PanelState(slots: [PanelState.Slot(trackingID: isDown ? 0 : -1, x: 0, y: 0)])
    case .multitouch:
      let currentSlot = try axis(EventCode.slot).value
      let ids = try slotValues(of: EventCode.trackingID, count: slots)
      let x = try slotValues(of: EventCode.positionX, count: slots)
      let y = try slotValues(of: EventCode.positionY, count: slots)
      let attributes = try slotAttributes(count: slots)
      return PanelState(
        slots: ids.indices.map {
          PanelState.Slot(
            trackingID: ids[$0], x: x[$0], y: y[$0], attributes: attributes[$0 - ids.startIndex])
        },
        currentSlot: currentSlot)
    }
  }

  /// What a device without slots says of its contact besides where it is.
  private func plainAttributes() throws(SystemError) -> RawAttributes {
    var attributes = RawAttributes()
    attributes.pressure = try axis(EventCode.pressure).value
    attributes.distance = try axis(EventCode.distance).value
    attributes.tiltX = try axis(EventCode.tiltX).value
    attributes.tiltY = try axis(EventCode.tiltY).value
    return attributes
  }

  /// What each slot says besides where its contact is: zeros for an axis that the device does not have.
  private func slotAttributes(count: Int) throws(SystemError) -> [RawAttributes] {
    var attributes = [RawAttributes](repeating: RawAttributes(), count: count)
    let major = try slotValues(of: EventCode.touchMajor, count: count)
    let pressure = try slotValues(of: EventCode.contactPressure, count: count)
    let tools = try slotValues(of: EventCode.toolType, count: count)
    for index in attributes.indices {
      attributes[index].touchMajor = major[major.startIndex + index]
      attributes[index].pressure = pressure[pressure.startIndex + index]
      attributes[index].toolType = tools[tools.startIndex + index]
    }
    return attributes
  }

  private static func penTools(in keys: [UInt]) -> UInt8 {
    var tools: UInt8 = 0
    for (bit, code) in EventCode.penTools.enumerated() where EventMask.contains(code, in: keys) {
      tools |= 1 << UInt8(truncatingIfNeeded: bit)
    }
    return tools
  }
}
