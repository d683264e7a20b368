public import GestureCore
public import LinuxEventLoop

/// A report of a sensor's thread.
public enum SensorReport: Sendable {
  /// The sensor is open, with this description. It may come again: the sensor was opened anew after trouble or for
  /// another frequency.
  case opened(SensorDescription)
  /// The sensor is neither an accelerometer nor a gyroscope: the thread ends.
  case unsuitable
  /// A reading, and its time.
  case reading(IndustrialSensor.Reading, at: Instant)
  /// The sensor could not be opened or read; the thread will try again.
  case trouble(SystemError)
}
