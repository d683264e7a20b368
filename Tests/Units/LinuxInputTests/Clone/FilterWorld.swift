import GestureCore
import GestureTestSupport
import LinuxInput
import PanelSimulation
import TouchInput

/// A panel with fingers, the engine of the daemon, and readers of the panel and of its clone. The panel is grabbed at rest
/// and given back first, as the daemon does it.
///
/// ```
///   fingers ─▶ panel ──┬─ listened to ─▶ readers of the panel
///                      └─ grabbed ─▶ engine ─▶ clone ─▶ NodeReader
/// ```
///
/// Each finger has a height of its own, so that every reader can tell whose contact it sees.
struct FilterWorld {
  /// A fault.
  enum Fault: CaseIterable {
    /// The keeper goes, and its devices with it.
    case keeperGone
    /// The keeper finds a frame wrong, and ends all contacts.
    case frameDropped
    /// The daemon is killed, and starts again.
    case killed
    /// The panel is unplugged, and plugged in again.
    case unplugged
    /// The filter is switched off.
    case switchedOff
  }

  /// A change of one slot in a report.
  enum Change {
    case land(Int, x: Int32)
    case move(Int, by: Int32)
    case lift(Int)
    /// The contact's tool becomes a palm. With a free slot, a palm lands.
    case palm(Int)
  }

  /// The receiver of a finger, or its end.
  private enum Fate {
    /// It landed while the panel was listened to.
    case panels
    /// The engine has not said anything yet.
    case open
    case held
    case forwarded
    /// The app never received it.
    case dropped
    /// The app received its end, or no reader will receive it.
    case over
  }

  private struct Finger {
    var number: Int
    var id: Int32
    var x: Int32
  }

  private let panel: TouchPanel
  private let clone: CloneDescription
  private var recognizers: RecognizerSet
  private(set) var app: AppSettings
  private(set) var time: Int64 = 0

  private var glass: [Finger?]
  /// The kernel's values, which it does not repeat.
  private var kernelX: [Int32]
  private var kernelY: [Int32]
  private var kernelTool: [Int32]
  private var kernelSlot = 0
  private var nextID: Int32 = 0
  private(set) var fingerCount = 0
  private var fates: [Fate] = []
  private var begun: [Int: Int] = [:]
  /// The fingers that have become palms.
  private var palms: Set<Int> = []
  /// The latest offer to a recognizer that runs in a client, and whether the client is still there.
  private(set) var offer: UInt64?
  private(set) var hasClient: Bool

  private var frames: PanelFrames
  private var core: PipelineValue
  private var identifiers = IdentifierSource()
  private var buffer = EventBuffer()
  private(set) var isGrabbed = false
  private(set) var isWanted = true
  /// Whether the clone has not been written to.
  private var isNewClone = true
  private var hasClone = true
  private(set) var reader: NodeReader
  /// Whether something ends that no gesture has won.
  private var isEnding = false
  private var ownMistake: String?
  /// The number of gestures.
  private(set) var gestureCount = 0

  /// A panel at rest, which is grabbed.
  init(_ declarations: [RecognizerDeclaration], _ app: AppSettings, slots: Int = 3) throws {
    var description = TestScreen.description(slotMaximum: Int32(slots - 1))
    description.codes[EventCode.absolute]?.insert(EventCode.toolType)
    description.axes[EventCode.toolType] = AxisRange(minimum: 0, maximum: EventCode.palmTool)
    let touchProtocol = try DeviceJudgement.judgeCapabilities(
      of: description, deviceClass: DeviceClass(of: description), scope: .everything)
    panel = try DeviceJudgement.judgeAxes(of: description, touchProtocol: touchProtocol, placement: .upright)
    clone = try CloneDescription(of: description, panel)
    recognizers = try RecognizerSet(declarations)
    self.app = app
    glass = Array(repeating: nil, count: slots)
    kernelX = Array(repeating: 0, count: slots)
    kernelY = kernelX
    kernelTool = kernelX
    hasClient = declarations.contains { $0.owner == Self.client }
    frames = PanelFrames(panel)
    core = Self.core(
      slots, panel, recognizers, hasClient: hasClient, identifiers: &identifiers, into: &buffer)
    reader = NodeReader(slots: slots)
    grabAtRest()
  }

  /// The client that owns the region `own` over the whole screen, and recognizers on it.
  static let client = 1

