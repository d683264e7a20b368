extension ReasonSentence {
  /// The sentences of all words that recognizers and the arena give as reasons. A sentence follows "did not fire:",
  /// "fired:", "waits:" and the like.
  static let all = recognitions + shortfalls + mistakes + conflicts + losses

  /// The recognizer has recognized its gesture, or the gesture is over.
  private static let recognitions = [
    ReasonSentence("tapped", "all fingers have landed and lifted in time"),
    ReasonSentence(
      "heldLongEnough", "the fingers have rested long enough", measured: "the fingers have rested for {limit}"
    ),
    ReasonSentence(
      "movedFarEnough", "the fingers have moved far enough",
      measured: "the fingers have moved {value}, and {limit} was asked for"),
    ReasonSentence(
      "distanceChanged", "the distance of the fingers has changed enough",
      measured: "the distance of the fingers has changed by {value}, and {limit} was asked for"),
    ReasonSentence(
      "turnedFarEnough", "the fingers have turned far enough",
      measured: "the fingers have turned by {value}, and {limit} was asked for"),
    ReasonSentence("recognizedByClient", "the client that runs it says so"),
    ReasonSentence("endedByClient", "the client that runs it says that it is over"),
    ReasonSentence("lifted", "too few fingers are left"),
  ]

  /// The fingers had not gone on for as long or as far as the recognizer requires.
  private static let shortfalls = [
    ReasonSentence(
      "liftedTooSoon", "a finger lifted before it had gone far enough in one direction",
      measured: "a finger lifted after {value}; {limit} is asked for then",
      .lower(["distance_mm", "minimum_distance_mm", "minimum_press_ms"])),
    ReasonSentence(
      "movedTooLittle", "the fingers moved too little",
      measured: "the fingers had moved {value} when too few were left; {limit} is asked for",
      .lower(["minimum_distance_mm", "minimum_stroke_mm"])),
    ReasonSentence(
      "distanceHardlyChanged", "the distance of the fingers hardly changed until one lifted",
      measured: "the distance of the fingers had changed by {value} when one lifted; {limit} is asked for",
      .lower(["minimum_change_mm"])),
    ReasonSentence(
      "turnedTooLittle", "the fingers turned too little until one lifted",
      measured: "the fingers had turned by {value} when one lifted; {limit} is asked for",
      .lower(["minimum_turn_degrees", "minimum_arc_mm"])),
    ReasonSentence(
      "tooSlow", "it had not gone far enough when its time was over",
      measured: "it had gone {value} when its time was over; {limit} is asked for then",
      .lower(["minimum_distance_mm"])),
    ReasonSentence(
      "restedTooShort", "the other finger landed before the fingers had rested long enough",
      measured: "the other finger landed when the fingers had rested for {value}; {limit} is asked for",
      .lower(["minimum_rest_ms"])),
    ReasonSentence(
      "restLifted", "a finger that has to rest lifted",
      measured: "a finger that has to rest lifted: {value} rested on, and it asks for {limit}"),
    ReasonSentence(
      "tooFewTouches", "fewer fingers had landed than it asks for when one lifted",
      measured: "{value} had landed when one lifted, and it asks for {limit}"),
  ]

  /// The fingers did something else than the recognizer requires.
  private static let mistakes = [
    ReasonSentence(
      "tooManyTouches", "more fingers landed than it asks for",
      measured: "{value} landed, and it asks for {limit}",
      .raise(["maximum_touches"])),
    ReasonSentence(
      "lastFingerTooLate", "the last finger landed too long after the first",
      measured: "the last finger landed {value} after the first; at most {limit} is allowed",
      .raise(["landing_window_ms"])),
    ReasonSentence(
      "movedBeyondSlop", "a finger strayed too far from where it landed",
      measured: "a finger strayed {value} from where it landed; at most {limit} is allowed",
      .raise(["movement_mm", "allowable_movement_mm", "tap_movement_mm"])),
    ReasonSentence(
      "heldTooLong", "the fingers stayed down for too long",
      measured: "the fingers were still down after {value}; less than {limit} is asked for",
      // The recognizer fails at the limit, before the fingers have lifted.
      .raiseInHindsight(["maximum_press_ms", "tap_maximum_press_ms"])),
    // The recognizer fails before another tap lands, so no gap is measured, and there is no advice.
    ReasonSentence(
      "nextTapTooLate", "no next tap came in time", measured: "no next tap came within {limit}"),
    ReasonSentence(
      "nextTapTooFar", "the next tap was too far from the one before",
      measured: "the next tap was {value} from the one before; at most {limit} is allowed",
      .raise(["distance_mm", "tap_distance_mm"])),
    ReasonSentence(
      "wrongWay", "the fingers went another way",
      measured: "the fingers went {value} off its direction; at most {limit} is allowed then",
      .raise(["minimum_cone_degrees", "cone_degrees", "early_cone_degrees"])),
    ReasonSentence(
      "turnedBack", "the fingers turned back",
      measured: "the fingers went back by {value}; at most {limit} is allowed", .raise(["turn_back_mm"])),
    ReasonSentence(
      "landedOnWrongSide", "the other finger landed on the wrong side of those that rest",
      measured: "it landed {value} beyond the center of the fingers that rest; at most {limit} is allowed",
      .change(["side"])),
    ReasonSentence(
      "startedOffAxis", "the fingers set off along the other axis",
      measured: "the fingers set off {value} off the axis; at most {limit} is allowed", .change(["axis"])),
    ReasonSentence(
      "landedOutsideBand", "no finger landed close enough to an edge",
      measured: "the finger landed {value} from the edge; at most {limit} is allowed", .raise(["band_mm"])),
    ReasonSentence(
      "landedOutsideSection", "the finger landed at the edge, outside of its section",
      measured: "the finger landed at {value} of the edge, and its section ends at {limit}",
      .change(["section_from_percent", "section_to_percent"])),
    ReasonSentence(
      "movedAlongEdge", "the finger moved along the edge and not away from it",
      measured: "the finger moved {value} off the way inwards; at most {limit} is allowed"),
    ReasonSentence("penIsOver", "a pen has come near over its region"),
    ReasonSentence("penHasLeft", "the pen is over its region no more, is too far away, or has come down"),
    ReasonSentence("penLost", "the pen's device is gone, or the kernel dropped events"),
    ReasonSentence("noEdgeNamed", "no edge is named", .change(["edges"])),
  ]

  /// Another recognizer, an owner or a region decided.
  private static let conflicts = [
    ReasonSentence(
      "waitsFor", "it has all it needs, and must wait until {cause} has failed",
      .say("to have it at once, take {cause} out of its require_to_fail")),
    ReasonSentence(
      "waitsForAnswer", "it has all it needs, and its owner has not yet said whether it may act"),
    ReasonSentence(
      "wasAllowed", "it had all it needs, and its owner has said, or has not said in time, what it asked"),
    ReasonSentence("letGo", "the app received the touch, since it may be held back no longer"),
    ReasonSentence(
      "fingersTooLate", "not all of its fingers had landed when gather_ms was over, so the app received them",
      measured: "{value} of {limit} had landed when gather_ms was over, so the app received what had landed",
      .say("to allow later fingers, raise gather_ms in [filter]")),
    ReasonSentence("delayOver", "the time is over for which it holds touches back"),
    ReasonSentence(
      "holdsTouches", "it could have failed, and holds touches back from regions",
      measured: "it holds touches back from regions, and has not failed in {limit}"),
    ReasonSentence("requiredHaveFailed", "it had all it needs, and those it waited for have failed"),
    ReasonSentence("endedWhileWaiting", "the fingers were up before those it waited for had failed"),
    ReasonSentence(
      "requiredWasRecognized", "it requires {cause} to fail, and {cause} was recognized",
      .say("to have both, name {cause} in its simultaneous_with and not in its require_to_fail")),
    ReasonSentence(
      "preventedBy", "{cause} was recognized first with a finger of its own",
      .say(
        "to have both, name {cause} in its simultaneous_with; to have it first, let {cause} require it to fail"
      )
    ),
    ReasonSentence(
      "requiredHasBegun", "{cause} has begun, and it acts only where {cause} has not",
      .say("to have both, take {cause} out of its require_not_begun")),
    ReasonSentence(
      "mayNotBegin", "its should_begin, or who decides for it, did not allow what the fingers did",
      .say("should_begin = \"always\" allows it")),
    ReasonSentence(
      "deferred", "the finger's region defers this edge, so the first swipe is the region's",
      .say(
        "a second swipe within 2 s is the system's; take the edge out of the region's defers_edges to have the first"
      )),
    ReasonSentence(
      "refusedByRegion", "the client of a region under the fingers did not allow it there",
      .say("the region's ask = [\"should_begin\"] gives its client the answer")),
    ReasonSentence("unheard", "the last client that listened to it went, and the app received its touches"),
    ReasonSentence("disabled", "it was disabled"),
    ReasonSentence("removed", "it was removed"),
    ReasonSentence("detached", "it was attached elsewhere, or its region is gone"),
  ]

  /// The touches went away, or a recognizer broke a rule.
  private static let losses = [
    ReasonSentence("givenUpByClient", "the client that runs it says that it is something else"),
    ReasonSentence("deadlineOver", "the client that runs it asked for time, and has not used it"),
    ReasonSentence("noTouchesLeft", "all fingers had lifted, and it was not yet complete"),
    ReasonSentence("touchCancelled", "one of its touches was taken away: a palm, or a region that is gone"),
    ReasonSentence("contactsLost", "the kernel dropped events, so what was seen may not be what happened"),
    ReasonSentence("deviceRemoved", "the touchscreen is gone"),
    ReasonSentence(
      "interrupted",
      "the touchscreen could not be followed for a while: the machine slept or was held up, or another program grabbed it"
    ),
    ReasonSentence(
      "touchesTakenAway", "all touches were taken away: the screen was turned, or a client asked for it"),
    ReasonSentence(
      "deadlineNotMoved", "it asked to be woken at a time that had come: a mistake in the recognizer"),
    ReasonSentence(
      "illegalTransition", "it asked for what its state does not allow: a mistake in the recognizer"),
  ]
}
