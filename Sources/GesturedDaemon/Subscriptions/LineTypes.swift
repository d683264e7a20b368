import GestureProtocol

/// Types of lines that filters may name.
struct LineTypes: OptionSet, Hashable {
  let rawValue: UInt16

  init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// One type.
  init(_ type: FilterDescription.LineType) {
    // There are thirteen, so one that is not found would be a mistake of ours.
    let place = FilterDescription.LineType.allCases.firstIndex(of: type) ?? 15
    rawValue = 1 << UInt16(place)
  }

  static let gesture = LineTypes(.gesture)
  static let settled = LineTypes(.settled)
  static let device = LineTypes(.device)
  static let touches = LineTypes(.touches)
  static let transition = LineTypes(.transition)
  static let region = LineTypes(.region)
  static let recognizer = LineTypes(.recognizer)
  static let responder = LineTypes(.responder)
  static let inhibit = LineTypes(.inhibit)
  static let motion = LineTypes(.motion)
  static let remote = LineTypes(.remote)
  static let press = LineTypes(.press)
  static let route = LineTypes(.route)

  /// What a filter lets through that names no type.
  static let usual: LineTypes = [
    .gesture, .settled, .device, .touches, .responder, .inhibit, .press, .route,
  ]

  /// Those that speak of a recognizer.
  static let ofRecognizers: LineTypes = [.gesture, .transition, .recognizer]
  /// Those that speak of a state as gestures have it.
  static let withState: LineTypes = [.gesture, .inhibit]
  /// Those that speak of a region.
  static let withRegion: LineTypes = [
    .gesture, .touches, .region, .recognizer, .responder, .motion, .press,
  ]
  /// Those that speak of a touchscreen.
  static let withDevice: LineTypes = [
    .gesture, .settled, .device, .touches, .transition, .region, .responder,
  ]
}
