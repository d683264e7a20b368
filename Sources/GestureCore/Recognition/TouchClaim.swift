/// What recognizers make of one touch, as far as regions are concerned.
struct TouchClaim {
  /// Whether one that takes its touches away from regions has been recognized with it (DLY-1, DLY-23).
  var isTaken = false
  /// Whether one that held its landing has been recognized: what regions have not heard of it yet, they never
  /// will (DLY-24).
  var dropsHeld = false
  /// Whether one that may still be recognized holds its landing and its moves (DLY-8).
  var holdsBegan = false
  /// Whether one that may still be recognized holds its lift (DLY-11).
  var holdsEnded = false
}
