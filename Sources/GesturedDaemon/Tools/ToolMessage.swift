import GestureCore

/// Errors and warnings of the tools.
package enum ToolMessage: String, DeclaredMessage {
  case noTouchscreen = "no touchscreen can be read: see gestured --list-devices"
  case noSuchDevice = "…: no such input device: see gestured --list-devices for what there is"
  case severalTouchscreens = "there are … touchscreens, say which: …"
  case noInputDevices = "this machine has no input devices, or shows this process none: see /dev/input"
  case notATouchscreen = "…: its device “…” is no touchscreen"
  case notMeasured = "… of … recordings were not measured"
  case notPlayed = "… of … recordings were not played"
  case deviceGone = "…: the device is gone: …"
  case recordingEnds = "…: …: the recording ends here"
  case notForService =
    "…: the service runs as the user …, who cannot read it: chmod a+r gives everybody the right"
  case calibrationLeft = "ended before all points were touched: nothing is changed"

  package var advice: String {
    switch self {
    case .noTouchscreen: "See [the reasons](#gestured-does-not-read-a-touchscreen) that the list gives."
    case .noSuchDevice: "Give the path or the whole name of a listed device."
    case .severalTouchscreens: "Give one of the listed paths after the option."
    case .noInputDevices:
      "In a container, pass `/dev/input` into it; elsewhere check the cable and the driver."
    case .notATouchscreen: "Give a recording of a touchscreen."
    case .notMeasured, .notPlayed: "The lines above say why."
    case .deviceGone: "Plug the device in, then start the tool again."
    case .recordingEnds: "Nothing: the file is complete up to there. Plug the device in to record again."
    case .notForService: "Make the file readable, and each folder on its path searchable, for that user."
    case .calibrationLeft: "Start `gestured --calibrate` again, and touch all four points."
    }
  }

  package var exitCode: Int32? {
    switch self {
    case .noTouchscreen, .noSuchDevice, .notATouchscreen, .deviceGone, .notMeasured, .notPlayed:
      69
    // An empty list is a list: this comes beside it.
    case .noInputDevices: 0
    case .severalTouchscreens: 64
    case .notForService: 78
    case .calibrationLeft: 1
    case .recordingEnds: nil
    }
  }
}
