import GestureCore

/// A touchscreen of 160 × 100 mm with recognizers, fed by touch scripts: the test screen T1 and its fixtures.
public final class GestureRig {
  /// The actions, failures and illegal transitions since the last `play`.
  public private(set) var seen: [Observation] = []
  /// The reasons for cancellations and failures since the last `play`, in words.
  public private(set) var reasons: [String] = []
  /// The touches events since the last `play`.
  public private(set) var touches: [TouchesObservation] = []
  /// Actions, failures and touches events since the last `play`, in one order, as `V:began{A}@0`, `pan:began@60`.
  public private(set) var timeline: [String] = []
  /// The phases that the app behind all regions received since the last `play`, as `App:began{A}@0`: FLT-67.
  public private(set) var appLines: [String] = []
  /// All notes for the app since the last `play`, with held and dropped touches.
  public private(set) var appNotes: [AppNote] = []
  /// The lines for owners of recognizers since the last `play`, such as `spiral:offer#1{A:began}@0`, `spiral:reset@80`,
  /// `tap:ask#1 should_begin@80` and `tap:expired#1 true@85`.
  public private(set) var clientLines: [String] = []
  /// The settled events since the last `play`, such as `1-2@310`: first sequence, last sequence and time in ms.
  public private(set) var settled: [String] = []
  /// The touches of each gesture since the last `play`, once `listFingers` was called: `1 at 400,300; 2 at 600,300 up`, in pt.
  public private(set) var fingers: [String] = []
  /// The events of the last step, unchanged.
  public private(set) var buffer = EventBuffer()
  /// The reason of the last step's last transition; nil without one.
  public var latestReason: Reason? {
    buffer.events.compactMap { if case .transition(let event) = $0 { event.reason } else { nil } }.last
  }
  /// The regions: `root`, its window, and added regions.
  public var regions: RegionTree { pipeline.regions }
  /// The recognizers.
  public private(set) var recognizers: RecognizerSet
  /// The pipeline under test.
  public private(set) var pipeline: TouchscreenPipeline
  private var identifiers = IdentifierSource()
  private var script = TouchScript()

  /// Test screen T1.
  public static let screen = Size(160, 100)

  /// A rig with recognizers on the root.
  public convenience init(_ declarations: RecognizerDeclaration...) throws {
    try self.init(declarations)
  }

  /// A rig with recognizers of a catalog. Recognizers belong to the regions at the same index in `names`, or to their
  /// declared regions.
  public init(
    _ declarations: [RecognizerDeclaration], catalog: [any Recognizer.Type] = RecognizerCatalog.types,
    regions: RegionTree = RegionTree(screen: screen), on names: [String] = [],
    settings: TouchSettings = TouchSettings(), filters: FilterSettings = FilterSettings(),
    app: AppSettings? = nil
  ) throws {
    var declarations = declarations
    for (position, name) in names.enumerated() { declarations[position].properties.region = name }
    recognizers = try RecognizerSet(declarations, among: catalog)
    pipeline = TouchscreenPipeline(
      maximumTouches: 10, regions: regions, settings: settings, filters: filters,
      recognizers: recognizers, app: app)
  }

  /// Fixture F0.
  public static var treeWithV: RegionTree { .f0 }

  /// Whether a contact is down.
  public var hasTouches: Bool { pipeline.hasTouches }

  /// The time for the pipeline's next `advance`; nil where no deadline waits.
  public var nextDeadline: Instant? { pipeline.nextDeadline }

  /// Plays a script and returns its actions and failures, such as `tap:ended@80`.
  @discardableResult
  public func play(_ script: String) -> [String] {
    play(self.script.read(script))
    return seen.map(\.description)
  }

  /// Plays a script with touches of one type, and returns its actions and failures.
  public func play(_ script: String, by type: TouchType) -> [String] {
    var steps = self.script.read(script)
    for position in steps.indices {
      guard case .frame(var frame) = steps[position] else { continue }
      for change in frame.changes.indices { frame.changes[change].attributes.type = type }
      steps[position] = .frame(frame)
    }
    play(steps)
    return seen.map(\.description)
  }

