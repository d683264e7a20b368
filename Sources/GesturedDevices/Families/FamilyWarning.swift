import GestureCore

/// Warnings about sensors, remote controls and other devices without touches.
package enum FamilyWarning: String, DeclaredMessage {
  case noResolution =
    "“…”: no shakes and no raw motion, because its axes have no resolution: set EVDEV_ABS_00 for it in 60-evdev.hwdb"
  case slowAccelerometer = "“…”: recognizes no shakes, because it gives fewer than 20 samples a second"
  case slowSensor = "…: recognizes no shakes, because it measures … times a second and 20 are needed"
  case noScale = "…: not read, because its scale is not a usable number"
  case sensorTrouble = "…: the sensor could not be read (…); trying again"
  case tooManySensors = "…: not read, because … sensors are read already"
  case sensorNotOpened = "…: not read (…)"

  package var advice: String {
    switch self {
    case .noResolution:
      "Add the line to udev's hardware database: the resolution is the number of units that make 1 g."
    case .slowAccelerometer, .slowSensor: "Nothing: raw motion still works. Shakes need a faster sensor."
    case .noScale: "Report the sensor with the files of its folder: its driver gives no scale."
    case .sensorTrouble: "Nothing, if it is rare."
    case .tooManySensors:
      "Nothing: the sensors that are read keep working. Unplug those that you do not need."
    case .sensorNotOpened: "Remove the cause in parentheses, then restart gestured."
    }
  }
}
