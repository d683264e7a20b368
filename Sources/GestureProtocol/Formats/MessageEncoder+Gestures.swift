import GestureCore

/// Lines of gestures. Each frame of a pan writes one.
extension MessageEncoder {
  /// The most bytes of a gesture from its place on. A gesture has two places and seven fields with their keys. One field
  /// may be a matrix, and three may be pairs, which are repeated in the region's coordinates.
  private static let longestValues = 1500
  /// The most bytes of a touch of a gesture: a whole number of 20 bytes, two pairs of 40, and the field names.
  private static let longestFinger = 200

  /// A gesture at the moment it happens, read in place.
  ///
  /// - Parameters:
  ///   - index: the gesture's index in `gestures`.
  ///   - payloads: the values that the client of a custom recognizer gave with each of `gestures` (CUS-9).
  ///   - fingers: the touches of each of `gestures`, where a reader wants them.
  ///   - numbers: the numbers of the gesture and its sequence for the reader.
  public func write(
    gestureAt index: Int, of gestures: borrowing [GestureEvent], payloads: borrowing [[UInt8]],
    fingers: borrowing [[GestureFinger]], as numbers: GestureNumbers, device: Int, seq: UInt64,
    in form: borrowing LineForm, to line: inout LineWriter
  ) {
    line.removeAll()
    let gestures = gestures.span
    append(gestures, at: index, as: numbers, device: device, seq: seq, in: form, to: &line)
    if !payloads[index].isEmpty { append(payload: payloads[index], payloads[index].indices, to: &line) }
    if self.gestures.isClients(gestures[index].recognizer) {
      append(ownerOf: gestures[index].recognizer, in: form, to: &line)
    }
    if form.listsFingers, index < fingers.count {
      append(
        fingers[index], inRegion: gestures[index].hasOwnLocation, device: device, in: form, to: &line)
    }
    line.endObject()
  }

  /// A gesture at the moment it happens.
  public func write(
    _ gesture: borrowing GestureEvent, of buffer: borrowing EventBuffer, device: Int, seq: UInt64,
    in form: borrowing LineForm, to line: inout LineWriter
  ) {
    line.removeAll()
    append(gesture, device: device, seq: seq, in: form, to: &line)
    if !gesture.payload.isEmpty { append(payload: buffer.payload, gesture.payload, to: &line) }
    if gestures.isClients(gesture.recognizer) { append(ownerOf: gesture.recognizer, in: form, to: &line) }
    line.endObject()
  }

  /// A gesture for readers that receive it later than it happened.
  ///
  /// - Parameters:
  ///   - payload: the values that the client of a custom recognizer gave with the gesture (CUS-9).
  ///   - fingers: the touches of the gesture, where a reader wants them.
  ///   - isSnapshot: whether the line belongs to a snapshot, for a reader that missed the gesture's beginning.
  public func write(
    _ gesture: GestureEvent, payload: [UInt8] = [], fingers: [GestureFinger] = [], isSnapshot: Bool = false,
    device: Int, seq: UInt64, in form: LineForm, to line: inout LineWriter
  ) {
    line.removeAll()
    append(gesture, device: device, seq: seq, in: form, to: &line)
    append(payload: payload, payload.indices, to: &line)
    if gestures.isClients(gesture.recognizer) { append(ownerOf: gesture.recognizer, in: form, to: &line) }
    if isSnapshot { line.append(text.snapshot) }
    if form.listsFingers {
      append(fingers, inRegion: gesture.hasOwnLocation, device: device, in: form, to: &line)
    }
    line.endObject()
  }

  /// The fields of every line of a gesture, with the gesture's own numbers.
  func append(
    _ gesture: borrowing GestureEvent, device: Int, seq: UInt64, in form: borrowing LineForm,
    to line: inout LineWriter
  ) {
    let numbers = GestureNumbers(gesture: gesture.gestureID, sequence: gesture.sequence)
    let one: InlineArray<1, GestureEvent> = [copy gesture]
    append(one.span, at: 0, as: numbers, device: device, seq: seq, in: form, to: &line)
  }

