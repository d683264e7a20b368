/// The recognizers' claim on one touch, as far as regions are concerned.
struct TouchClaim {
  /// Whether a recognized gesture takes the touch away from regions (DLY-1, DLY-23).
  var isTaken = false
  /// Whether a recognizer that held the landing was recognized. Regions then never receive what they have not received
  /// yet (DLY-24).
  var dropsHeld = false
  /// Whether a recognizer that is still possible holds the landing and the moves (DLY-8).
  var holdsBegan = false
  /// Whether a recognizer that is still possible holds the lift (DLY-11).
  var holdsEnded = false
}