  private static func core(
    _ slots: Int, _ panel: TouchPanel, _ recognizers: RecognizerSet, hasClient: Bool,
    identifiers: inout IdentifierSource, into buffer: inout EventBuffer
  ) -> PipelineValue {
    var pipeline = TouchscreenPipeline(
      maximumTouches: slots, regions: RegionTree(screen: panel.size), recognizers: recognizers)
    guard hasClient else { return PipelineValue(pipeline) }
    var region = Region("own", frame: .points(0, 0, 1024, 640))
    region.isMultiple = true
    do {
      try pipeline.edit(
        [.add(region, to: "root")], owner: client, at: Instant(microseconds: 0), identifiers: &identifiers,
        into: &buffer)
    } catch { preconditionFailure("\(error)") }
    buffer.removeAll()
    return PipelineValue(pipeline)
  }

  /// The first thing that is wrong; nil while all is right.
  var mistake: String? { ownMistake ?? reader.mistake }

  /// The number of slots.
  var slotCount: Int { glass.count }

  /// Whether a finger is in a slot.
  func isDown(_ slot: Int) -> Bool { glass[slot] != nil }

  private mutating func blame(_ text: String) {
    if ownMistake == nil { ownMistake = text }
  }

  // MARK: Fingers

  /// Lets time pass.
  mutating func wait(_ span: Int64) {
    time += span
    advance(to: Instant.milliseconds(time - 1))
    if span >= 200 { hasClone = true }
    grabAtRest()
  }

  /// The panel reports changes.
  mutating func report(_ changes: Change...) { report(changes) }

  /// The panel reports changes.
  mutating func report(_ changes: [Change]) {
    var events: [InputEvent] = []
    for change in changes { apply(change, to: &events) }
    put(EventCode.synchronization, EventCode.report, 0, to: &events)
    for event in events { take(frames.feed(event)) }
    grabAtRest()
  }

  /// The kernel drops the events of changes. The engine reads the panel's state.
  mutating func lose(_ changes: [Change]) {
    var events: [InputEvent] = []
    for change in changes { apply(change, to: &events) }
    isEnding = true
    for code in [EventCode.dropped, EventCode.report] {
      take(
        frames.feed(
          InputEvent(
            time: .milliseconds(time), type: EventCode.synchronization, code: code, value: 0)))
    }
    take(frames.resynchronize(with: state, at: .milliseconds(time)))
    isEnding = false
    grabAtRest()
  }

  private mutating func apply(_ change: Change, to events: inout [InputEvent]) {
    switch change {
    case .land(let slot, let x):
      guard glass[slot] == nil else { return }
      let finger = Finger(number: fingerCount, id: nextID, x: x)
      fingerCount += 1
      nextID = nextID == 65_535 ? 0 : nextID + 1
      fates.append(isGrabbed ? .open : .panels)
      glass[slot] = finger
      put(slot, EventCode.trackingID, finger.id, to: &events)
      setTool(0, of: slot, to: &events)
      place(slot, finger, to: &events)
    case .palm(let slot):
      let isLanding = glass[slot] == nil
      if isLanding { apply(.land(slot, x: 6000), to: &events) }
      guard let finger = glass[slot], kernelTool[slot] != EventCode.palmTool else { return }
      palms.insert(finger.number)
      // The engine never hears of a palm that lands.
      if isLanding, fates[finger.number] == .open { fates[finger.number] = .dropped }
      setTool(EventCode.palmTool, of: slot, to: &events)
    case .move(let slot, let distance):
      guard var finger = glass[slot] else { return }
      finger.x = min(max(finger.x + distance, 0), 10_239)
      glass[slot] = finger
      place(slot, finger, to: &events)
    case .lift(let slot):
      guard glass[slot] != nil else { return }
      glass[slot] = nil
      put(slot, EventCode.trackingID, -1, to: &events)
    }
  }

  private mutating func setTool(_ tool: Int32, of slot: Int, to events: inout [InputEvent]) {
    if kernelTool[slot] != tool { put(slot, EventCode.toolType, tool, to: &events) }
    kernelTool[slot] = tool
  }

  private mutating func place(_ slot: Int, _ finger: Finger, to events: inout [InputEvent]) {
    let y = NodeReader.y(of: finger.number)
    if kernelX[slot] != finger.x { put(slot, EventCode.positionX, finger.x, to: &events) }
    if kernelY[slot] != y { put(slot, EventCode.positionY, y, to: &events) }
    kernelX[slot] = finger.x
    kernelY[slot] = y
  }