  /// The fields of every line of a gesture. The gesture is named by its place, since the compiler copies a large value
  /// that is an argument.
  @inline(__always)
  private func append(
    _ events: Span<GestureEvent>, at index: Int, as called: GestureNumbers, device: Int, seq: UInt64,
    in form: borrowing LineForm, to line: inout LineWriter
  ) {
    begin(&line, with: text.gesture, seq: seq, time: events[index].time)
    let numbers = StretchNumbers(events[index], as: called, device: device)
    if !line.append(keptOf: numbers, of: edition) {
      append(numbers, state: events[index].state, to: &line)
    }
    let scale = scale(of: device, in: form)
    guard line.hasRoom(for: Self.longestValues) else { return }
    guard form.reference == 0 else {
      return append(placesOf: events[index], scale, reference(of: device, in: form), to: &line)
    }
    var place = line.count
    var free = line.bytes.mutableSpan
    write(text.location, scale.place(events[index].location), on: &free, at: &place)
    if events[index].hasOwnLocation {
      write(text.regionLocation, scale.place(events[index].regionLocation), on: &free, at: &place)
    }
    let first = gestures.firstField(of: events[index].recognizer)
    for position in 0..<events[index].values.count {
      if let vector = events[index].values.vector(at: position),
        gestures.fields[first &+ position].shape == .vector
      {
        write(gestures.fields[first &+ position].key, scale.vector(vector), on: &free, at: &place)
      } else {
        write(events[index].values[position], of: first &+ position, scale, on: &free, at: &place)
      }
    }
    if events[index].toRegion != nil { writeInRegion(events[index], scale, on: &free, at: &place) }
    line.extend(to: place)
  }

  /// Appends places and values in the coordinates of another region than the screen (TFW-5).
  @inline(never)
  private func append(
    placesOf gesture: borrowing GestureEvent, _ scale: LineScale, _ reference: AffineTransform,
    to line: inout LineWriter
  ) {
    var place = line.count
    var free = line.bytes.mutableSpan
    write(text.location, scale.place(reference.apply(gesture.location)), on: &free, at: &place)
    if gesture.hasOwnLocation {
      write(text.regionLocation, scale.place(gesture.regionLocation), on: &free, at: &place)
    }
    write(gesture.values, of: gesture.recognizer, scale, reference, on: &free, at: &place)
    if gesture.toRegion != nil { writeInRegion(gesture, scale, on: &free, at: &place) }
    line.extend(to: place)
  }

  /// The action that a recognizer proposes, in the fields of its gesture's line.
  func append(_ proposal: GestureProposal, device: Int, in form: LineForm, to line: inout LineWriter) {
    line.append(text.touchCount)
    line.append(integer: proposal.numberOfTouches)
    line.append(devices[place(of: device)].region(proposal.region))
    let scale = scale(of: device, in: form)
    guard line.hasRoom(for: Self.longestValues) else { return }
    var place = line.count
    var free = line.bytes.mutableSpan
    let reference = reference(of: device, in: form)
    write(text.location, scale.place(reference.apply(proposal.location)), on: &free, at: &place)
    write(proposal.values, of: proposal.recognizer, scale, reference, on: &free, at: &place)
    line.extend(to: place)
  }

  /// Appends the numbers and names between stamp and place, and keeps them for later moves.
  @inline(never)
  private func append(_ numbers: StretchNumbers, state: GestureState, to line: inout LineWriter) {
    let start = line.count
    line.append(text.deviceNumber)
    line.append(integer: numbers.device)
    line.append(text.sequence)
    line.append(integer: numbers.sequence)
    line.append(text.gestureID)
    line.append(integer: numbers.gestureID)
    line.append(gestures[numbers.recognizer].heading)
    line.append(text.stateAndTouchCount(state))
    line.append(integer: numbers.numberOfTouches)
    line.append(devices[place(of: numbers.device)].region(numbers.region))
    line.keep(from: start, as: numbers, of: edition)
  }

