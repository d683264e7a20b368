import GestureCore
import GestureTestSupport
import LinuxInput
import TouchInput

/// One stream with a disturbance, played into a panel that is followed.
struct DisturbedRun: ~Copyable {
  private let stream: FingerStream
  private let disturbance: Disturbance?
  private var kernel = KernelSlots(count: 10)
  private var index = 0
  /// The panel after the stream, with its gestures and counts.
  private(set) var followed: FollowedPanel
  /// The sequences of touches that lost a contact, with the frame at which the loss was known.
  private(set) var brokenSequences: [UInt64: Int] = [:]
  /// The sequences during which contacts came and went unseen in a gap. The daemon cannot know that there were more
  /// fingers, so their gestures may differ.
  private(set) var companySequences: Set<UInt64> = []
  private var unseenContacts: Set<Int32> = []

  private static let firstReplacement: Int32 = 30_000

  /// Plays the whole stream.
  init(_ stream: FingerStream, _ disturbance: Disturbance?, on panel: TouchPanel, _ shipped: ShippedPipeline)
  {
    self.stream = stream
    self.disturbance = disturbance
    followed = FollowedPanel(panel, shipped, openedAt: .milliseconds(900))
    while index < stream.frames.count { playNext() }
    let end = stream.frames.last?.time ?? .milliseconds(0)
    let state = kernel.state
    followed.finish(at: end + .milliseconds(10_000)) { state }
  }

  /// The stories that a disturbance affects, up to the place where it ends or is detected.
  func stories(of disturbance: Disturbance) -> Set<Int> {
    let end = max(disturbance.frames.upperBound, followed.countsReadingSince ?? 0)
    let frames = disturbance.frames.lowerBound...min(end, stream.frames.count - 1)
    return Set(frames.map { stream.frames[$0].story })
  }

  private mutating func playNext() {
    goTo(index)
    guard let disturbance, let stretch = disturbance.stretches.first(where: { $0.first == index }) else {
      deliver(stream.frames[index].events)
      index += 1
      return
    }
    switch disturbance.family {
    case .dropped: drop(stretch, disturbance)
    case .replaced: replace(disturbance)
    case .unplugged: replug(stretch, disturbance)
    case .resumed: sleep(stretch, disturbance)
    case .stepped: step(stretch, disturbance)
    }
  }

  private var now: Instant { stream.frames[min(index, stream.frames.count - 1)].time }

  /// Fires the timers that are due before a frame.
  private mutating func goTo(_ frame: Int) {
    index = frame
    let state = kernel.state
    followed.advance(to: now) { state }
    followed.frame = index
    followed.story = stream.frames[index].story
  }

  private mutating func deliver(_ events: [InputEvent]) {
    let sequence = followed.sequence
    let isTouched = followed.isTouched
    for event in events { kernel.apply(event) }
    let state = kernel.state
    let wasInterrupted = followed.read([EventList(events)], now: now) { state }
    if wasInterrupted, isTouched { noteBroken(sequence) }
  }

  /// Delivers the first events of a frame, before the kernel drops the rest.
  private mutating func deliverHead(of stretch: Disturbance.Stretch) {
    guard stretch.head > 0 else { return }
    let head = stream.frames[stretch.first].events.prefix(stretch.head)
    // The device's state includes the events that it has sent.
    var told = kernel
    for event in head { told.apply(event) }
    _ = followed.read([EventList(Array(head))], now: now) { told.state }
  }

  /// Loses frames: only the kernel's slots change.
  private mutating func miss(_ frames: Range<Int>) {
    for frame in frames {
      for event in stream.frames[frame].events {
        kernel.apply(event)
        if event.code == EventCode.trackingID, event.value >= 0 { unseenContacts.insert(event.value) }
      }
    }
  }

  private mutating func noteBroken(_ sequence: UInt64) {
    if brokenSequences[sequence] == nil { brokenSequences[sequence] = followed.frame }
  }

  /// Notes the present sequence if one of its touches lost a contact, or if a contact came and went unseen beside it.
  private mutating func noteLoss(since before: KernelSlots) {
    let isLoss = before.occupied.contains {
      before.state.slots[$0].trackingID != kernel.state.slots[$0].trackingID
    }
    if isLoss { noteBroken(followed.sequence) }
    unseenContacts.subtract(kernel.occupied.map { kernel.state.slots[$0].trackingID })
    if !unseenContacts.isEmpty { companySequences.insert(followed.sequence) }
  }

