import GestureCore

/// The parts of JSON lines that are the same for every recognizer, put together once. Fields are in the order
/// of the wire.
struct JSONText: Sendable {
  /// The beginning of a gesture.
  let gesture = Fragment(#"{"type":"gesture","seq":"#)
  /// The beginning of a transition.
  let transition = Fragment(#"{"type":"transition","seq":"#)
  /// The beginning of a line of touches.
  let touches = Fragment(#"{"type":"touches","seq":"#)
  /// The beginning of a change of first responders.
  let responder = Fragment(#"{"type":"responder","seq":"#)
  /// The beginning of a settled line.
  let settled = Fragment(#"{"type":"settled","seq":"#)
  /// Before the number of the first sequence that is settled.
  let firstSequence = Fragment(#","first_sequence":"#)
  /// The beginning of a change of devices.
  let device = Fragment(#"{"type":"device","seq":"#)
  /// The beginnings of lines about regions, recognizers and the private mode.
  let regionHead = Fragment(#"{"type":"region","seq":"#)
  let recognizerHead = Fragment(#"{"type":"recognizer","seq":"#)
  let inhibitHead = Fragment(#"{"type":"inhibit","seq":"#)
  /// Before the seconds of the stamp.
  let time = Fragment(#","time":"#)
  /// Before the device's number.
  let deviceNumber = Fragment(#","device":"#)
  /// Before the multi-touch sequence's number.
  let sequence = Fragment(#","sequence":"#)
  /// Before the gesture's number.
  let gestureID = Fragment(#","gesture_id":"#)
  /// Before the number of fingers.
  let touchCount = Fragment(#","touch_count":"#)
  /// Before a place on the screen.
  let location = Fragment(#","location":["#)
  /// Before a place in a region.
  let regionLocation = Fragment(#","region_location":["#)
  /// Before the id of the first touch of a list.
  let firstTouch = Fragment(#"{"id":"#)
  /// Before the id of any further touch.
  let nextTouch = Fragment(#",{"id":"#)
  /// Before a touch's tap count.
  let tapCount = Fragment(#","tap_count":"#)
  /// Before a place that was not rounded.
  let preciseLocation = Fragment(#","precise_location":["#)
  /// Before the place of the event before.
  let previousLocation = Fragment(#","previous_location":["#)
  /// Before half of a contact's long axis, and how far that may be off.
  let radius = Fragment(#","radius":"#)
  let radiusTolerance = Fragment(#","radius_tolerance":"#)
  /// Before how hard a touch is, and the most that it can be.
  let force = Fragment(#","force":"#)
  let maximumForce = Fragment(#","max_force":"#)
  /// Before how a pen stands.
  let altitude = Fragment(#","altitude":"#)
  let azimuth = Fragment(#","azimuth":"#)
  /// Before samples, what of them is missing, and those to come.
  let coalesced = Fragment(#","coalesced":["#)
  let coalescedLost = Fragment(#","coalesced_lost":"#)
  let predicted = Fragment(#","predicted":["#)
  /// Before the time of a sample.
  let sampleTime = Fragment(#"{"time":"#)
  /// The end of a prediction: what of it is a guess (PRE-2).
  let estimatedLocation = Fragment(#","estimated":["location"]}"#)
  /// The last field of a line that tells of what was there before.
  let snapshot = Fragment(#","snapshot":true"#)
  /// The end of an object.
  let end = Fragment("}")

  private let states: [Fragment] = (UInt8.min...5).compactMap(GestureState.init).map {
    Fragment(#","state":""# + $0.word + #"","touch_count":"#)
  }
  private let phases: [Fragment] = (UInt8.min...4).compactMap(TouchPhase.init).map {
    Fragment(#","phase":""# + $0.word + #"","touches":["#)
  }

  private let touchPhases: [Fragment] = (UInt8.min...4).compactMap(TouchPhase.init).map {
    Fragment(#","phase":""# + $0.word + #"""#)
  }
  private let touchTypes: [Fragment] = (UInt8.min...3).compactMap(TouchType.init).map {
    Fragment(#","type":""# + $0.word + #"""#)
  }

  /// `,"phase":"moved"`
  func phase(_ phase: TouchPhase) -> Fragment { touchPhases[Int(phase.rawValue)] }

  /// `,"type":"pencil"`
  func touchType(_ type: TouchType) -> Fragment { touchTypes[Int(type.rawValue)] }

  /// `,"state":"ended","touch_count":`
  func stateAndTouchCount(_ state: GestureState) -> Fragment { states[Int(state.rawValue)] }

  /// `,"phase":"moved","touches":[`
  func phaseAndTouches(_ phase: TouchPhase) -> Fragment { phases[Int(phase.rawValue)] }
}
