import GestureCore
import GestureProtocol
import GesturedConfiguration
import GesturedServing
import LinuxInput
import TouchInput

/// A device that a recording plays: a touchscreen, or another one that is read.
///
/// ```
///   recording     first event ………………… last event
///   device        added, at the clock's begin ……… its deadlines, each at its time; removed
/// ```
final class ReplayedDevice {
  /// The most events of one step.
  static let batch = 256

  /// The device's number: its place among the recordings, from 1.
  let number: Int
  /// The touchscreen; nil for another device.
  private(set) var touchscreen: Touchscreen?
  /// The device that is not a touchscreen. Either this or `touchscreen` is set.
  var family: FamilyDevice?
  private let clock: RecordingClock
  /// The events to play, in the order of their stamps.
  var events: [InputEvent] {
    didSet { recordLatest() }
  }
  private var position = 0

  /// A device that comes now.
  ///
  /// - Parameters:
  ///   - port: where it is plugged in, if it is a touchscreen; nil where this is unknown, as in a recording.
  ///   - isFirst: whether windows that name no device lie on it, if it is a touchscreen (DMN-17).
  ///   - sink: receives the events of its clone, where it is filtered.
  init(
    number: Int, _ recording: RecordingFile, _ clock: RecordingClock, _ configuration: Configuration,
    on stage: Stage, port: String? = nil, isFirst: Bool, sink: (any CloneSink)? = nil
  ) {
    self.number = number
    self.clock = clock
    latest = clock.begin
    events = recording.events
    switch recording.device {
    case .family(let description, let roles):
      family = FamilyDevice(
        number: number, description, roles: roles, settings: configuration.families, since: clock.begin,
        events: recording.events)
    case .touchscreen(let panel):
      var setup = recording.setup(configuration)
      setup.port = port
      let (regions, _) = stage.scene.regionTree(
        on: setup.names, isFirst: isFirst, screen: panel.size, pixels: setup.pixels)
      touchscreen = Touchscreen(
        number: number, setup, panel: panel, regions: regions, on: stage, isFirst: isFirst,
        since: clock.begin,
        clone: sink == nil ? nil : try? CloneDescription(of: recording.description, panel), sink: sink)
    }
    recordLatest()
  }

  /// Publishes that the device comes, if it is a touchscreen.
  func publishArrival(_ publisher: Publisher) {
    guard let message = touchscreen?.message(.added, at: clock.begin) else { return }
    publisher.publish(
      message, regions: touchscreen?.everyone.pipeline.regions, exclusions: touchscreen?.exclusions ?? [])
  }

  /// Whether it is a touchscreen.
  var isTouchscreen: Bool { family == nil }

  /// Whether all events were played.
  var isAtEnd: Bool { position == events.count }

  /// The time of the last event or deadline. Stored, because the desk asks for it while it handles an event.
  private(set) var latest: Instant

  /// The next deadline; nil without one.
  var deadline: Instant? { .earlier(touchscreen?.nextDeadline, family?.nextDeadline) }

  /// The time of the next event, never before that of the last; nil after all events. A stamp that runs back counts as
  /// it does in a frame (T2). Stored, because each step asks for it several times.
  private(set) var nextEvent: Instant?

  /// The time of the next step: an event, a deadline, or the end. Contacts that are still down at the end wait for no
  /// deadline.
  var nextStep: Instant {
    guard let event = nextEvent else {
      return touchscreen?.hasTouches ?? false ? latest : deadline ?? latest
    }
    return deadline.map { min($0, event) } ?? event
  }

  /// Plays the events up to the end of a report.
  ///
  /// - Returns: how many events were played.
  func playReport(_ desk: FamilyDesk) -> Int {
    let first = position
    let stamp = events[first].time
    var isOver = false
    while !isOver, position - first < Self.batch, position < events.count, events[position].time == stamp {
      isOver = events[position].type == EventCode.synchronization
      position += 1
    }
    let time = clock.time(of: stamp)
    defer { recordLatest() }
    guard family != nil else {
      touchscreen?.play(EventList(events[first..<position], at: time), desk.publisher)
      return position - first
    }
    latest = max(latest, time)
    for var event in events[first..<position] {
      event.time = time
      _ = family?.decode(event, desk)
    }
    return position - first
  }

  /// Fires the deadlines up to a time.
  func advance(to time: Instant, _ desk: FamilyDesk) {
    defer { recordLatest() }
    touchscreen?.advance(to: time, desk.publisher)
    family?.advance(to: time, desk)
  }

  /// Does the next step after all events: fires a deadline, or lets the device go.
  ///
  /// - Returns: whether the device is gone.
  func stepAfterEnd(_ desk: FamilyDesk) -> Bool {
    // A frame that the recording cuts off ends here.
    touchscreen?.advance(to: nil, desk.publisher)
    recordLatest()
    let hasTouches = touchscreen?.hasTouches ?? false
    if !hasTouches, let due = deadline {
      advance(to: due, desk)
      return false
    }
    depart(at: latest, desk)
    return true
  }

  /// Ends what is under way, and publishes that the device goes, if it is a touchscreen.
  func depart(at time: Instant, _ desk: FamilyDesk) {
    cancelAll(at: time, desk)
    if let message = touchscreen?.message(.removed, at: latest) { desk.publisher.publish(message) }
  }

  /// Ends what is under way.
  func cancelAll(at time: Instant, _ desk: FamilyDesk) {
    latest = max(latest, time)
    touchscreen?.cancelAll(at: latest, desk.publisher)
    dropFamily(at: latest, desk)
  }

  /// Ends what a device that is not a touchscreen has begun.
  func dropFamily(at time: Instant, _ desk: FamilyDesk) {
    latest = max(latest, time)
    family?.drop(at: latest, desk)
  }

  /// Passes on the answer of the owner of a recognizer on presses.
  func answer(_ question: UInt64, with answer: GestureAnswer, from client: Int) -> Bool {
    family?.answer(question, with: answer, from: client) ?? false
  }

  /// Calls a function on the touchscreen between its events, at a time that is not before its last.
  func work(at time: Instant, _ body: (inout Touchscreen, Instant) -> Void) {
    guard var present = touchscreen.take() else { return }
    body(&present, max(present.lastStamp, time))
    touchscreen = consume present
    recordLatest()
  }

  private func recordLatest() {
    let next = position < events.count ? clock.time(of: events[position].time) : nil
    guard let stamps = touchscreen?.stamps(next: next) else {
      latest = max(latest, family?.latest ?? latest)
      nextEvent = next.map { max($0, latest) }
      return
    }
    latest = max(latest, stamps.latest)
    nextEvent = stamps.next.map { max($0, latest) }
  }
}
