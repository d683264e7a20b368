import GestureCore
import GestureProtocol
import GesturedConfiguration
import LinuxEventLoop
import TouchInput

/// Recordings in place of devices, one after another, each its own device.
///
/// The clock of a recording is its own: `time` on the wire is the file's stamp. At real speed the file's time is
/// laid beside the machine's, from the file's first event on; at full speed it runs as fast as it is taken.
final class ReplaySource: InputSource {
  /// How fast a recording is played.
  enum Speed: Sendable {
    /// As fast as subscribers take it: none is overrun that goes on reading.
    case maximum
    /// As it was recorded, whoever keeps up.
    case real
  }

  /// How many events are played before the loop looks after others.
  private static let batch = 256
  /// How long subscribers for whom lines wait may take none, at full speed, before it goes on without them: far
  /// longer than a busy reader's turn takes, and short beside `stall_ms`. Whoever is behind then loses lines as it
  /// would live.
  private static let patience = TimeSpan.milliseconds(250)

  private let recordings: [RecordingFile]
  private let scene: Scene
  private var configuration: Configuration
  private let speed: Speed
  private let waitsForSubscriber: Bool
  private var current = 0
  private var position = 0
  private var touchscreen: Touchscreen?
  /// The device that is no touchscreen; one of the two is there while a recording is played.
  private var family: FamilyDevice?
  /// What to add to a stamp to get the machine's time.
  private var offset = TimeSpan.zero
  private var deadline: Instant?

  /// - Parameter waitsForSubscriber: whether nothing is played before somebody listens on the socket.
  init(
    _ recordings: [RecordingFile], configuration: Configuration, scene: Scene, speed: Speed,
    waitsForSubscriber: Bool
  ) {
    self.configuration = configuration
    self.recordings = recordings
    self.scene = scene
    self.speed = speed
    self.waitsForSubscriber = waitsForSubscriber
  }

  var isFinished: Bool { current == recordings.count }

  var nextDeadline: Instant? { deadline }

  func start(
    _ publisher: Publisher, poller: borrowing Poller, journal: inout Journal, now: Instant
  ) throws(DaemonError) {
    publisher.desk.dropAll = { [unowned self] publisher, now in dropFamily(publisher, now: now) }
    publisher.desk.answer = { [unowned self] in family?.answer($0, with: $1, from: $2) ?? false }
    if waitsForSubscriber {
      journal.notice(.lifecycle, "the replay begins when somebody listens", now: now)
    }
    plan(publisher, now: now)
  }

  func handle(
    _ event: PollEvent, planned: Instant?, _ publisher: Publisher, poller: borrowing Poller,
    journal: inout Journal, now: Instant
  ) -> Bool { false }

  func settle(_ publisher: Publisher, poller: borrowing Poller, journal: inout Journal, now: Instant) {}

  func resume(_ publisher: Publisher, poller: borrowing Poller, journal: inout Journal, now: Instant) {}

  /// For the recordings that are still to come: the one that plays goes on as the device that it is.
  func reconfigure(
    _ configuration: Configuration, _ publisher: Publisher, poller: borrowing Poller, journal: inout Journal,
    now: Instant
  ) {
    self.configuration = configuration
  }

  func stamp(at now: Instant) -> Instant {
    if let stamp = touchscreen?.lastStamp { return stamp }
    if let family { return family.latest }
    let next = recordings.indices.contains(current) ? recordings[current] : recordings.last
    return next?.events.first?.time ?? Instant(microseconds: 0)
  }

  func advance(
    to now: Instant, _ publisher: Publisher, poller: borrowing Poller, journal: inout Journal
  ) {
    guard mayPlay(publisher) else { return }
    var remaining = Self.batch
    while remaining > 0, !isFinished, !isTooEarly(at: now), !isWaiting(for: publisher, at: now) {
      let isNew = !isPlaying
      let played = step(publisher, now: now)
      // Whoever listens is seen to between two turns, and so before the first touch.
      remaining = isNew ? 0 : remaining - played
    }
  }

  func forEachTouchscreen(at now: Instant, _ body: (inout Touchscreen, Instant) -> Void) {
    guard var present = touchscreen.take() else { return }
    let time = speed == .real ? max(present.lastStamp, now - offset) : present.lastStamp
    body(&present, time)
    touchscreen = consume present
  }

  func stop(_ publisher: Publisher, poller: borrowing Poller, now: Instant) {
    if let end = touchscreen?.lastStamp { touchscreen?.cancelAll(at: end, publisher, now: now) }
    dropFamily(publisher, now: now)
    touchscreen = nil
    family = nil
    current = recordings.count
  }

  /// Whether somebody has come, where somebody is waited for. Once it has begun it goes on to its end, whoever
  /// leaves.
  private func mayPlay(_ publisher: Publisher) -> Bool {
    let hasBegun = current > 0 || isPlaying
    return hasBegun || !waitsForSubscriber || publisher.subscriberCount > 0
  }

