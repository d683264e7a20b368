import GestureCore
import GestureProtocol
import GesturedBase
import GesturedConfiguration
import GesturedServing
import LinuxEventLoop
import LinuxInput
import TouchInput

/// Plays recordings in place of devices, one after another, each as a device of its own.
///
/// The clock is that of the recordings. `time` on the wire begins with the first file's stamps, and later files
/// continue from there. At real speed, the start of the replay ties this clock to the machine's. At full speed, it runs
/// as fast as clients read.
///
/// The first device is present before the replay starts, just as a real device is plugged in before a finger touches
/// it.
package final class ReplaySource: InputSource {
  /// How many events are played before the loop serves other descriptors.
  private static let batch = 256
  /// At full speed, how long the replay waits for subscribers with waiting lines that take none.
  ///
  /// This is far longer than a busy reader's turn takes, and short compared to `stall_ms`. A subscriber that stays
  /// behind then loses lines, as it would with real devices.
  private static let patience = TimeSpan.milliseconds(250)

  private let publisher: Publisher
  private let desk: FamilyDesk
  private let recordings: [RecordingFile]
  private let scene: Scene
  private var configuration: Configuration
  private let options: ReplayOptions
  private let beginning: ReplayStart
  private var clock: RecordingClock
  private var current = 0
  private var position = 0
  private var touchscreen: Touchscreen?
  /// The present device where it is not a touchscreen. While a recording plays, either this or `touchscreen` is set.
  private var family: FamilyDevice?
  /// The difference between the machine's time and the recordings'; nil before the replay starts.
  private var offset: TimeSpan?
  private var deadline: Instant?

  /// - Parameter isServed: whether the replay waits for a client.
  package init(
    _ recordings: [RecordingFile], configuration: Configuration, scene: Scene, _ desk: FamilyDesk,
    options: ReplayOptions, isServed: Bool
  ) {
    publisher = desk.publisher
    self.desk = desk
    self.configuration = configuration
    self.recordings = recordings
    self.scene = scene
    self.options = options
    beginning = ReplayStart(awaited: isServed ? options.start : nil)
    clock = RecordingClock(recordings.first?.events ?? [])
  }

  private var turn: Turn { publisher.turn }

  package var isFinished: Bool { current == recordings.count }

  package var nextDeadline: Instant? { deadline }

  package func start() throws(DaemonError) {
    if let awaited = beginning.description { turn.notice(.lifecycle, awaited) }
    if !isFinished { add(recordings[current]) }
    plan()
  }

  package func handle(_ event: PollEvent) {}

  package func settle() {}

  package func resume() {}

  /// Affects only later recordings: the present device keeps its configuration.
  package func reconfigure(_ configuration: Configuration) {
    self.configuration = configuration
  }

  package func stamp(at now: Instant) -> Instant {
    if let stamp = touchscreen?.lastStamp { return stamp }
    return family?.latest ?? clock.begin
  }

  package func advance() {
    guard offset != nil else {
      if let moment = beginning.moment(publisher, now: turn.now), moment <= turn.now {
        offset = turn.now + options.lead - clock.begin
      }
      // Clients are served between two turns, and so before the first touch.
      return
    }
    var remaining = Self.batch
    while remaining > 0, !isFinished, !isTooEarly(at: turn.now), !isWaiting(at: turn.now) {
      remaining -= step()
    }
  }

  package func forEachTouchscreen(at now: Instant, _ body: (inout Touchscreen, Instant) -> Void) {
    guard var present = touchscreen.take() else { return }
    var time = present.lastStamp
    if options.isAtRealSpeed, let offset { time = max(time, now - offset) }
    body(&present, time)
    touchscreen = consume present
  }

  package func stop() {
    if let end = touchscreen?.lastStamp { touchscreen?.cancelAll(at: end, publisher) }
    dropFamilies()
    touchscreen = nil
    family = nil
    current = recordings.count
  }

  /// Until when subscribers may take their waiting lines; nil where no line waits, or at real speed.
  private var pause: Instant? {
    guard !options.isAtRealSpeed else { return nil }
    return publisher.latestBacklogProgress.map { $0 + Self.patience }
  }

  private func isWaiting(at now: Instant) -> Bool {
    pause.map { now < $0 } ?? false
  }

  /// Plays the events up to the end of a report, or ends the recording after the last.
  ///
  /// - Returns: the number of events played, or 1 for another step.
  private func step() -> Int {
    guard position < recordings[current].events.count else {
      remove()
      return 1
    }
    let stamp = recordings[current].events[position].time
    let time = clock.time(of: stamp)
    if options.isAtRealSpeed, let due = deviceDeadline, due < time {
      touchscreen?.advance(to: due, publisher)
      family?.advance(to: due, desk)
      return 1
    }
    let first = position
    let events = recordings[current].events
    var isOver = false
    while !isOver, position - first < Self.batch, position < events.count, events[position].time == stamp {
      isOver = events[position].type == EventCode.synchronization
      position += 1
    }
    play(events[first..<position], at: time)
    return position - first
  }

  private func play(_ events: ArraySlice<InputEvent>, at time: Instant) {
    guard playsFamily else {
      touchscreen?.play(EventList(events, at: time), publisher)
      return
    }
    for var event in events {
      event.time = time
      _ = family?.handle(event, desk)
    }
  }

  private func add(_ recording: RecordingFile) {
    position = 0
    let panel: TouchPanel
    switch recording.device {
    case .touchscreen(let known): panel = known
    case .family(let description, let roles):
      family = FamilyDevice(
        number: current + 1, description, roles: roles, settings: configuration.families, since: clock.begin)
      return
    }
    // The recordings are played one after another, so each touchscreen is the only one.
    let setup = recording.setup(configuration)
    let (regions, _) = scene.regionTree(
      on: setup.names, isFirst: true, screen: panel.size, pixels: setup.pixels)
    let added = Touchscreen(
      number: current + 1, setup, panel: panel, regions: regions,
      recognizers: scene.recognizers, since: clock.begin)
    publisher.publish(added.message(.added, at: clock.begin), regions: added.pipeline.regions)
    touchscreen = consume added
  }

  /// Ends a file: fires the pending deadlines, one each step, then cancels the contacts that are still down.
  private func remove() {
    touchscreen?.advance(to: nil, publisher)
    if touchscreen?.hasTouches == false, let due = touchscreen?.nextDeadline {
      touchscreen?.advance(to: due, publisher)
      return
    }
    if playsFamily {
      if let due = family?.nextDeadline {
        family?.advance(to: due, desk)
        return
      }
      dropFamilies()
      let end = family?.latest ?? clock.begin
      family = nil
      goOn(at: end)
      return
    }
    guard let end = touchscreen?.lastStamp else { return }
    touchscreen?.cancelAll(at: end, publisher)
    if let message = touchscreen?.message(.removed, at: end) { publisher.publish(message) }
    touchscreen = nil
    goOn(at: end)
  }

  /// Continues with the next file where the previous one has ended (RPL-2).
  private func goOn(at end: Instant) {
    current += 1
    guard !isFinished else {
      turn.owe(.farewell)
      return
    }
    clock.goOn(with: recordings[current].events, at: end)
    add(recordings[current])
  }

  private var playsFamily: Bool { if case .some = family { true } else { false } }

  private var deviceDeadline: Instant? { .earlier(touchscreen?.nextDeadline, family?.nextDeadline) }

  package func answer(_ question: UInt64, with answer: GestureAnswer, from client: Int) -> Bool {
    family?.answer(question, with: answer, from: client) ?? false
  }

  /// Ends what a device that is not a touchscreen has begun.
  package func dropFamilies() {
    guard let end = family?.latest else { return }
    family?.drop(at: end, desk)
  }

  /// The time of the next event or deadline; nil where the end of a file may be played at once.
  private var nextTime: Instant? {
    guard !isFinished else { return nil }
    let events = recordings[current].events
    let event = position < events.count ? clock.time(of: events[position].time) : nil
    let due = deviceDeadline
    guard let event else { return touchscreen?.hasTouches ?? false ? nil : due }
    return due.map { min($0, event) } ?? event
  }

  private func isTooEarly(at now: Instant) -> Bool {
    guard options.isAtRealSpeed, let nextTime, let offset else { return false }
    return nextTime + offset > now
  }

  package func plan() {
    guard !isFinished else {
      deadline = nil
      return
    }
    guard let offset else {
      deadline = beginning.moment(publisher, now: turn.now).map { max(turn.now, $0) }
      return
    }
    if options.isAtRealSpeed, let nextTime {
      deadline = max(turn.now, nextTime + offset)
    } else {
      // A subscriber that takes its lines wakes the loop earlier.
      deadline = max(turn.now, pause ?? turn.now)
    }
  }
}
