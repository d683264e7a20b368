import GestureCore

/// The parts of JSON lines that are the same for every recognizer, made once. Fields are in the order of the wire. A
/// class, so that reading an encoder does not copy all parts.
final class JSONText: Sendable {
  /// The beginning of a gesture.
  let gesture = JSONText.head(.gesture)
  /// The beginning of a transition.
  let transition = JSONText.head(.transition)
  /// The beginning of a line of touches.
  let touches = JSONText.head(.touches)
  /// The numbers of UIKit's event in a line of touches (JSN-1).
  let touchEvent = FixedText(
    (LineType.touches.declaration.eventType.map { #","event":\#($0)"# } ?? "") + #","subtype":0"#)
  /// The beginning of a change of first responders.
  let responder = JSONText.head(.responder)
  let deferred = JSONText.head(.deferred)
  /// The beginning of a settled line.
  let settled = JSONText.head(.settled)
  /// The owner of a recognizer that a client has declared.
  let ownerSelf = FixedText(#","owner":"self""#)
  let ownerOther = FixedText(#","owner":"other""#)
  /// Before the number of the client that has declared a recognizer or a region.
  let client = FixedText(#","client":"#)
  /// Before the number of the first sequence that is settled.
  let firstSequence = FixedText(#","first_sequence":"#)
  /// The beginning of a change of devices.
  let device = JSONText.head(.device)
  /// The beginnings of lines about regions, recognizers and the private mode.
  let regionHead = JSONText.head(.region)
  let recognizerHead = JSONText.head(.recognizer)
  let inhibitHead = JSONText.head(.inhibit)
  let filteringHead = JSONText.head(.filtering)
  /// Before the seconds of the stamp.
  let time = FixedText(#","time":"#)
  /// Before the device's number.
  let deviceNumber = FixedText(#","device":"#)
  /// Before the multi-touch sequence's number.
  let sequence = FixedText(#","sequence":"#)
  /// Before the gesture's number.
  let gestureID = FixedText(#","gesture_id":"#)
  /// Before the number of fingers.
  let touchCount = FixedText(#","touch_count":"#)
  /// Before a place on the screen.
  let location = FixedText(#","location":["#)
  /// Before the name of a displacement or a velocity in the coordinates of the region.
  let ofRegion = FixedText(#","region_"#)
  /// Before a place in a region.
  let regionLocation = FixedText(#","region_location":["#)
  /// Before the id of the first touch of a gesture.
  let fingers = FixedText(#","fingers":[{"id":"#)
  /// The mark of a touch that has lifted, with the end of the touch, and before the id of the next touch.
  let nextAfterUp = FixedText(#","up":true},{"id":"#)
  /// The end of another touch, and before the id of the next touch.
  let nextFinger = FixedText(#"},{"id":"#)
  /// The bytes of these two that belong to the next touch.
  let lengthOfNextFinger = 7
  /// Before the id of a touch.
  let touch = FixedText(#"{"id":"#)
  /// Before a touch's tap count.
  let tapCount = FixedText(#","tap_count":"#)
  /// Before a place that was not rounded.
  let preciseLocation = FixedText(#","precise_location":["#)
  /// Before the place in the previous event, on the screen and in a region.
  let previousLocation = FixedText(#","previous_location":["#)
  let previousRegionLocation = FixedText(#","region_previous_location":["#)
  /// Before half of a contact's long axis, and its tolerance.
  let radius = FixedText(#","radius":"#)
  let radiusTolerance = FixedText(#","radius_tolerance":"#)
  /// Before a touch's force, and the greatest possible force.
  let force = FixedText(#","force":"#)
  let maximumForce = FixedText(#","max_force":"#)
  /// Before the angles of a pen.
  let altitude = FixedText(#","altitude":"#)
  let azimuth = FixedText(#","azimuth":"#)
  let roll = FixedText(#","roll":"#)
  /// Before the pressed buttons of a pen.
  let buttons = FixedText(#","buttons":"#)
  /// Before the samples, the number of lost samples, and the predicted samples.
  let coalesced = FixedText(#","coalesced":["#)
  let coalescedLost = FixedText(#","coalesced_lost":"#)
  let predicted = FixedText(#","predicted":["#)
  /// Before the time of a sample.
  let sampleTime = FixedText(#"{"time":"#)
  /// The end of a prediction, which names the guessed field (PRE-2).
  let estimatedLocation = FixedText(#","estimated":["location"]}"#)
  /// The last field of a line of a snapshot.
  let snapshot = FixedText(#","snapshot":true"#)
  /// The end of an object in a line.
  let end = FixedText("}")

  /// The beginning of a numbered line: `{"type":"gesture","seq":`
  private static func head(_ type: LineType) -> FixedText {
    FixedText(#"{"type":""# + type.rawValue + #"","seq":"#)
  }

  private let states: [Fragment] = (UInt8.min...5).compactMap(GestureState.init).map {
    Fragment(#","state":""# + $0.word + #"","touch_count":"#)
  }
  private let phases: [Fragment] = (UInt8.min...4).compactMap(TouchPhase.init).map {
    Fragment(#","phase":""# + $0.word + #"","touches":["#)
  }

  private let touchPhases: [FixedText] = (UInt8.min...4).compactMap(TouchPhase.init).map {
    FixedText(#","phase":""# + $0.word + #"""#)
  }
  private let touchTypes: [FixedText] = (UInt8.min...4).compactMap(TouchType.init).map {
    FixedText(#","type":""# + $0.word + #"""#)
  }

  /// `,"phase":"moved"`
  func phase(_ phase: TouchPhase) -> FixedText { touchPhases[Int(phase.rawValue)] }

  /// `,"type":"pencil"`
  func touchType(_ type: TouchType) -> FixedText { touchTypes[Int(type.rawValue)] }

  /// `,"state":"ended","touch_count":`
  func stateAndTouchCount(_ state: GestureState) -> Fragment { states[Int(state.rawValue)] }

  /// `,"phase":"moved","touches":[`
  func phaseAndTouches(_ phase: TouchPhase) -> Fragment { phases[Int(phase.rawValue)] }
}
