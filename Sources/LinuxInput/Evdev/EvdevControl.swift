import CLinux
import Glibc
import LinuxEventLoop
import SystemPackage
import TouchInput

/// The requests to an open node besides reading. The control borrows the descriptor; the node's owner keeps it.
///
/// Only `grab` changes anything for other readers of the device: mask and clock belong to this open file.
struct EvdevControl {
  /// The open node.
  let descriptor: FileDescriptor
  /// The node, for errors.
  let path: String

  /// The last value of an axis, with the maximum and the resolution that the axis claims. The C request is EVIOCGABS.
  ///
  /// An axis that the device lacks is all zero. Where the device has no axes at all, the request fails with EINVAL.
  func axis(_ code: UInt16) throws(SystemError) -> (value: Int32, maximum: Int32, resolution: Int32) {
    var axis = input_absinfo()
    guard unsafe clinux_evdev_axis(descriptor.rawValue, code, &axis) >= 0 else {
      throw .last("EVIOCGABS", path: path)
    }
    return (axis.value, axis.maximum, axis.resolution)
  }

  /// Reads the values of one ABS_MT_ code in the slots from 0 on. The code itself comes first in `values`. The C
  /// request is EVIOCGMTSLOTS.
  ///
  /// - Parameter values: storage for one more value than there are slots.
  func readSlots(of code: UInt16, count: Int, into values: inout [Int32]) throws(SystemError) {
    precondition(count < values.count, "there is no storage for so many slots")
    values[0] = Int32(code)
    guard unsafe clinux_evdev_slot_values(descriptor.rawValue, &values, count) >= 0 else {
      throw .last("EVIOCGMTSLOTS", path: path)
    }
  }

  /// Reads which keys are down, as a bitmap. The kernel then drops queued key events, since the answer includes them.
  /// The C request is EVIOCGKEY.
  func readKeys(into words: inout [UInt]) throws(SystemError) {
    guard unsafe clinux_evdev_key_state(descriptor.rawValue, &words, words.count) >= 0 else {
      throw .last("EVIOCGKEY", path: path)
    }
  }

  /// Which switches are closed. The C request is EVIOCGSW, which drops queued switch events.
  func switchesClosed() throws(SystemError) -> [UInt] {
    var words = [UInt](repeating: 0, count: Int(SW_MAX) / UInt.bitWidth + 1)
    guard unsafe clinux_evdev_switch_state(descriptor.rawValue, &words, words.count) >= 0 else {
      throw .last("EVIOCGSW", path: path)
    }
    return words
  }

  /// Asks the kernel for the wanted events only, with stamps of CLOCK_MONOTONIC.
  ///
  /// The mask comes before the clock: changing the clock drops the events queued before the mask, and SYN_DROPPED
  /// reports that.
  ///
  /// - Parameter trustsPressure: whether the device's pressure counts although the axis claims no resolution (TCH-22).
  /// - Returns: the requests that the kernel does not know (D30).
  /// - Throws: `SystemError` with ENODEV where the device is gone.
  func prepare(
    for touchProtocol: TouchProtocol, trustsPressure: Bool = false
  ) throws(SystemError) -> [EvdevWarning] {
    let pressure = touchProtocol.isMultitouch ? EventCode.contactPressure : EventCode.pressure
    // A device that is gone also fails the next request, which reports it.
    let resolution = (try? axis(pressure).resolution) ?? 0
    // An axis that the device lacks reads as zeros. A distance says whether a finger touches (TCH-36), else the pressure.
    let hasDistance = ((try? axis(EventCode.contactDistance).maximum) ?? 0) > 0
    let tellsTouch = touchProtocol.isMultitouch && !hasDistance
    return try prepare(
      for: EventMask.entries(
        for: touchProtocol, wantsPressure: trustsPressure || resolution > 0 || tellsTouch))
  }

  /// Asks the kernel for the events of some entries only, with stamps of CLOCK_MONOTONIC.
  func prepare(for entries: [EventMask.Entry]) throws(SystemError) -> [EvdevWarning] {
    var warnings = try prepare(masking: entries)
    if clinux_evdev_set_clock(descriptor.rawValue, CLOCK_MONOTONIC) < 0 {
      warnings.append(.monotonicClockUnsupported(try errnoUnlessDeviceGone("EVIOCSCLOCKID")))
    }
    return warnings
  }

  /// Asks the kernel for the events of some entries only.
  func prepare(masking entries: [EventMask.Entry]) throws(SystemError) -> [EvdevWarning] {
    for entry in entries {
      let words = EventMask.words(of: entry.codes)
      let status = unsafe clinux_evdev_set_mask(
        descriptor.rawValue, UInt32(entry.type), words, words.count)
      guard status < 0 else { continue }
      return [.eventMaskUnsupported(try errnoUnlessDeviceGone("EVIOCSMASK"))]
    }
    return []
  }

  /// Grabs the device for this open file alone, or releases it. The C request is EVIOCGRAB.
  ///
  /// - Throws: `SystemError`: EBUSY where another program has grabbed it, ENODEV where it is gone.
  func grab(_ grabs: Bool) throws(SystemError) {
    guard clinux_evdev_grab(descriptor.rawValue, grabs ? 1 : 0) >= 0 else {
      throw .last("EVIOCGRAB", path: path)
    }
  }

  private func errnoUnlessDeviceGone(_ operation: String) throws(SystemError) -> Errno {
    let errno = lastErrno
    if errno == .operationNotSupportedByDevice {
      throw SystemError(operation: operation, errno: errno, path: path)
    }
    return errno
  }
}