  /// Appends the touches of a gesture, as far as they fit (ADD-16). A gesture without touches has no list.
  ///
  /// - Parameter hasOwnLocation: whether each has its place in the gesture's region too.
  @inline(never)
  private func append(
    _ fingers: borrowing [GestureFinger], inRegion hasOwnLocation: Bool, device: Int,
    in form: borrowing LineForm, to line: inout LineWriter
  ) {
    // With room for one touch at least: a list is never empty.
    guard !fingers.isEmpty, line.remaining > 2 * Self.longestFinger else { return }
    let scale = scale(of: device, in: form)
    let reference = reference(of: device, in: form)
    // The end of the list, of the object and of the line have room behind the last touch.
    let lastPlace = LineWriter.capacity - 4 - Self.longestFinger
    let fingers = fingers.span
    var place = line.count
    var free = line.bytes.mutableSpan
    free.write(text.fingers, at: &place)
    for position in fingers.indices where place <= lastPlace {
      free.write(
        integer: form.tellsSingleFingers ? fingers[position].id : fingers[position].severalID, at: &place)
      let location = fingers[position].location
      write(
        text.location, scale.place(form.reference > 0 ? reference.apply(location) : location), on: &free,
        at: &place)
      if hasOwnLocation {
        write(text.regionLocation, scale.place(fingers[position].regionLocation), on: &free, at: &place)
      }
      free.write(fingers[position].isUp ? text.nextAfterUp : text.nextFinger, at: &place)
    }
    // The bracket replaces the beginning of a further touch. The list has one touch at least.
    place &-= text.lengthOfNextFinger
    free.write(UInt8(ascii: "]"), at: &place)
    line.extend(to: place)
  }