  public func play(_ steps: [TouchScript.Step]) {
    forget()
    for step in steps {
      buffer.removeAll()
      pipeline.play(step, identifiers: &identifiers, into: &buffer)
      recordEvents()
      recordFingers()
    }
  }

  /// Plays a script and returns actions, failures and touches in one order.
  public func timeline(of script: String) -> [String] {
    play(script)
    return timeline
  }

  /// Changes the pipeline between events, and records the resulting events.
  public func interrupt(
    _ body: (inout TouchscreenPipeline, inout IdentifierSource, inout EventBuffer) -> Void
  ) {
    forget()
    buffer.removeAll()
    body(&pipeline, &identifiers, &buffer)
    recordEvents()
  }

  /// Sets the listeners from the next landing on, by the names of regions; nil restores the listeners that regions
  /// declare.
  public func listen(
    _ listeners: [String: TouchAudience.Listeners]?, isObserved: Bool = false, detail: TouchDetail = []
  ) {
    guard let listeners else { return pipeline.setAudience(nil) }
    var audience = TouchAudience(isObserved: isObserved, detail: detail)
    for (name, listener) in listeners { audience[regions.existing(name)] = listener }
    pipeline.setAudience(audience)
  }

  /// Edits the recognizers at a time in ms.
  ///
  /// - Returns: the resulting actions and failures.
  @discardableResult
  public func edit(
    at time: Double, _ change: (inout RecognizerSet) throws -> Void
  ) rethrows -> [String] {
    forget()
    try change(&recognizers)
    buffer.removeAll()
    pipeline.update(
      recognizers: recognizers, at: Instant(microseconds: Int64(time * 1000)), identifiers: &identifiers,
      into: &buffer)
    recognizers.finishBatch()
    recordEvents()
    recordFingers()
    return seen.map(\.description)
  }

  /// Edits the regions between events, and returns the resulting actions and failures.
  @discardableResult
  public func edit(
    _ edits: [RegionEdit], owner: Int = RegionTree.configuration, at time: Double
  ) throws(RegionError) -> [String] {
    forget()
    buffer.removeAll()
    try pipeline.edit(
      edits, owner: owner, at: Instant(microseconds: Int64(time * 1000)), identifiers: &identifiers,
      into: &buffer)
    recordEvents()
    return seen.map(\.description)
  }

  /// Removes the regions of a client, and returns the resulting actions and failures.
  @discardableResult
  public func removeRegions(ownedBy owner: Int, at time: Double) -> [String] {
    forget()
    buffer.removeAll()
    pipeline.removeRegions(
      ownedBy: owner, at: Instant(microseconds: Int64(time * 1000)), identifiers: &identifiers, into: &buffer)
    recordEvents()
    return seen.map(\.description)
  }

  /// Begins to ignore landings, as a client asks the daemon to.
  public func ignore(
    by owner: Int = RegionTree.configuration, everywhere: Bool = true, at time: Int64
  ) {
    interrupt { pipeline, identifiers, buffer in
      var ignored = pipeline.ignored
      ignored.begin(by: owner, everywhere: everywhere)
      pipeline.setIgnored(ignored, at: .milliseconds(time), identifiers: &identifiers, into: &buffer)
    }
  }

  /// Ends one request of an owner to ignore landings.
  ///
  /// - Returns: whether the owner had one.
  public func endIgnoring(by owner: Int = RegionTree.configuration, at time: Int64) -> Bool {
    var isBegun = false
    interrupt { pipeline, identifiers, buffer in
      var ignored = pipeline.ignored
      isBegun = ignored.end(by: owner)
      pipeline.setIgnored(ignored, at: .milliseconds(time), identifiers: &identifiers, into: &buffer)
    }
    return isBegun
  }

  public func answer(_ question: UInt64, _ answer: GestureAnswer, from owner: Int = 1) -> Bool {
    pipeline.answer(question, with: answer, from: owner)
  }

