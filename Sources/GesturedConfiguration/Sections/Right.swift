/// What a client may do to others only where the configuration lets it: a key of `[rights]`.
public enum Right: String, CaseIterable, Hashable, Sendable {
  /// Hold the lease during which nothing of one finger, no place and no raw touch goes out.
  case inhibit
  /// Make all regions deaf to touches that land, not only its own.
  case ignoreInteraction = "ignore_interaction"
  /// Cancel the touches that are down.
  case cancelTouches = "cancel_touches"
  /// Make a region first responder.
  case focus
  /// Say which window is key.
  case keyWindow = "key_window"
  /// Turn a touchscreen.
  case orientation
  /// Have everybody told that sound goes elsewhere, on its word.
  case audio
  /// Read raw motion more often than 10 times a second (MOT-18): taps on the screen can be inferred from it.
  case motion
  /// Put windows on a level of their own, and capture what hits them (MULTI-18).
  case stacking
  /// Have its regions and recognizers take part in what everybody hears (MULTI-1, DMN-2).
  case scene
}