  /// Until when subscribers are given time to take what waits for them; nil where nothing waits, or nobody is
  /// waited for.
  private func pause(for publisher: Publisher) -> Instant? {
    guard speed == .maximum else { return nil }
    return publisher.latestBacklogProgress.map { $0 + Self.patience }
  }

  private func isWaiting(for publisher: Publisher, at now: Instant) -> Bool {
    pause(for: publisher).map { now < $0 } ?? false
  }

  /// Plays the events up to the end of a report, or what comes before the first or after the last.
  ///
  /// - Returns: how much was played.
  private func step(_ publisher: Publisher, now: Instant) -> Int {
    guard isPlaying else {
      add(recordings[current], publisher, now: now)
      return 1
    }
    guard position < recordings[current].events.count else {
      remove(publisher, now: now)
      return 1
    }
    let time = recordings[current].events[position].time
    if speed == .real, let due = deviceDeadline, due < time {
      touchscreen?.advance(to: due, publisher, now: now)
      family?.advance(to: due, publisher.desk, publisher, now: now)
      return 1
    }
    let first = position
    var isOver = false
    while !isOver, position - first < Self.batch, position < recordings[current].events.count {
      let event = recordings[current].events[position]
      guard event.time == time else { break }
      play(event, publisher, now: now)
      position += 1
      isOver = event.type == EventCode.synchronization
    }
    return position - first
  }

  private func play(_ event: InputEvent, _ publisher: Publisher, now: Instant) {
    if playsFamily {
      _ = family?.handle(event, publisher.desk, publisher, now: now)
    } else if touchscreen?.feed(event, publisher, now: now) == true {
      // A recording has no device to ask for its state.
      touchscreen?.resynchronize(with: nil, at: event.time, publisher, now: now)
    }
  }

  private func add(_ recording: RecordingFile, _ publisher: Publisher, now: Instant) {
    let first = recording.events.first?.time ?? Instant(microseconds: 0)
    offset = now - first
    position = 0
    let panel: TouchPanel
    switch recording.device {
    case .touchscreen(let known): panel = known
    case .family(let description, let roles):
      family = FamilyDevice(
        number: current + 1, description, roles: roles, settings: configuration.families)
      return
    }
    // The recordings are played one after another: each is the only touchscreen there is.
    let setup = recording.setup(configuration)
    let (regions, _) = scene.regionTree(
      on: setup.names, isFirst: true, screen: panel.size, pixels: setup.pixels)
    let added = Touchscreen(
      number: current + 1, setup, panel: panel, regions: regions,
      recognizers: scene.recognizers)
    publisher.publish(added.message(.added, at: first), regions: added.pipeline.regions, now: now)
    touchscreen = consume added
  }

  /// The end of a file: what waits for its time gets it, one deadline a step; contacts that are still down are taken
  /// away.
  private func remove(_ publisher: Publisher, now: Instant) {
    touchscreen?.endCutFrame(by: nil, publisher, now: now)
    if touchscreen?.hasTouches == false, let due = touchscreen?.nextDeadline {
      touchscreen?.advance(to: due, publisher, now: now)
      return
    }
    if playsFamily {
      if let due = family?.nextDeadline {
        family?.advance(to: due, publisher.desk, publisher, now: now)
        return
      }
      dropFamily(publisher, now: now)
      family = nil
      current += 1
      return
    }
    guard let end = touchscreen?.lastStamp else { return }
    touchscreen?.cancelAll(at: end, publisher, now: now)
    if let message = touchscreen?.message(.removed, at: end) { publisher.publish(message, now: now) }
    touchscreen = nil
    current += 1
  }

  private var isPlaying: Bool { touchscreen != nil || playsFamily }

  private var playsFamily: Bool { if case .some = family { true } else { false } }

  private var deviceDeadline: Instant? { .earlier(touchscreen?.nextDeadline, family?.nextDeadline) }

  /// What a device that is no touchscreen has begun gets its end.
  private func dropFamily(_ publisher: Publisher, now: Instant) {
    guard let end = family?.latest else { return }
    family?.drop(at: end, publisher.desk, publisher, now: now)
  }

  /// The stamp of what is played next, on the file's clock; nil where nothing is waited for.
  private var nextStamp: Instant? {
    guard isPlaying else { return nil }
    let events = recordings[current].events
    let event = position < events.count ? events[position].time : nil
    let due = deviceDeadline
    guard let event else { return touchscreen?.hasTouches ?? false ? nil : due }
    return due.map { min($0, event) } ?? event
  }

  private func isTooEarly(at now: Instant) -> Bool {
    guard speed == .real, let nextStamp else { return false }
    return nextStamp + offset > now
  }

  func plan(_ publisher: Publisher, now: Instant) {
    if isFinished || !mayPlay(publisher) {
      // The loop runs again when a subscriber comes.
      deadline = nil
    } else if speed == .real, let nextStamp {
      deadline = max(now, nextStamp + offset)
    } else {
      // A subscriber that takes what it has wakes the loop before.
      deadline = max(now, pause(for: publisher) ?? now)
    }
  }
}