  /// Replies to an offer.
  public func reply(
    _ event: UInt64, _ state: GestureState, from owner: Int = 1,
    configure: (inout CustomReply) -> Void = { _ in }
  ) -> CustomReplyOutcome {
    var reply = CustomReply(event: event, state: state)
    configure(&reply)
    return pipeline.reply(reply, from: owner)
  }

  /// The touches that a recognizer tracks.
  public func trackedTouches(of recognizer: String) -> [Touch] {
    pipeline.touches(of: number(of: recognizer))
  }

  /// The number of a recognizer. An unknown name is a programming error of the test.
  public func number(of name: String) -> Int {
    guard let number = recognizers.instances.firstIndex(where: { $0.name == name && !$0.isRemoved }) else {
      preconditionFailure("no recognizer is called \(name)")
    }
    return number
  }

  private func forget() {
    appLines = []
    appNotes = []
    seen = []
    reasons = []
    touches = []
    timeline = []
    clientLines = []
    settled = []
    fingers = []
  }

  /// Makes gestures list their touches.
  public func listFingers() {
    buffer.removeAll()
    buffer.listsFingers = true
  }

  private func recordFingers() {
    for index in 0..<buffer.events.count(where: \.isGesture) where buffer.listsFingers {
      fingers.append(
        buffer.fingers(ofGestureAt: index).map { position in
          let finger = buffer.gestureFingers[position]
          let place = [finger.location.x, finger.location.y].map { mm in
            Int((mm / TouchScript.millimetresPerPoint).rounded())
          }
          return "\(finger.id) at \(place[0]),\(place[1])" + (finger.isUp ? " up" : "")
        }.joined(separator: "; "))
    }
  }

  /// The observed actions, without failures.
  public var actions: [Observation] { seen.filter { $0.state != .failed } }

  /// Plays a script and returns its actions, without failures.
  public func actions(of script: String) -> [String] {
    play(script)
    return actions.map(\.description)
  }

  /// The last action.
  public var last: Observation? { actions.last }

  /// Sets a pan's translation, in pt.
  public func setTranslation(_ x: Double, _ y: Double, of recognizer: String) -> Bool {
    let mm = TouchScript.millimetresPerPoint
    guard let number = recognizers.instances.firstIndex(where: { $0.name == recognizer }) else {
      return false
    }
    return pipeline.adjust(number, .translation(Vector(x * mm, y * mm)))
  }

  /// Sets a pinch's scale or a rotation.
  public func adjust(_ recognizer: String, _ adjustment: GestureAdjustment) -> Bool {
    guard let number = recognizers.instances.firstIndex(where: { $0.name == recognizer }) else {
      return false
    }
    return pipeline.adjust(number, adjustment)
  }

  private static func milliseconds(_ time: Instant) -> Int { Int(time.microseconds / 1000) }

  /// Records the events of a step, and the notes for the app between them.
  private func recordEvents() {
    var next = 0
    for position in 0...buffer.count {
      var alike: [AppNote] = []
      while next < buffer.app.count, buffer.app[next].position <= position {
        let note = buffer.app[next]
        next += 1
        appNotes.append(note)
        guard note.phase.isTold else { continue }
        if let first = alike.first,
          first.phase != note.phase || alike.contains(where: { $0.touch == note.touch })
        {
          recordAppNotes(alike)
          alike = []
        }
        alike.append(note)
      }
      recordAppNotes(alike)
      if position < buffer.count { record(buffer.event(at: position)) }
    }
  }

  private func recordAppNotes(_ notes: [AppNote]) {
    guard let first = notes.first else { return }
    let names = notes.map { String(UnicodeScalar(UInt8(64 + min($0.touch, 26)))) }
    let time = Double(first.time.microseconds) / 1000
    let line =
      "App:\(first.phase.word){\(names.joined(separator: ","))}@"
      + (time.rounded() == time ? String(Int(time)) : String(time))
    appLines.append(line)
    timeline.append(line)
  }

