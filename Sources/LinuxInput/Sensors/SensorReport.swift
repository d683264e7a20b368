public import GestureCore
public import LinuxEventLoop

/// What a sensor's thread has to say.
public enum SensorReport: Sendable {
  /// It is open, and what it is. It may come again: the sensor was opened anew after trouble.
  case opened(SensorDescription)
  /// It is neither an accelerometer nor a gyroscope: the thread ends.
  case unsuitable
  /// What it said, and when.
  case reading(IndustrialSensor.Reading, at: Instant)
  /// It could not be opened or read; it will be tried again.
  case trouble(SystemError)
}
