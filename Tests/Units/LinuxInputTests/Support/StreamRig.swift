import GestureCore
import GestureTestSupport
import LinuxInput
import TouchInput

/// A stream and its owner. The owner reads an invented device, and records the stream's actions.
struct StreamRig: ~Copyable {
  /// The events of a report, or a report itself.
  enum Word {
    case down(Int32, Int32)
    case move(Int32)
    case up(Int32)
    case report
    case cut
    case drop
  }

  /// Events that one read returns.
  struct Batch {
    var events: [InputEvent]
    var isAll: Bool

    /// An empty queue.
    static let nothing = Batch(events: [], isAll: true)

    /// All events of the kernel: a report for each word, or one report for all of them where it is cut.
    static func all(_ words: Word..., at time: Int64) -> Batch { Batch(words, isAll: true, at: time) }

    /// A part of the kernel's events.
    static func part(_ words: Word..., at time: Int64) -> Batch { Batch(words, isAll: false, at: time) }

    /// A batch of these events.
    init(events: [InputEvent], isAll: Bool) {
      self.events = events
      self.isAll = isAll
    }

    private init(_ words: [Word], isAll: Bool, at time: Int64) {
      self.init(events: [], isAll: isAll)
      let isCut = words.contains { $0.isCut }
      for word in words { events += Self.events(of: word, isCut: isCut, time) }
    }

    private static func events(of word: Word, isCut: Bool, _ time: Int64) -> [InputEvent] {
      func synchronization(_ code: UInt16, _ value: Int32 = 0) -> InputEvent {
        InputEvent(time: .milliseconds(time), type: EventCode.synchronization, code: code, value: value)
      }
      func contact(_ slot: Int32, _ axes: [(UInt16, Int32)]) -> [InputEvent] {
        [.axis(EventCode.slot, slot, at: time)] + axes.map { .axis($0.0, $0.1, at: time) }
          + (isCut ? [] : [synchronization(EventCode.report)])
      }
      // No two moves go to the same place.
      let place = Int32(time % 2000)
      return switch word {
      case .down(let slot, let id):
        contact(slot, [(EventCode.trackingID, id), (EventCode.positionX, 640), (EventCode.positionY, 640)])
      case .move(let slot): contact(slot, [(EventCode.positionX, 2000 + place)])
      case .up(let slot): contact(slot, [(EventCode.trackingID, -1)])
      case .report: [synchronization(EventCode.report)]
      case .cut: [synchronization(EventCode.report, 1)]
      case .drop: [synchronization(EventCode.dropped)]
      }
    }
  }

  /// The stream.
  var stream: PanelStream
  /// The state in the device's answers.
  var kernel: PanelState
  /// Whether more events arrive when the stream waits for them.
  var isMoreComing = false
  /// Whether the device reports which contacts it has.
  var tellsContacts = true
  /// The changes of all frames.
  private(set) var changes: [String] = []
  /// The times of all frames, in milliseconds.
  private(set) var times: [Int64] = []

  /// A panel like T1, opened at 0 ms.
  init(slots: Bool = true, countsReading: Bool = false, isRecording: Bool = false) throws {
    var device = TestScreen.description()
    if !slots { device.codes[EventCode.absolute] = CodeSet([EventCode.positionX, EventCode.positionY]) }
    let panel = try DeviceJudgement.judgeAxes(
      of: device, touchProtocol: slots ? .multitouch : .slotless(givesIDs: false))
    stream = PanelStream(
      panel,
      from: isRecording ? .recording : .device(openedAt: .milliseconds(0), countsReading: countsReading))
    kernel = PanelState(slotCount: panel.slotCount)
  }

  /// Reads the queued batches until the queue is empty.
  mutating func read(_ batches: Batch..., at now: Int64, due: Int64? = nil) -> [String] {
    read(batches, at: now, due: due)
  }

