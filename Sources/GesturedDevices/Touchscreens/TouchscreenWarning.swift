import GestureCore

/// Warnings about touchscreens and the search for devices.
package enum TouchscreenWarning: String, DeclaredMessage {
  case deviceNewsLost = "devices that are plugged in go unnoticed until gestured hears udev again (…)"
  case noMatrix =
    "“…”: udev's LIBINPUT_CALIBRATION_MATRIX is “…”, which is not a matrix: allowed are six numbers from -100 to 100 with a·e − b·d other than 0"
  case regionsLeftOut =
    "“…”: regions left out, because their lengths are in px: …: set pixels in its [device] table"
  case silentContacts = "device …: dropped … contacts that had been silent for long"
  case beyondRange = "device …: reports positions beyond its declared range: set … in its [device] table"
  case notTurned = "device …: not turned (…)"
  case notFiltered = "device …: not filtered (…)"
  case notGivenBack = "device …: closed, because it could not be given back to other programs (…)"
  case ignoredTooOften = "subscriber …: sent the end of ignore_interaction without a begin"

  package var advice: String {
    switch self {
    case .deviceNewsLost: "Nothing: gestured tries again by itself, and then finds all devices again."
    case .noMatrix: "Correct the rule of udev, or set `calibration_matrix` in the device's table."
    case .regionsLeftOut: "Look up the display's resolution, and write it there."
    case .silentContacts:
      "Nothing, if it is rare. Otherwise record the panel, which forgets to report lifts, and report it."
    case .beyondRange:
      "Set the keys, touch the edges of the panel, and widen the ranges until the warning is gone. The numbers are rounded "
        + "up. If touches then land short of the edges, [narrow the ranges](configuration.md#a-turned-panel). A "
        + "`calibration_matrix` for the whole range works without them."
    case .notTurned: "Correct the region that the reason names, then send `orientation` again."
    case .notFiltered:
      "The panel works as without a filter. Do what the reason says; gestured tries again by itself."
    case .notGivenBack: "Nothing: gestured opens the panel again by itself. Report it."
    case .ignoredTooOften: "Correct the client: each `end` of `ignore_interaction` needs a `begin` before it."
    }
  }
}
