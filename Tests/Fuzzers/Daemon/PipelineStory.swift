import GestureCore

/// One story. The first bytes make the recognizers, the regions and the filters. The rest decides about fingers and
/// clients.
struct PipelineStory: ~Copyable {
  private static let slots = 10
  private static let screen = Size(160, 100)

  var source: ByteSource
  var pipeline: TouchscreenPipeline
  var invariants: EventInvariants
  var identifiers = IdentifierSource()
  var buffer = EventBuffer()
  private var places = [Point?](repeating: nil, count: slots)
  var time = Instant(microseconds: 0)
  /// Questions to clients and offers, the newest last.
  var pending: [Pending] = []

  init(_ bytes: [UInt8]) {
    var source = ByteSource(bytes)
    let regions = RegionTree.any(on: Self.screen, from: &source)
    let set = RecognizerSet.any(on: regions.regions.map(\.name), from: &source)
    var settings = TouchSettings()
    if source.onceIn(4) { settings.debounce = .milliseconds(source.number(in: 0...200)) }
    if source.onceIn(8) { settings.deliveryInterval = .milliseconds(16) }
    let filters = source.onceIn(3) ? FilterSettings.any(from: &source) : FilterSettings()
    pipeline = TouchscreenPipeline(
      maximumTouches: Self.slots, regions: regions, settings: settings, filters: filters, recognizers: set)
    invariants = EventInvariants(of: set)
    self.source = source
  }

  mutating func play() {
    while !source.isAtEnd { step() }
    end()
  }

  private mutating func step() {
    pass()
    switch source.below(32) {
    case 0: advance(to: time)
    case 1: lose(.deviceRemoved, share: 1)
    case 2: lose(.resynchronized(lostContact: true), share: 2)
    case 3: lose(.resynchronized(lostContact: false), share: 256)
    case 4: edit()
    case 6: disturb()
    case 7: editRegions()
    case 8: comeOrGo()
    case 9...13: speak()
    case 5:
      if let deadline = pipeline.nextDeadline {
        time = max(time, deadline)
        advance(to: time)
      }
    default: move()
    }
  }

  /// Mostly the pace of a panel; sometimes a rest in which timers fire, or no time at all.
  private mutating func pass() {
    let span: TimeSpan
    switch source.below(16) {
    case 0: span = .zero
    case 1: span = .milliseconds(source.number(in: 0...1000))
    case 2: span = .milliseconds(source.number(in: 0...20_000))
    default: span = .milliseconds(8)
    }
    time = time + span
  }

  private mutating func move() {
    var changes: [ContactChange] = []
    let fingers = source.byte()
    for slot in 0..<Self.slots where slot < 2 || fingers & 1 << UInt8(slot % 8) != 0 {
      let choice = source.below(8)
      guard let place = places[slot] else {
        guard choice < 3 else { continue }
        changes.append(place(slot, .began, Point(source.number(in: -20...180), source.number(in: -20...120))))
        continue
      }
      switch choice {
      case 0: changes.append(lift(slot, .ended, place))
      case 1 where source.onceIn(8): changes.append(lift(slot, .cancelled, place))
      case 2: changes.append(self.place(slot, .moved, place + source.step(upTo: 40)))
      case 3...6: changes.append(self.place(slot, .moved, place + source.step(upTo: 2)))
      default: break
      }
    }
    guard !changes.isEmpty else { return }
    handle(TouchFrame(time: time, changes: changes))
  }

  private mutating func place(_ slot: Int, _ kind: ContactChange.Kind, _ point: Point) -> ContactChange {
    places[slot] = point
    var change = ContactChange(slot: slot, kind: kind, position: point)
    if source.onceIn(32) { change.attributes.majorRadius = source.number(in: 0...40) }
    return change
  }

  private mutating func lift(_ slot: Int, _ kind: ContactChange.Kind, _ point: Point) -> ContactChange {
    places[slot] = nil
    return ContactChange(slot: slot, kind: kind, position: point)
  }

  /// Cancels each finger once in so many times.
  private mutating func lose(_ cause: TouchFrame.Cause, share: Int) {
    var changes: [ContactChange] = []
    for slot in 0..<Self.slots {
      guard let point = places[slot], source.onceIn(share) else { continue }
      changes.append(lift(slot, .cancelled, point))
    }
    handle(TouchFrame(time: time, cause: cause, changes: changes))
  }

  /// Removes a recognizer, or changes one, as clients do between events (QUE-5).
  private mutating func edit() {
    var set = invariants.recognizers
    guard !set.instances.isEmpty else { return }
    let number = source.below(set.instances.count)
    switch source.below(6) {
    case 0: set.remove(number)
    case 1: set.setEnabled(number, false)
    case 2: set.setEnabled(number, true)
    case 3: set.setHearing(number, source.one(of: [.unheard, .observed, .asked]))
    case 4:
      let region = source.one(of: ["root", "region0", "region1", "nowhere"])
      let instance = set.instances[number]
      guard var declaration = set.declaration(named: instance.name, of: instance.owner) else { return }
      declaration.properties.region = region
      // A change that closes a circle is refused, and changes nothing.
      try? set.change(declaration)
    default: set.setOptions(number, .any(of: set.instances[number].type, from: &source))
    }
    take(set)
  }

  /// Gives an edited set to the pipeline.
  mutating func take(_ edited: RecognizerSet) {
    var set = edited
    invariants.recognizers = set
    buffer.removeAll()
    pipeline.update(recognizers: set, at: time, identifiers: &identifiers, into: &buffer)
    check()
    set.finishBatch()
    invariants.recognizers = set
  }

  private mutating func check() {
    invariants.check(buffer)
    noteQuestions()
  }

  /// All fingers lift, and all deadlines pass.
  private mutating func end() {
    var changes: [ContactChange] = []
    for slot in 0..<Self.slots {
      if let point = places[slot] { changes.append(lift(slot, .ended, point)) }
    }
    if !changes.isEmpty { handle(TouchFrame(time: time, changes: changes)) }
    advance(to: time + .milliseconds(100_000))
    invariants.checkEnd(nextDeadline: pipeline.nextDeadline)
  }

  private mutating func handle(_ frame: TouchFrame) {
    buffer.removeAll()
    pipeline.receive(frame, identifiers: &identifiers, into: &buffer)
    check()
  }

  /// Does something to the pipeline between events, and checks the rules for its events.
  mutating func interrupt(
    _ body: (inout TouchscreenPipeline, inout ByteSource, inout IdentifierSource, inout EventBuffer) -> Void
  ) {
    buffer.removeAll()
    body(&pipeline, &source, &identifiers, &buffer)
    check()
  }

  private mutating func advance(to time: Instant) {
    buffer.removeAll()
    pipeline.advance(to: time, identifiers: &identifiers, into: &buffer)
    check()
  }
}

extension ByteSource {
  /// A step of at most so many mm on each axis.
  fileprivate mutating func step(upTo length: Double) -> Vector {
    Vector(number(in: -length...length), number(in: -length...length))
  }
}