  /// Appends the client's object unchanged. The daemon checked it when it arrived (CUS-9).
  private func append(payload: [UInt8], _ range: Range<Int>, to line: inout LineWriter) {
    guard !range.isEmpty, range.lowerBound >= 0, range.upperBound <= payload.count else { return }
    line.append(#","values":"#)
    for position in range { line.append(payload[position]) }
  }

  // MARK: Values

  /// Writes a place, unless it is not finite.
  @inline(__always)
  func write(
    _ key: borrowing FixedText, _ point: Point, on free: inout MutableSpan<UInt8>, at place: inout Int
  ) {
    guard point.isFinite else { return }
    free.write(key, at: &place)
    free.write(pair: point.x, point.y, at: &place)
  }

  /// Writes the values of a recognizer, with places, displacements and velocities in the coordinates of a region.
  ///
  /// - Parameter reference: the map from the screen into the region.
  private func write(
    _ values: GestureValues, of recognizer: Int, _ scale: LineScale, _ reference: AffineTransform,
    on free: inout MutableSpan<UInt8>, at place: inout Int
  ) {
    let first = gestures.firstField(of: recognizer)
    for position in 0..<values.count {
      let field = first &+ position
      switch values[position] {
      case .displacement(let vector):
        write(.displacement(reference.apply(vector)), of: field, scale, on: &free, at: &place)
      case .velocity(let vector):
        write(.velocity(reference.apply(vector)), of: field, scale, on: &free, at: &place)
      case .point(let point): write(.point(reference.apply(point)), of: field, scale, on: &free, at: &place)
      case .matrix(let similarity) where reference != .identity:
        guard gestures.fields[field].shape == .list, let back = reference.inverse else { continue }
        let matrix = reference.after(AffineTransform(similarity)).after(back)
        write(gestures.fields[field].key, matrix, scale, on: &free, at: &place)
      case let value: write(value, of: field, scale, on: &free, at: &place)
      }
    }
  }

  /// Writes the value of a field.
  ///
  /// - Parameter field: the field's index among the fields of all recognizers.
  private func write(
    _ value: GestureValues.Quantity, of field: Int, _ scale: LineScale, on free: inout MutableSpan<UInt8>,
    at place: inout Int
  ) {
    let shape = gestures.fields[field].shape
    // A recognizer whose value differs from its declared fields must not break the line.
    guard shape != .none, value.isList == (shape != .single) else { return }
    switch value {
    case .displacement(let vector), .velocity(let vector):
      write(gestures.fields[field].key, scale.vector(vector), on: &free, at: &place)
    case .count(let count):
      free.write(gestures.fields[field].key, at: &place)
      free.write(integer: count, at: &place)
    case .word(let number):
      guard gestures.words[field].indices.contains(number) else { return }
      free.write(gestures.fields[field].key, at: &place)
      free.write(gestures.words[field][number], at: &place)
    case .point(let point): write(gestures.fields[field].key, scale.place(point), on: &free, at: &place)
    case .span(let span):
      free.write(gestures.fields[field].key, at: &place)
      free.write(secondsOf: span.microseconds, at: &place)
    case .matrix(let similarity):
      write(gestures.fields[field].key, AffineTransform(similarity), scale, on: &free, at: &place)
    case .ratio(let number), .ratioVelocity(let number), .angle(let number), .angularVelocity(let number):
      guard number.isFinite else { return }
      free.write(gestures.fields[field].key, at: &place)
      free.write(decimal: number, at: &place)
    }
  }

  /// Writes a displacement or a velocity, unless it is not finite.
  @inline(__always)
  private func write(
    _ key: borrowing FixedText, _ vector: Vector, on free: inout MutableSpan<UInt8>, at place: inout Int
  ) {
    guard vector.isFinite else { return }
    free.write(key, at: &place)
    free.write(pair: vector.x, vector.y, at: &place)
  }

  /// Writes displacements and velocities again, in the coordinates of the region (PAN-22).
  @inline(never)
  private func writeInRegion(
    _ gesture: borrowing GestureEvent, _ scale: LineScale, on free: inout MutableSpan<UInt8>,
    at place: inout Int
  ) {
    guard let toRegion = gesture.toRegion else { return }
    let first = gestures.firstField(of: gesture.recognizer)
    for position in 0..<gesture.values.count where gestures.fields[first + position].shape == .vector {
      switch gesture.values[position] {
      case .displacement(let vector), .velocity(let vector):
        let vector = scale.vector(toRegion.apply(vector))
        guard vector.isFinite else { continue }
        free.write(text.ofRegion, at: &place)
        free.write(gestures.fields[first + position].name, at: &place)
        free.write(pair: vector.x, vector.y, at: &place)
      default: continue
      }
    }
  }

  /// Writes the matrix of a gesture. It is not a similarity where a unit or a region scales x and y differently.
  private func write(
    _ key: borrowing FixedText, _ matrix: AffineTransform, _ scale: LineScale,
    on free: inout MutableSpan<UInt8>,
    at place: inout Int
  ) {
    let (down, across) = (
      matrix.b * (scale.placeY / scale.placeX), matrix.c * (scale.placeX / scale.placeY)
    )
    let shift = scale.place(Point(matrix.tx, matrix.ty))
    guard matrix.a.isFinite, matrix.d.isFinite, down.isFinite, across.isFinite, shift.isFinite else { return }
    free.write(key, at: &place)
    free.write(decimals: matrix.a, down, across, matrix.d, at: &place)
    free.write(pair: shift.x, shift.y, at: &place)
  }
}

extension AffineTransform {
  /// A similarity as a matrix.
  fileprivate init(_ similarity: Similarity) {
    let (a, b, c, d, x, y) = similarity.matrix
    self.init(a, b, c, d, x, y)
  }
}

extension GestureEvent {
  /// Whether lines have the place in the region's coordinates too.
  fileprivate var hasOwnLocation: Bool {
    @inline(__always) get { region == RegionTree.root ? regionLocation != location : true }
  }
}