  /// Reads the queued batches until the queue is empty.
  mutating func read(
    _ batches: [Batch], _ occasion: PanelStream.Occasion = .readable, at now: Int64, due: Int64? = nil
  ) -> [String] {
    var queue = batches
    var events = EventList()
    var actions: [String] = []
    stream.begin(occasion, at: .milliseconds(now), due: due.map { .milliseconds($0) })
    while true {
      let action = stream.next(in: &events, now: .milliseconds(now))
      note(action, in: &actions)
      switch action {
      case .readEvents:
        if queue.isEmpty || queue[0].events.isEmpty {
          if !queue.isEmpty { queue.removeFirst() }
          stream.completeEmptyRead()
        } else {
          let batch = queue.removeFirst()
          apply(batch.events)
          events = EventList(batch.events)
          stream.completeRead(isAll: batch.isAll)
        }
      case .readState:
        stream.state = kernel
        stream.completeStateRead()
      case .readContacts:
        stream.contacts = kernel
        stream.completeContactsRead(areKnown: tellsContacts)
      case .awaitEvents: stream.completeWait(hasMore: isMoreComing)
      case .wait: return actions
      case .frames, .resynchronized, .interrupt, .resume, .gone, .advance, .pause: break
      }
    }
  }

  /// Plays a batch of a recording.
  mutating func play(_ batch: Batch) -> [String] {
    stream.play()
    return takeAll(of: EventList(batch.events))
  }

  /// Advances a recording to a time in milliseconds; nil for its end.
  mutating func advance(to time: Int64?) -> [String] {
    stream.advance(to: time.map { .milliseconds($0) })
    return takeAll(of: EventList())
  }

  private mutating func takeAll(of events: consuming EventList) -> [String] {
    var actions: [String] = []
    while true {
      let action = stream.next(in: &events)
      if action == .wait { return actions }
      note(action, in: &actions)
    }
  }

  private mutating func note(_ action: PanelStream.Action, in actions: inout [String]) {
    for index in 0..<action.frameCount {
      let frame = stream.frames.frame(at: index)
      changes += frame.changes.map { "\($0.slot) \($0.kind)" }
      times.append(frame.time.microseconds / 1000)
    }
    let text =
      switch action {
      case .frames(let count): "frames \(count)"
      case .resynchronized(let count): "resynchronized \(count)"
      case .interrupt(let reason, let count): "interrupt \(reason.name) \(count)"
      case .resume: "resume"
      case .gone(let count): "gone \(count)"
      case .readEvents: "readEvents"
      case .readState: "readState"
      case .readContacts: "readContacts"
      case .awaitEvents(let patience): "awaitEvents \(patience)"
      case .advance(let time): "advance \(time.microseconds / 1000)"
      case .pause: "pause"
      case .wait: "wait"
      }
    actions.append(text)
  }

  /// Updates the device's state with the events that it sends.
  private mutating func apply(_ events: [InputEvent]) {
    for event in events where event.type == EventCode.absolute {
      let slot = Int(kernel.currentSlot)
      switch event.code {
      case EventCode.slot: kernel.currentSlot = event.value
      case EventCode.trackingID: kernel.slots[slot].trackingID = event.value
      case EventCode.positionX: kernel.slots[slot].x = event.value
      case EventCode.positionY: kernel.slots[slot].y = event.value
      default: break
      }
    }
  }
}

extension StreamRig.Word {
  fileprivate var isCut: Bool { if case .cut = self { true } else { false } }
}

extension InputEvent {
  /// An event of an axis, with its time in milliseconds.
  static func axis(_ code: UInt16, _ value: Int32, at time: Int64) -> InputEvent {
    InputEvent(time: .milliseconds(time), type: EventCode.absolute, code: code, value: value)
  }
}

extension Interruption {
  fileprivate var name: String {
    switch self {
    case .droppedEvents: "dropped"
    case .backlog: "backlog"
    case .sleep: "sleep"
    case .silence: "silence"
    case .stamps: "stamps"
    }
  }
}