  private mutating func drop(_ stretch: Disturbance.Stretch, _ disturbance: Disturbance) {
    let before = kernel
    deliverHead(of: stretch)
    miss(stretch.first..<stretch.end)
    index = stretch.end
    followed.frame = index
    followed.story = stream.frames[index].story
    var batches = [dropPart(of: index, tail: stretch.tail)]
    var left = disturbance.readAhead
    while left > 0, index + 1 < stream.frames.count {
      left -= 1
      index += 1
      if disturbance.dropsAgain, left == 0 {
        batches.append(dropPart(of: index, tail: stretch.tail))
      } else {
        let events = stream.frames[index].events
        for event in events { kernel.apply(event) }
        batches.append(EventList(events))
      }
    }
    noteLoss(since: before)
    let state = kernel.state
    _ = followed.read(batches, now: now) { state }
    index += 1
  }

  /// The kernel reports dropped events and delivers the rest of a frame, which is at least its report.
  private mutating func dropPart(of frame: Int, tail: Int) -> EventList {
    let events = stream.frames[frame].events
    let dropped = InputEvent(time: now, type: EventCode.synchronization, code: EventCode.dropped, value: 0)
    miss(frame..<frame + 1)
    return EventList([dropped] + events.suffix(1 + tail % events.count))
  }

  private mutating func replace(_ disturbance: Disturbance) {
    var events = stream.frames[index].events
    defer {
      deliver(events)
      index += 1
    }
    let occupied = kernel.occupied
    guard !occupied.isEmpty else { return }
    let slot = occupied[disturbance.choice % occupied.count]
    let old = kernel.state.slots[slot]
    noteBroken(followed.sequence)
    func event(_ code: UInt16, _ value: Int32) -> InputEvent {
      InputEvent(time: now, type: EventCode.absolute, code: code, value: value)
    }
    events.insert(
      contentsOf: [
        event(EventCode.slot, Int32(slot)), event(EventCode.trackingID, Self.firstReplacement),
        event(EventCode.positionX, old.x + disturbance.jump.x),
        event(EventCode.positionY, old.y + disturbance.jump.y),
        event(EventCode.slot, kernel.state.currentSlot),
      ], at: 0)
  }

  private mutating func replug(_ stretch: Disturbance.Stretch, _ disturbance: Disturbance) {
    if followed.isTouched { noteBroken(followed.sequence) }
    deliverHead(of: stretch)
    miss(stretch.first..<stretch.end)
    if !disturbance.keepsContacts { kernel = KernelSlots(count: 10) }
    followed.replug(state: kernel.state, now: now)
    index = stretch.end
  }

  private mutating func sleep(_ stretch: Disturbance.Stretch, _ disturbance: Disturbance) {
    if followed.isTouched { noteBroken(followed.sequence) }
    deliverHead(of: stretch)
    miss(stretch.first..<stretch.end)
    index = stretch.end
    // The events queued during the sleep: all of them, the last of them, or none.
    let queued = stream.frames[(stretch.first + stretch.tail % (stretch.count + 1))..<stretch.end]
    var events = queued.flatMap(\.events)
    for _ in 0..<disturbance.readAhead where index < stream.frames.count {
      for event in stream.frames[index].events { kernel.apply(event) }
      events += stream.frames[index].events
      index += 1
    }
    let batches = events.isEmpty ? [] : [EventList(events)]
    let state = kernel.state
    followed.wakeUp(batches, now: now) { state }
  }

  private mutating func step(_ stretch: Disturbance.Stretch, _ disturbance: Disturbance) {
    let still = now
    let end = disturbance.isForGood ? stream.frames.count : max(stretch.end, index + 1)
    while index < end {
      goTo(index)
      var events = stream.frames[index].events
      for position in events.indices {
        let time =
          disturbance.step.map { Instant(microseconds: events[position].time.microseconds + $0) } ?? still
        events[position].time = min(max(time, Instant(microseconds: 0)), .latestStamp)
      }
      deliver(events)
      index += 1
    }
  }
}

/// A panel's slots as the kernel keeps them, whether or not a program reads them.
private struct KernelSlots {
  /// The kernel's answer to a query of the state.
  private(set) var state: PanelState

  /// A panel without contacts.
  init(count: Int) {
    state = PanelState(slots: Array(repeating: .init(trackingID: -1, x: 0, y: 0), count: count))
  }

  /// The slots with a contact.
  var occupied: [Int] { state.slots.indices.filter { state.slots[$0].trackingID >= 0 } }

  /// Applies an event of the panel.
  mutating func apply(_ event: InputEvent) {
    guard event.type == EventCode.absolute else { return }
    let slot = Int(state.currentSlot)
    switch event.code {
    case EventCode.slot: state.currentSlot = event.value
    case EventCode.trackingID: state.slots[slot].trackingID = event.value
    case EventCode.positionX: state.slots[slot].x = event.value
    case EventCode.positionY: state.slots[slot].y = event.value
    default: break
    }
  }
}