  private mutating func put(_ slot: Int, _ code: UInt16, _ value: Int32, to events: inout [InputEvent]) {
    if kernelSlot != slot { put(EventCode.absolute, EventCode.slot, Int32(slot), to: &events) }
    kernelSlot = slot
    put(EventCode.absolute, code, value, to: &events)
  }

  private func put(_ type: UInt16, _ code: UInt16, _ value: Int32, to events: inout [InputEvent]) {
    events.append(InputEvent(time: .milliseconds(time), type: type, code: code, value: value))
  }

  private var state: PanelState {
    PanelState(
      slots: glass.indices.map { slot in
        var slotState = PanelState.Slot(trackingID: glass[slot]?.id ?? -1, x: kernelX[slot], y: kernelY[slot])
        slotState.attributes.toolType = kernelTool[slot]
        return slotState
      }, currentSlot: Int32(kernelSlot))
  }

  // MARK: The engine

  private mutating func take(_ step: TouchFrameAssembler.Step) {
    guard case .framesReady(let count) = step else { return }
    advance(to: Instant.milliseconds(time - 1))
    for index in 0..<count {
      core.pipeline.receive(frames.frame(at: index), identifiers: &identifiers, into: &buffer)
    }
    endTurn(at: .milliseconds(time))
  }

  private mutating func advance(to now: Instant) {
    while let deadline = core.pipeline.nextDeadline, deadline <= now {
      core.pipeline.advance(to: deadline, identifiers: &identifiers, into: &buffer)
      endTurn(at: deadline)
    }
  }

  private mutating func endTurn(at now: Instant) {
    for note in buffer.app { take(note) }
    if isGrabbed {
      let (events, _) = frames.writeClone(buffer.app)
      if !events.isEmpty { reader.take(events.map { $0.event(at: now) }) }
    } else if !buffer.app.isEmpty {
      blame("the app hears of a panel that others read")
    }
    for event in buffer.events {
      switch event {
      case .gesture(let gesture): if gesture.state == .began || gesture.state == .ended { gestureCount += 1 }
      case .offered(let offered): offer = offered.event
      default: break
      }
    }
    buffer.removeAll()
  }

  private mutating func take(_ note: AppNote) {
    let finger = NodeReader.finger(
      atY: Int32((note.location.y * Double(TestScreen.unitsPerMillimetre)).rounded()))
    guard fates.indices.contains(finger) else { return blame("\(note.phase) of no finger") }
    switch (fates[finger], note.phase) {
    case (.open, .held): fates[finger] = .held
    case (.open, .began), (.held, .began):
      fates[finger] = .forwarded
      begun[finger, default: 0] += 1
    case (.open, .dropped), (.held, .dropped):
      if note.recognizer == nil, !isEnding, !palms.contains(finger) {
        blame("finger \(finger) is dropped for nobody")
      }
      fates[finger] = .dropped
    case (.forwarded, .moved): break
    case (.forwarded, .ended): fates[finger] = .over
    case (.forwarded, .cancelled), (.forwarded, .lifted):
      if !isEnding, !palms.contains(finger), app.mode == .hold || note.recognizer == nil {
        blame("finger \(finger) is taken back")
      }
      fates[finger] = .over
    default: blame("finger \(finger): \(note.phase) after \(fates[finger])")
    }
  }

  // MARK: The daemon

  /// Grabs the panel where nothing touches it (FLT-4).
  private mutating func grabAtRest() {
    guard isWanted, hasClone, !isGrabbed, glass.allSatisfy({ $0 == nil }) else { return }
    isGrabbed = true
    var clone = CloneFrames(clone, of: panel, isNew: isNewClone)
    clone.adopt(state)
    clone.adopt(EventCode.positionX, kernelX)
    clone.adopt(EventCode.positionY, kernelY)
    clone.adopt(EventCode.toolType, kernelTool)
    frames.setClone(clone)
    core.pipeline.beginApp(app)
    isNewClone = false
  }

  /// Ends what the app has, and gives the panel back, in one turn (FLT-8).
  ///
  /// - Parameter isWritten: whether the clone still takes frames.
  private mutating func giveBack(isWritten: Bool = true) {
    guard isGrabbed else { return }
    isEnding = true
    core.pipeline.endApp(at: .milliseconds(time), into: &buffer)
    if !isWritten {
      for note in buffer.app { take(note) }
      buffer.removeAll()
    }
    endTurn(at: .milliseconds(time))
    isEnding = false
    frames.setClone(nil)
    isGrabbed = false
  }

