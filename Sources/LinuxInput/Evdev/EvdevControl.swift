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

  /// The last value of an axis and the maximum it claims. The corresponding request is EVIOCGABS.
  ///
  /// An axis that the device does not have is all zero, one of a device without any axes fails with EINVAL.
  func axis(_ code: UInt16) throws(SystemError) -> (value: Int32, maximum: Int32) {
    var axis = input_absinfo()
    guard unsafe clinux_evdev_axis(descriptor.rawValue, code, &axis) >= 0 else {
      throw .last("EVIOCGABS", path: path)
    }
    return (axis.value, axis.maximum)
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

  /// Whether a key is down. The kernel drops queued key events with it, since the answer includes them. The
  /// corresponding request is EVIOCGKEY.
  func isDown(_ code: UInt16) throws(SystemError) -> Bool {
    var words = [UInt](repeating: 0, count: Int(KEY_MAX) / UInt.bitWidth + 1)
    guard unsafe clinux_evdev_key_state(descriptor.rawValue, &words, words.count) >= 0 else {
      throw .last("EVIOCGKEY", path: path)
    }
    return EventMask.contains(code, in: words)
  }

  /// Asks for the events that are wanted only, and for stamps of CLOCK_MONOTONIC.
  ///
  /// Mask before clock: changing the clock drops what was queued before the mask (as SYN_DROPPED says).
  ///
  /// - Returns: what the kernel does not know (D30).
  /// - Throws: `SystemError` with ENODEV where the device is gone.
  func prepare(for touchProtocol: TouchProtocol) throws(SystemError) -> [EvdevWarning] {
    var warnings: [EvdevWarning] = []
    for entry in EventMask.entries(for: touchProtocol) {
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
    case .singleTouch:
      let isDown = try isDown(EventCode.touch)
      let slot = PanelState.Slot(
        trackingID: isDown ? 0 : -1, x: try axis(EventCode.x).value, y: try axis(EventCode.y).value)
      return PanelState(slots: [slot])
    case .multitouch:
      let currentSlot = try axis(EventCode.slot).value
      let ids = try slotValues(of: EventCode.trackingID, count: slots)
      let x = try slotValues(of: EventCode.positionX, count: slots)
      let y = try slotValues(of: EventCode.positionY, count: slots)
      return PanelState(
        slots: ids.indices.map { PanelState.Slot(trackingID: ids[$0], x: x[$0], y: y[$0]) },
        currentSlot: currentSlot)
    }
  }
}
