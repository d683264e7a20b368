import GestureCore
import GestureProtocol
import GesturedBase
import GesturedConfiguration
import GesturedServing
import LinuxEventLoop

/// Plays recordings in place of devices: one after another, or together as devices of one moment (RPL-2).
///
/// The clock is that of the recordings (`RecordingClock`). At real speed, the start of the replay ties this clock to the
/// machine's. At full speed, it runs as fast as clients read.
///
/// The first device is present before the replay starts, just as a real device is plugged in before a finger touches
/// it. All devices are present then where recordings play together. Their events and deadlines are played in the
/// order of their times (QUE-1), and each device goes when its own recording ends.
package final class ReplaySource: InputSource {
  /// How many events are played before the loop serves other descriptors.
  private static let batch = ReplayedDevice.batch
  /// At full speed, how long the replay waits for subscribers with waiting lines that take none.
  ///
  /// This is far longer than a busy reader's turn takes, and short compared to `stall_ms`. A subscriber that stays
  /// behind then loses lines, as it would with real devices.
  private static let patience = TimeSpan.milliseconds(250)

  private let publisher: Publisher
  private let desk: FamilyDesk
  private let recordings: [RecordingFile]
  private var configuration: Configuration
  private let options: ReplayOptions
  private let beginning: ReplayStart
  /// Receives the events of the devices' clones; nil where none are made.
  private let sink: (any CloneSink)?
  /// The devices that are present, in the order of their numbers.
  private var devices: [ReplayedDevice] = []
  /// The number of recordings whose devices have come.
  private var startedCount = 0
  /// When the first recording begins.
  private let begin: Instant
  /// The time of the last step, on the recordings' clock.
  private var latest: Instant
  /// The difference between the machine's time and the recordings'; nil before the replay starts.
  private var offset: TimeSpan?
  private var deadline: Instant?

  /// - Parameter isServed: whether the replay waits for a client.
  package init(
    _ recordings: [RecordingFile], configuration: Configuration, _ desk: FamilyDesk,
    options: ReplayOptions, isServed: Bool, sink: (any CloneSink)? = nil
  ) {
    self.sink = sink
    publisher = desk.publisher
    self.desk = desk
    self.configuration = configuration
    self.recordings = recordings
    self.options = options
    beginning = ReplayStart(awaited: isServed ? options.start : nil)
    let clocks = Self.firstClocks(recordings, options)
    begin = clocks.first?.begin ?? Instant(microseconds: 0)
    latest = begin
  }

  private var turn: Turn { publisher.turn }

  package var isFinished: Bool { devices.isEmpty && startedCount == recordings.count }

  package var nextDeadline: Instant? { deadline }

  package func start() throws(DaemonError) {
    if let awaited = beginning.description { turn.notice(.lifecycle, awaited) }
    for clock in Self.firstClocks(recordings, options) { add(clock) }
    plan()
  }

  package func read(_ event: PollEvent) {}

  /// Ends shakes whose receiving region is gone (MOT-16).
  package func settle() {
    guard desk.hasShakes else { return }
    let abandoned = desk.dropShakesWithoutReceiver { number in
      devices.first { $0.number == number }?.latest ?? latest
    }
    for number in abandoned {
      for device in devices where device.number == number { device.dropFamily(at: device.latest, desk) }
    }
  }

  package func resume() {}

  /// Affects only later recordings: present devices keep their configuration.
  package func reconfigure(_ configuration: Configuration, wanted: Instant?) {
    self.configuration = configuration
  }

  package func stamp(at now: Instant) -> Instant {
    let played = devices.reduce(latest) { max($0, $1.latest) }
    guard options.isAtRealSpeed, let offset, !isFinished else { return played }
    return max(played, now - offset)
  }

  package func advance() {
    guard offset != nil else {
      if let moment = beginning.moment(publisher, now: turn.now), moment <= turn.now {
        offset = turn.now + options.lead - begin
      }
      // Clients are served between two turns, and so before the first touch.
      return
    }
    var remaining = Self.batch
    while remaining > 0, let next = nextDevice, !isTooEarly(time(of: next), at: turn.now),
      !isWaiting(at: turn.now)
    {
      remaining -= step(next)
    }
  }

  package func forEachTouchscreen(at now: Instant, _ body: (inout Touchscreen, Instant) -> Void) {
    var time = latest
    if options.isAtRealSpeed, let offset { time = max(time, now - offset) }
    for device in devices { device.work(at: time, body) }
  }

  package func stop() {
    for device in devices { device.cancelAll(at: device.latest, desk) }
    devices = []
    startedCount = recordings.count
  }

  /// Until when subscribers may take their waiting lines; nil where no line waits, or at real speed.
  private var pause: Instant? {
    guard !options.isAtRealSpeed else { return nil }
    return publisher.connections.latestBacklogProgress.map { $0 + Self.patience }
  }

  private func isWaiting(at now: Instant) -> Bool {
    pause.map { now < $0 } ?? false
  }

  /// The device whose next step comes first; of several, the one with the lowest number. Events come before deadlines
  /// of the same time (TIM-1).
  private var nextDevice: ReplayedDevice? {
    guard devices.count > 1 else { return devices.first }
    return devices.min { a, b in
      let (first, second) = (a.nextStep, b.nextStep)
      return first == second ? a.nextEvent == first && b.nextEvent != second : first < second
    }
  }

  /// Does a device's next step: plays the events up to the end of a report, fires a deadline, or ends the recording.
  ///
  /// - Returns: the number of events played, or 1 for another step.
  private func step(_ device: ReplayedDevice) -> Int {
    defer { latest = max(latest, device.latest) }
    if let due = publisher.idle.nextDeadline, due < device.nextStep {
      publisher.advanceIdle(to: due)
      latest = max(latest, due)
      return 1
    }
    guard let time = device.nextEvent else {
      if device.stepAfterEnd(desk) { remove(device) }
      return 1
    }
    // Alone at full speed, a device fires the deadlines before its events by itself. A clone has a frame for each, with its own
    // time (FLT-56).
    if options.isAtRealSpeed || devices.count > 1 || sink != nil, let due = device.deadline, due < time {
      device.advance(to: due, desk)
      return 1
    }
    return device.playReport(desk)
  }

  /// The clocks of the recordings that begin first.
  private static func firstClocks(
    _ recordings: [RecordingFile], _ options: ReplayOptions
  ) -> [RecordingClock] {
    guard let first = recordings.first else { return [] }
    return options.isTogether ? RecordingClock.together(recordings) : [RecordingClock(first.events)]
  }

  /// Adds the next recording's device.
  private func add(_ clock: RecordingClock) {
    let recording = recordings[startedCount]
    startedCount += 1
    let device = ReplayedDevice(
      number: startedCount, recording, clock, configuration, on: publisher.everyone,
      isFirst: !devices.contains { $0.isTouchscreen }, sink: sink)
    devices.append(device)
    device.publishArrival(publisher)
  }

  /// Forgets a device whose recording has ended. The next recording continues where it has ended (RPL-2).
  private func remove(_ device: ReplayedDevice) {
    let end = device.latest
    devices.removeAll { $0 === device }
    guard devices.isEmpty else { return }
    guard !isFinished else {
      turn.owe(.farewell)
      return
    }
    add(RecordingClock(recordings[startedCount].events, from: end))
  }

  package func answer(_ question: UInt64, with answer: GestureAnswer, from client: Int) -> Bool {
    devices.contains { $0.answer(question, with: answer, from: client) }
  }

  /// Ends what devices that are not touchscreens have begun.
  package func dropFamilies() {
    for device in devices { device.dropFamily(at: device.latest, desk) }
  }

  /// The time of the next step: a device's, or the end of a span without contacts before it.
  private func time(of device: ReplayedDevice) -> Instant {
    let step = device.nextStep
    return publisher.idle.nextDeadline.map { min(step, $0) } ?? step
  }

  private func isTooEarly(_ time: Instant, at now: Instant) -> Bool {
    guard options.isAtRealSpeed, let offset else { return false }
    return time + offset > now
  }

  package func plan() {
    guard let next = nextDevice else {
      deadline = nil
      return
    }
    guard let offset else {
      deadline = beginning.moment(publisher, now: turn.now).map { max(turn.now, $0) }
      return
    }
    if options.isAtRealSpeed {
      deadline = max(turn.now, time(of: next) + offset)
    } else {
      // A subscriber that takes its lines wakes the loop earlier.
      deadline = max(turn.now, pause ?? turn.now)
    }
  }
}
