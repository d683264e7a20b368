import GestureCore
import TouchInput

/// Receives the events of touchscreens' clones: a recording, or what makes the devices.
package protocol CloneSink: AnyObject {
  /// Adds a touchscreen's clone before its first events.
  func add(_ clone: CloneDescription, of device: Int)
  /// Writes whole frames of a touchscreen's clone. The sink keeps none of the storage.
  func write(_ events: ArraySlice<CloneEvent>, frames: Int, at time: Instant, of device: Int)
}
