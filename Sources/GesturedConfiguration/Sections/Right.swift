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
  /// Include its regions and recognizers in the scene that all clients share (MULTI-1, DMN-2).
  case scene

  /// The manual's sentence about the key.
  var summary: String {
    switch self {
    case .inhibit:
      "Who may hold the lease during which nothing of one finger, no place and no raw touch goes out."
    case .ignoreInteraction:
      "Who may have all regions ignore touches that land; everybody may have their own. (MULTI-13)"
    case .cancelTouches: "Who may cancel the touches that are down. (MULTI-19)"
    case .focus: "Who may make a region first responder. (MULTI-19)"
    case .keyWindow: "Who may say which window is key. (MULTI-19)"
    case .orientation: "Who may turn a touchscreen. (MULTI-19)"
    case .audio:
      "Who may say what sound is for, have it told to go to the loudspeaker, and report what a sound server knows. (AUD-14, "
        + "AUD-16, AUD-19)"
    case .scene:
      "Whose regions and recognizers take part in what everybody hears: a kiosk's own application. Those of others take part in "
        + "what their own user hears alone. (MULTI-1, DMN-2)"
    case .motion:
      "Who may read raw motion up to 100 times a second; everybody else at most 10 times a second. (MOT-18)"
    case .stacking:
      "Who may add windows, or have a region capture what hits another owner's. (MULTI-18)"
    }
  }
}
