/// The touches that lines of gestures list, where a reader wants them.
extension GestureArena {
  /// Updates the listed touches of a recognizer as they are in the present event.
  @inline(never)
  mutating func updateFingers(of number: Int, _ tracker: borrowing TouchTracker) {
    roster.updateFingers(of: number, tracker)
  }

  /// Appends the listed touches of a recognizer for its action, which follows. A gesture without touches has none.
  @inline(never)
  func appendFingers(of number: Int, _ regions: borrowing RegionTree, to buffer: inout EventBuffer) {
    let region = roster.attempts[number].region
    let isOnScreen = regions.regions[region].hasScreenCoordinates
    for position in roster.touches[number].fingers.indices {
      var finger = roster.touches[number].fingers[position]
      if !isOnScreen { finger.regionLocation = regions.location(of: finger.location, in: region) }
      buffer.append(finger)
    }
  }
}
