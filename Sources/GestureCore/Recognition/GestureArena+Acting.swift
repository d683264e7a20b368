/// Tells the actions of recognizers.
extension GestureArena {
  /// Tells the actions of all decisions (FSM-18).
  mutating func act(_ regions: borrowing RegionTree, at time: Instant, into buffer: inout EventBuffer) {
    for number in attentive { act(number, regions, at: time, into: &buffer) }
  }

  /// The proposal for a recognizer's next action.
  func proposal(of number: Int, at time: Instant) -> GestureProposal {
    GestureProposal(
      recognizer: number, region: attempts[number].region, time: time,
      numberOfTouches: touchCount(of: number),
      location: recognizers[number].location ?? attempts[number].centre,
      values: recognizers[number].values(at: time))
  }

  /// The number of touches of a gesture (LOC-3).
  private func touchCount(of number: Int) -> Int {
    attempts[number].isDiscrete && !attempts[number].isCustom
      ? attempts[number].numberOfTouches : attempts[number].touchCount
  }

  /// Tells the action of one recognizer.
  mutating func act(
    _ number: Int, _ regions: borrowing RegionTree, at time: Instant, into buffer: inout EventBuffer
  ) {
    switch attempts[number].action {
    case .none:
      if case .none = attempts[number].decision { return }
    case .one(let state):
      append(number, state, regions, at: time, into: &buffer)
    case .beganAndEnded:
      append(number, .began, regions, at: time, into: &buffer)
      append(number, .ended, regions, at: time, into: &buffer)
    }
    attempts[number].action = .none
    attempts[number].decision = .none
  }

  private mutating func append(
    _ number: Int, _ state: GestureState, _ regions: borrowing RegionTree, at time: Instant,
    into buffer: inout EventBuffer
  ) {
    tell(
      number, state, at: recognizers[number].location, recognizers[number].values(at: time), regions,
      at: time,
      into: &buffer)
  }

  /// Tells an action of a recognizer. It is mutating, because reading a value that is being changed in place copies it.
  ///
  /// - Parameter location: the position of the gesture; nil for the center of its touches (LOC-1).
  @inline(__always)
  mutating func tell(
    _ number: Int, _ state: GestureState, at location: Point?, _ values: GestureValues,
    _ regions: borrowing RegionTree, at time: Instant, into buffer: inout EventBuffer
  ) {
    let location = location ?? attempts[number].centre
    let region = attempts[number].region
    let isOnScreen = regions.regions[region].hasScreenCoordinates
    var event = GestureEvent(
      recognizer: number, state: state, gestureID: attempts[number].gestureID,
      sequence: attempts[number].sequence, time: time, numberOfTouches: touchCount(of: number),
      region: region, location: location,
      regionLocation: isOnScreen ? location : regions.location(of: location, in: region),
      toRegion: isOnScreen ? nil : regions.linearPart(of: region), values: values)
    if attempts[number].isCustom {
      let first = buffer.payload.count
      buffer.append(payload: customs[number].values)
      event.payload = first..<buffer.payload.count
    }
    buffer.append(event)
  }
}
