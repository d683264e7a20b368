import GestureCore

/// Warnings about touchscreens and the search for devices.
package enum TouchscreenWarning: String, DeclaredMessage {
  case deviceNewsLost = "devices that are plugged in go unnoticed until gestured hears udev again (…)"
  case noMatrix =
    "“…”: udev's LIBINPUT_CALIBRATION_MATRIX is “…”, which is not a matrix: allowed are six numbers from -100 to 100 with a·e − b·d other than 0"
  case regionsLeftOut =
    "“…”: regions left out, because their lengths are in px: …: set pixels in its [device] table"
  case notFiltered =
    "“…”: not filtered: this version filters recordings only, so everybody reads all of its touches"
  case silentContacts = "device …: dropped … contacts that had been silent for long"
  case notTurned = "device …: not turned (…)"
  case ignoredTooOften = "subscriber …: sent the end of ignore_interaction without a begin"

  package var advice: String {
    switch self {
    case .deviceNewsLost: "Nothing: gestured tries again by itself, and then finds all devices again."
    case .noMatrix: "Correct the rule of udev, or set `calibration_matrix` in the device's table."
    case .regionsLeftOut: "Look up the display's resolution, and write it there."
    case .notFiltered: "Nothing, or set `enabled = false` in `[filter]`."
    case .silentContacts:
      "Nothing, if it is rare. Otherwise record the panel, which forgets to report lifts, and report it."
    case .notTurned: "Correct the region that the reason names, then send `orientation` again."
    case .ignoredTooOften: "Correct the client: each `end` of `ignore_interaction` needs a `begin` before it."
    }
  }
}
