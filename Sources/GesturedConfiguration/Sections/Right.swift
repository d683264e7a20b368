/// An action on others that a client may take only where the configuration allows it: a key of `[rights]`. Each right
/// is a case here, with its sentence.
public enum Right: String, CaseIterable, Hashable, Sendable {
  /// Hold the lease that keeps single-finger gestures, positions and raw touches off the socket.
  case inhibit
  /// Make all regions ignore touches that land, not only its own.
  case ignoreInteraction = "ignore_interaction"
  /// Cancel the touches that are down.
  case cancelTouches = "cancel_touches"
  /// Make a region first responder.
  case focus
  /// Choose the key window.
  case keyWindow = "key_window"
  /// Turn a touchscreen.
  case orientation
  /// Report another audio route to all clients, unchecked.
  case audio
  /// Read raw motion more often than 10 times a second (MOT-18): taps on the screen can be inferred from it.
  case motion
  /// Give windows a level of their own, and capture the touches that hit them (MULTI-18).
  case stacking
  /// Set values and options of the configuration's recognizers, and switch them on and off (RES-4).
  case adjust
  /// Include its regions and recognizers in the scene that all clients share (MULTI-1, DMN-2).
  case scene
  /// Hear of idle times that a single finger ends, where the socket hides single fingers (ADD-12).
  case idle
  /// Pause the filter of touchscreens, so that applications receive all touches (FLT-103).
  case filter
  /// Switch recognizers of the configuration off for a while (FLT-104).
  case switching = "switch"
  /// Keep the touches of its regions from the app behind all regions (FLT-18).
  case shield

  /// The manual's sentence about the key.
  var summary: String {
    switch self {
    case .inhibit:
      "Users who may turn on private mode: nothing of one finger, no place and no raw touch goes out meanwhile."
    case .ignoreInteraction:
      "Users who may make all regions ignore touches that land; every client may do so for its own regions. (MULTI-13)"
    case .cancelTouches: "Users who may cancel the touches that are down. (MULTI-19)"
    case .focus:
      "Users who may make a region first responder, where events that no finger made start. (MULTI-19)"
    case .keyWindow:
      "Users who may choose the key window, whose first responder gets events that no finger made. (MULTI-19)"
    case .orientation: "Users who may turn a touchscreen. (MULTI-19)"
    case .audio:
      "Users who may declare the purpose of sound, send sound to the loudspeaker, and report the state of a sound server. (AUD-14, "
        + "AUD-16, AUD-19)"
    case .adjust:
      "Users who may set values and options of the configuration's recognizers, and switch these on and off, until they disconnect. (RES-4)"
    case .scene:
      "Users whose regions and recognizers count for all clients, such as the user of a kiosk's application. Those of other users "
        + "count for their own user's clients only. (MULTI-1, DMN-2)"
    case .motion:
      "Users who may read raw motion up to 100 times a second; all others read it at most 10 times a second. (MOT-18)"
    case .idle:
      "Users whose idle lines count single fingers even if `single_finger = false`. (ADD-12)"
    case .filter:
      "Users who may pause the filter, so that applications receive all touches. (FLT-103)"
    case .switching:
      "Users who may switch recognizers of the configuration off until they disconnect. (FLT-104)"
    case .shield:
      "Users whose regions may keep touches from applications with `app = false`. (FLT-18)"
    case .stacking:
      "Users who may add windows, or make a region capture touches that hit another owner's. (MULTI-18)"
    }
  }
}