  /// The filter is switched on, which counts at the next rest, or off, which counts at once.
  mutating func want(_ isWanted: Bool) {
    self.isWanted = isWanted
    if !isWanted { giveBack() }
    grabAtRest()
  }

  /// A reload changes the settings. Nothing touches the panel.
  mutating func reload(_ app: AppSettings) {
    guard glass.allSatisfy({ $0 == nil }) else { return }
    giveBack()
    self.app = app
    grabAtRest()
  }

  /// A fault happens. It leads to a panel that others can read.
  mutating func suffer(_ fault: Fault) {
    switch fault {
    case .keeperGone:
      reader.replace()
      giveBack(isWritten: false)
      hasClone = false
      isNewClone = true
    case .frameDropped:
      reader.endContacts()
      giveBack(isWritten: false)
    case .killed:
      reader.endContacts()
      startAnew()
    case .unplugged:
      isEnding = true
      take(frames.deviceRemoved(at: .milliseconds(time)))
      let loss = TouchFrame(time: .milliseconds(time), cause: .deviceRemoved, changes: [])
      core.pipeline.receive(loss, identifiers: &identifiers, into: &buffer)
      endTurn(at: .milliseconds(time))
      isEnding = false
      if reader.down > 0 { blame("a contact goes with its panel") }
      reader.replace()
      isNewClone = true
      startAnew()
    case .switchedOff: giveBack()
    }
    if reader.down > 0 { blame("\(fault): a contact stays down") }
    if isGrabbed { blame("\(fault): the panel stays grabbed") }
  }

  /// Another engine begins to read the panel. No reader receives a finger that the last one had not told.
  private mutating func startAnew() {
    for finger in fates.indices {
      switch fates[finger] {
      case .open, .held, .forwarded: fates[finger] = .over
      case .panels, .dropped, .over: break
      }
    }
    isGrabbed = false
    frames = PanelFrames(panel, initialState: state)
    offer = nil
    core = Self.core(
      slotCount, panel, recognizers, hasClient: hasClient, identifiers: &identifiers, into: &buffer)
  }

  // MARK: The client

  /// The client decides about its latest offer. The decision counts at the next event.
  mutating func decide(_ state: GestureState) {
    guard let offer else { return }
    _ = core.pipeline.reply(CustomReply(event: offer, state: state), from: Self.client)
  }

  /// The client disconnects: its recognizers and its region go, and what they held is the app's (FLT-26, FF-25).
  mutating func loseClient() {
    guard hasClient else { return }
    hasClient = false
    offer = nil
    _ = recognizers.removeAll(ownedBy: Self.client)
    core.pipeline.update(
      recognizers: recognizers, at: .milliseconds(time), identifiers: &identifiers, into: &buffer)
    endTurn(at: .milliseconds(time))
    recognizers.finishBatch()
    core.pipeline.removeRegions(
      ownedBy: Self.client, at: .milliseconds(time), identifiers: &identifiers, into: &buffer)
    endTurn(at: .milliseconds(time))
    grabAtRest()
  }

  // MARK: Properties

  /// Whether readers of the panel get a tap, whole, in that free slot.
  mutating func checkReadable() {
    guard let slot = glass.firstIndex(where: { $0 == nil }) else { return }
    let finger = fingerCount
    wait(20)
    let wasRest = isGrabbed
    report(.land(slot, x: 5000))
    wait(20)
    report(.lift(slot))
    guard !wasRest else { return }
    if fates[finger] != .panels || reader.landings[finger] != nil { blame("a tap of the panel is lost") }
  }

  /// All fingers lift, and all time passes: each landing has one end by then, with one receiver.
  mutating func settle() {
    wait(25)
    report(glass.indices.map(Change.lift))
    wait(10_000)
    if core.pipeline.nextDeadline != nil { blame("a deadline stays") }
    if reader.down > 0 { blame("a contact hangs") }
    if isGrabbed != isWanted { blame("the panel at rest is not taken") }
    for finger in fates.indices {
      switch fates[finger] {
      case .panels, .dropped: if begun[finger] != nil { blame("finger \(finger) has two receivers") }
      case .over: break
      case .open, .held, .forwarded: blame("finger \(finger) has no end: \(fates[finger])")
      }
      if reader.landings[finger] != begun[finger] || reader.ends[finger] != begun[finger] {
        blame("the clone says otherwise of finger \(finger)")
      }
    }
  }
}
