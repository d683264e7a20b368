import GestureCore
import GestureTestSupport
import LinuxInput
import TouchInput

/// A panel with recognizers and an app behind them: events in, events of the clone out, as in the daemon.
struct CloneRig: ~Copyable {
  private var frames: PanelFrames
  private var pipeline: TouchscreenPipeline
  private var identifiers = IdentifierSource()
  private var buffer = EventBuffer()
  private var text = CloneText()
  private var reader = CloneEventReader()
  /// The clone's events.
  private(set) var events: [InputEvent] = []
  /// The clone's frames: `80 0 down 100,200`, in ms and units.
  private(set) var lines: [String] = []
  /// The events of the core.
  private(set) var gestures: [String] = []
  /// The number of events before the first gesture.
  private(set) var eventsBeforeGesture: Int?

  init(
    _ recognizers: [RecognizerDeclaration] = [], _ mode: AppSettings.Mode = .hold,
    device: DeviceDescription = TestScreen.description(), settings: TouchSettings = TouchSettings(),
    filters: FilterSettings = FilterSettings(), placed: Bool = false, placement: PanelPlacement = .upright
  ) throws {
    let touchProtocol = try DeviceJudgement.judgeCapabilities(
      of: device, deviceClass: DeviceClass(of: device), scope: .everything)
    let panel = try DeviceJudgement.judgeAxes(of: device, touchProtocol: touchProtocol, placement: placement)
    let clone = try CloneDescription(of: device, panel)
    let set = try RecognizerSet(recognizers)
    frames = PanelFrames(
      panel, frozenSpan: settings.frozenContact,
      clone: CloneFrames(
        clone, of: panel, placement: placed ? ClonePlacement(of: panel) : nil,
        joinsContacts: settings.debounce > .zero))
    var app = AppSettings()
    app.mode = mode
    pipeline = TouchscreenPipeline(
      maximumTouches: panel.slotCount, regions: RegionTree(screen: panel.size), settings: settings,
      filters: filters, recognizers: set, app: app)
  }

  /// Plays a finger script.
  mutating func play(_ script: String) {
    var events = EvemuScript()
    let end = events.go(on: script)
    play(events.events)
    if let end { advance(to: end) }
  }

  /// Plays events.
  mutating func play(_ events: [InputEvent]) {
    for event in events { feed(event) }
  }

  /// Plays one report: codes and values.
  mutating func report(at time: Int64, _ values: (UInt16, Int32)...) {
    for (code, value) in values {
      let type = code == EventCode.touch ? EventCode.key : EventCode.absolute
      feed(InputEvent(time: .milliseconds(time), type: type, code: code, value: value))
    }
    feed(
      InputEvent(time: .milliseconds(time), type: EventCode.synchronization, code: EventCode.report, value: 0)
    )
  }

  /// Plays one report of a panel of protocol A: the places of all contacts.
  mutating func report(at time: Int64, slotless places: [(x: Int32, y: Int32)]) {
    var events: [(type: UInt16, code: UInt16, value: Int32)] = []
    for (x, y) in places {
      events.append((EventCode.absolute, EventCode.positionX, x))
      events.append((EventCode.absolute, EventCode.positionY, y))
      events.append((EventCode.synchronization, EventCode.contactReport, 0))
    }
    // Without a contact the kernel sends an empty one.
    if places.isEmpty { events.append((EventCode.synchronization, EventCode.contactReport, 0)) }
    events.append((EventCode.synchronization, EventCode.report, 0))
    for (type, code, value) in events {
      feed(InputEvent(time: .milliseconds(time), type: type, code: code, value: value))
    }
  }

  /// The kernel drops events, after which the panel has that state.
  mutating func lose(_ state: PanelState, at time: Int64) {
    for code in [EventCode.dropped, EventCode.report] {
      feed(
        InputEvent(time: .milliseconds(time), type: EventCode.synchronization, code: code, value: 0))
    }
    take(frames.resynchronize(with: state, at: .milliseconds(time)), at: .milliseconds(time))
  }

  private mutating func feed(_ event: InputEvent) {
    if let end = frames.end(before: event) { take(frames.feed(end), at: frames.time(of: end.time)) }
    take(frames.feed(event), at: frames.time(of: event.time))
  }

  private mutating func take(_ step: TouchFrameAssembler.Step, at time: Instant) {
    guard case .framesReady(let count) = step else { return }
    while let deadline = pipeline.nextDeadline, deadline < time { advance(to: deadline) }
    for index in 0..<count {
      pipeline.receive(frames.frame(at: index), identifiers: &identifiers, into: &buffer)
    }
    write(at: time)
  }

  /// Fires the deadlines up to a time.
  mutating func advance(to time: Instant) {
    while let deadline = pipeline.nextDeadline, deadline <= time {
      pipeline.advance(to: deadline, identifiers: &identifiers, into: &buffer)
      write(at: deadline)
    }
  }

  private mutating func write(at time: Instant) {
    for event in reader.read(frames.writeClone(buffer.app).events, at: time) {
      events.append(event)
      guard let line = text.append(event) else { continue }
      let parts = line.split(separator: "  ")
      lines.append("\(event.time.microseconds / 1000) " + parts.dropFirst().joined(separator: ", "))
    }
    for event in buffer.events {
      if case .gesture(let gesture) = event {
        if eventsBeforeGesture == nil { eventsBeforeGesture = events.count }
        gestures.append("\(gesture.state)@\(gesture.time.microseconds / 1000)")
      }
    }
    buffer.removeAll()
  }
}