  private func record(_ event: Event) {
    switch event {
    case .gesture(let gesture):
      var observation = Observation(
        recognizer: recognizers.instances[gesture.recognizer].name, state: gesture.state,
        time: Double(gesture.time.microseconds) / 1000)
      observation.touches = gesture.numberOfTouches
      observation.location = gesture.location.points
      observation.regionLocation = gesture.regionLocation.points
      observation.gestureID = gesture.gestureID
      observation.sequence = gesture.sequence
      let fields = recognizers.instances[gesture.recognizer].type.fields
      for position in 0..<gesture.values.count {
        observation.record(gesture.values[position], fields[position])
      }
      seen.append(observation)
      timeline.append(observation.description)
    case .transition(let transition):
      if transition.to == .failed || transition.to == .cancelled {
        reasons.append("\(transition.reason.word)")
      }
      guard transition.to == .failed || transition.reason.word == "illegalTransition" else { return }
      var observation = Observation(
        recognizer: recognizers.instances[transition.recognizer].name, state: transition.to,
        time: Double(transition.time.microseconds) / 1000)
      observation.reason = transition.reason.word.description
      seen.append(observation)
      timeline.append(observation.description)
    case .responder(let event):
      let region = event.region.map { regions.regions[$0].name } ?? "none"
      let line =
        "responder:\(regions.regions[event.window].name):\(region)@\(Self.milliseconds(event.time))"
      timeline.append(line)
    case .deferred(let event):
      let region = regions.regions[event.region].name
      timeline.append("deferred:\(event.edge.word):\(region)@\(Self.milliseconds(event.time))")
    case .settled(let event):
      settled.append("\(event.firstSequence)-\(event.sequence)@\(Self.milliseconds(event.time))")
    case .offered, .reset, .asked, .expired:
      guard let line = ClientObservation.line(of: event, buffer, recognizers) else { return }
      clientLines.append(line)
      timeline.append(line)
    case .touches(let event):
      let observation = TouchesObservation(
        region: regions.regions[event.receiver].name, phase: event.phase,
        time: Double(event.time.microseconds) / 1000, sequence: event.sequence,
        isObserved: event.isObserved, touches: buffer.records[event.records].map(\.inPoints),
        all: buffer.records[event.all].map(\.inPoints),
        samples: buffer.samples.map(\.inPoints))
      touches.append(observation)
      timeline.append(observation.line)
    }
  }
}

extension Observation {
  fileprivate mutating func record(_ quantity: GestureValues.Quantity, _ field: GestureField) {
    switch quantity {
    case .count(let number):
      count = number
      word = String(number)
    case .word(let position):
      if case .word(let words) = field.measure { word = words[position] }
    case .point(let point): start = point.points
    case .displacement(let vector): translation = vector.points
    case .velocity(let vector): velocity = vector.points
    case .span(let span): duration = span.milliseconds
    case .ratio(let ratio):
      if field.name == "progress" { progress = ratio } else { scale = ratio }
    case .angle(let angle): rotation = angle
    case .matrix(let similarity): matrix = similarity
    case .ratioVelocity(let rate), .angularVelocity(let rate): numberVelocity = rate
    }
  }
}

extension TouchRecord {
  /// The record with its places in points.
  fileprivate var inPoints: TouchRecord {
    var record = self
    record.location = location.points
    record.preciseLocation = preciseLocation.points
    record.regionLocation = regionLocation.points
    record.previousLocation = previousLocation.points
    record.previousRegionLocation = previousRegionLocation.points
    return record
  }
}

extension TouchSample {
  /// The sample with its places in points.
  fileprivate var inPoints: TouchSample {
    var sample = self
    sample.location = location.points
    sample.previousLocation = previousLocation.points
    sample.regionLocation = regionLocation.points
    return sample
  }
}

extension Point {
  /// The position in points.
  public var points: Point {
    Point(x / TouchScript.millimetresPerPoint, y / TouchScript.millimetresPerPoint)
  }
}

extension Vector {
  /// The displacement in points, or the velocity in points per second.
  public var points: Vector { self / TouchScript.millimetresPerPoint }
}

extension Event {
  fileprivate var isGesture: Bool { if case .gesture = self { true } else { false } }
}
