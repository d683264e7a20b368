import GestureCore
import GestureProtocol
import GesturedConfiguration
import LinuxEventLoop
import Logging
import SystemPackage

/// The loop: one thread, one epoll, everything non-blocking. What cannot be asked without waiting for it, the motion
/// sensors behind sysfs, is read by threads that do nothing else (`SensorReader`). So are requests that take long to parse
/// (`LongRequestReader`).
///
/// A tick has one `now` and a fixed order, so that nothing depends on the order in which the kernel reports:
///
/// 1. signals, since a stop ends the tick;
/// 2. a resume of the machine, since what the devices say after it belongs to nothing before it (T3);
/// 3. input: what the devices have, read in batches, touchscreens first;
/// 4. deadlines that have come, after every device has been read once more: a frame that the kernel stamped at or
///    before a deadline goes before it (TIM-1);
/// 5. subscribers: what they take and what they say;
/// 6. connections that wait;
/// 7. devices that come and go.
///
/// Most turns are shorter: a finger has moved, a gesture goes on, and there is nothing else (`takeQuietly`).
///
/// Whatever a tick finds out, it hands on at once: from the readable node to the written line nothing is allocated
/// and nothing is waited for.
public final class Daemon {
  /// How long subscribers have to take their last lines when the daemon stops: exit is within a second.
  private static let farewellTime = TimeSpan.milliseconds(800)

  /// How long the dump's reader may hold up those who are served, in all: a paused terminal must not stop a daemon.
  private static let dumpPatience = TimeSpan.milliseconds(1000)

  /// More than the most subscribers that are served by default, and bounded as the kernel's tables are memory.
  private static let descriptorLimit: UInt64 = 4096

  private enum Phase {
    case running
    /// Told to stop, or out of recordings: waits until subscribers have taken their last lines, or until a time. The end of a
    /// replay sets none: a client that is behind has its lines for as long as it goes on reading.
    case leaving(until: Instant?)
  }

  let options: DaemonOptions
  let input: any InputSource
  let scene: Scene
  let commands: CommandRunner
  let publisher: Publisher
  let notifier: ServiceNotifier
  var journal: Journal
  private(set) var poller: Poller
  private var timer: DeadlineTimer
  private var resumes: ResumeWatch
  private let signals: SignalSource
  /// What the service manager handed over; nil where it is no service, or another socket was asked for.
  let inherited: InheritedSockets?
  /// Where reading the configuration anew is.
  var reload = ConfigurationReload()
  /// Whether SIGHUP means that the terminal is gone, and nobody is there any more.
  private let endsWithTerminal: Bool
  /// When the service manager is told that the loop turns; nil where it does not ask.
  private var watchdog: Instant?
  /// What is to be said at the start, and does not keep it from serving.
  var startWarnings: [String] = []
  /// What a start, a reload or the first subscriber needed once, and where it stands with giving that back.
  var spareMemory = SpareMemory()
  /// What the work for clients is measured by: microseconds of processor time.
  var processorTime: () -> Int64 = ProcessorClock.microseconds
  /// The processor time when requests of this turn began to be served.
  var servingSince: Int64 = 0
  /// What this turn has done for clients so far, in microseconds of processor time; nil where it has nothing to do for them.
  var spentOnClients: Int64?
  /// Which of the ready clients is read first, of as many as there are.
  var firstReading = 0
  /// The processor time when the last turn was over, where that had something to do for clients; nil otherwise.
  var servedUntil: Int64?
  /// What reads long requests, and what it has read that is not done yet.
  let longRequests: LongRequestReader
  var readings: ArraySlice<LongRequestReader.Reading> = []
  /// The sockets; nil where there are none, or none any more.
  var entrance: ClientEntrance?
  private var phase = Phase.running
  /// When something is due although nothing is readable, as was found out last.
  private var planned: Instant?
  /// Whether nothing has come of the last turn that could be due earlier.
  private var wasQuiet = false

  /// Makes everything that can fail at the start: the socket above all.
  ///
  /// - Parameter output: where the dump goes.
  /// - Throws: what is wrong, with its exit code.
  public convenience init(
    _ options: DaemonOptions, environment: ProcessEnvironment = .inherited(),
    inherited: InheritedSockets? = nil, output: StandardStream = .output
  ) throws(DaemonError) {
    let scene: Scene
    do throws(DeclarationError) {
      scene = try Scene(options.configuration)
    } catch {
      throw .configuration("\(error)")
    }
    let input = options.source(scene, isService: environment["NOTIFY_SOCKET"] != nil)
    try self.init(
      options, input: input, scene: scene, environment: environment, inherited: inherited, output: output)
  }

  init(
    _ options: DaemonOptions, input: any InputSource, scene: Scene,
    environment: ProcessEnvironment, inherited: InheritedSockets? = nil, output: StandardStream,
    readingClock: @escaping @Sendable () -> Int64 = ProcessorClock.microseconds
  ) throws(DaemonError) {
    self.options = options
    self.input = input
    self.scene = scene
    self.inherited = inherited
    endsWithTerminal = options.configurationFile == nil || StandardStream.error.isTerminal
    let rights = Rights(options.configuration.rights)
    notifier = ServiceNotifier(environment: environment)
    var logger = Logger(label: "gestured") { _ in
      StandardErrorLog(environment: environment, level: options.isVerbose ? .debug : .notice)
    }
    logger.logLevel = options.isVerbose ? .debug : .notice
    journal = Journal(logger)
    do throws(SystemError) {
      SignalSource.ignoreBrokenPipe()
      signals = try SignalSource([.terminate, .interrupt, .hangUp])
      poller = try Poller()
      timer = try DeadlineTimer()
      longRequests = try LongRequestReader(clock: readingClock)
      resumes = try ResumeWatch()
      try poller.add(resumes.descriptor, interest: [.readable], token: TokenKind.token(of: TokenKind.resume))
      try poller.add(signals.descriptor, interest: [.readable], token: TokenKind.token(of: TokenKind.signals))
      try poller.add(timer.descriptor, interest: [.readable], token: TokenKind.token(of: TokenKind.timer))
      try poller.add(
        longRequests.descriptor, interest: [.readable], token: TokenKind.token(of: TokenKind.reader))
    } catch {
      throw .system(error)
    }
    let vocabulary = Vocabulary(scene.recognizers, regions: options.configuration.regionNames)
    let broadcaster = options.socket.map { _ in
      Broadcaster(limits: SubscriberLimits(options.configuration.socket), tokenKind: TokenKind.subscriber)
    }
    let urgent = signals.descriptor
    publisher = Publisher(
      vocabulary: vocabulary, broadcaster: broadcaster,
      dump: options.dump.map {
        DumpOutput(
          $0, recognizers: scene.recognizers, vocabulary: vocabulary,
          hasDeclarations: options.dumpsDeclarations, stream: output, urgent: urgent,
          patience: options.socket == nil ? nil : Self.dumpPatience)
      }, desk: FamilyDesk(options.configuration.families, touch: options.configuration.touch))
    publisher.broadcaster?.declaredDetail = options.configuration.touch.detail
    commands = CommandRunner(publisher: publisher, input: input, scene: scene, rights: rights)
    commands.isTurnOver = { [unowned self] in processorTime() - servingSince >= Self.workPerTurn }
    commands.isTurnFresh = { [unowned self] in processorTime() - servingSince < Self.workOfFreshTurn }
    try listen()
  }

  deinit { longRequests.end() }

  /// Runs until it is told to stop, or until the last recording is over.
  ///
  /// - Throws: what ended it otherwise.
  public func run() throws(DaemonError) {
    DescriptorLimit.raise(to: Self.descriptorLimit)
    try start(at: MonotonicClock.now())
    _ = notifier.ready()
    feedWatchdog(now: MonotonicClock.now())
    spareMemory.release()
    do throws(SystemError) {
      while try tick() {}
    } catch {
      throw .system(error)
    }
    _ = notifier.status("stopped")
    publisher.finishDump()
    if let errno = publisher.dumpFailure {
      throw .system(SystemError(operation: "write", errno: errno, path: "standard output"))
    }
  }

  /// Whether what `--explain` asks about has fired; nil where nothing is explained.
  public var hasExplainedFire: Bool? { publisher.hasExplainedFire }

  /// Begins the dump and the input.
  func start(at now: Instant) throws(DaemonError) {
    if let path = options.socket {
      for warning in startWarnings { journal.warning(.system, warning, now: now) }
      journal.notice(.lifecycle, "\(Version.current) serves \(path.string.escapedForMessage)", now: now)
    }
    publisher.begin(hello(at: now))
    commands.start = now
    try input.start(publisher, poller: poller, journal: &journal, now: now)
  }

  // MARK: The tick

  /// Sleeps until something is to be done, and does it.
  ///
  /// - Returns: whether there is to be another.
  private func tick() throws(SystemError) -> Bool {
    if !wasQuiet {
      planned = nextDeadline
      try timer.arm(at: planned)
    }
    try poller.wait(timeout: nil)
    return try turn(at: MonotonicClock.now())
  }

  /// Does what is to be done at a time, without sleeping: how tests move time by hand.
  ///
  /// - Returns: whether there is to be another.
  func tick(at now: Instant) throws(SystemError) -> Bool {
    if !wasQuiet { planned = nextDeadline }
    try poller.wait(timeout: .zero)
    return try turn(at: now)
  }

  private func turn(at now: Instant) throws(SystemError) -> Bool {
    wasQuiet = takeQuietly(now: now)
    if wasQuiet {
      servedUntil = nil
      return true
    }
    try take(TokenKind.signals, now: now)
    try take(TokenKind.resume, now: now)
    try take(TokenKind.device, now: now)
    try take(TokenKind.family, now: now)
    try take(TokenKind.sensor, now: now)
    let hasAdvanced = advance(to: now)
    try take(TokenKind.timer, now: now)
    let begin = beginServing(hasAdvanced: hasAdvanced)
    if poller.readyKinds & 1 << UInt64(TokenKind.subscriber) != 0 { takeSubscribers(now: now) }
    try take(TokenKind.reader, now: now)
    serveRequests(now: now)
    try take(TokenKind.listener, now: now)
    spentOnClients = begin.map { processorTime() - $0 }
    try take(TokenKind.monitor, now: now)
    try settle(now: now)
    if let spentOnClients { endServing(spentOnClients, now: now) }
    return !isDone(at: now)
  }

  /// Takes what touchscreens say where that is all there is, which it nearly always is while fingers move: where gestures go
  /// on and nothing else has come of it, nothing else is looked after, and the timer stays as it is.
  ///
  /// - Returns: whether that was the whole turn. What was read is read either way.
  private func takeQuietly(now: Instant) -> Bool {
    guard case .running = phase, poller.readyKinds == 1 << UInt64(TokenKind.device), !publisher.hasDump,
      planned.map({ now < $0 }) ?? true
    else { return false }
    var isQuiet = true
    for index in 0..<poller.readyCount {
      if !input.handle(
        poller[index], planned: planned, publisher, poller: poller, journal: &journal, now: now)
      {
        isQuiet = false
      }
    }
    poller.forget()
    return isQuiet && !(publisher.broadcaster?.needsCare ?? false)
  }

  /// Takes what is ready of a kind.
  @inline(__always)
  private func take(_ kind: UInt8, now: Instant) throws(SystemError) {
    guard poller.readyKinds & 1 << UInt64(kind) != 0 else { return }
    for index in 0..<poller.readyCount where poller[index].token.kind == kind {
      try handle(poller[index], now: now)
    }
  }

  private func handle(_ event: PollEvent, now: Instant) throws(SystemError) {
    switch event.token.kind {
    case TokenKind.signals: try takeSignals(now: now)
    case TokenKind.resume: try takeResume(now: now)
    case TokenKind.timer: _ = timer.drain()
    case TokenKind.reader: readings += longRequests.takeReadings()
    case TokenKind.listener: try acceptClients(event, now: now)
    default:
      _ = input.handle(event, planned: planned, publisher, poller: poller, journal: &journal, now: now)
    }
  }

  private func takeResume(now: Instant) throws(SystemError) {
    guard let sleep = try resumes.takeSleep(), case .running = phase else { return }
    journal.debug("the machine slept for \(sleep.seconds) s")
    input.resume(publisher, poller: poller, journal: &journal, now: now)
  }

  /// - Returns: whether there was something to do.
  private func advance(to now: Instant) -> Bool {
    guard case .running = phase, let deadline = input.nextDeadline, deadline <= now else { return false }
    input.advance(to: now, publisher, poller: poller, journal: &journal)
    return true
  }

  private func settle(now: Instant) throws(SystemError) {
    // First, so that whoever has taken the farewell already goes in this very tick.
    try endIfDue(now: now)
    try settleClients(now: now)
    if publisher.hasJustGivenDumpUp() {
      journal.warning(
        .lifecycle, "nobody reads the dump: it ends here, and whoever is connected is served on", now: now)
    }
    try entrance?.resume(now: now, poller: poller)
    if case .running = phase { settleReload(now: now) }
    settleCommands(now: now)
    feedWatchdog(now: now)
    input.settle(publisher, poller: poller, journal: &journal, now: now)
    input.plan(publisher, now: now)
    // What is read anew after it is not to be waited for by a finger.
    if spareMemory.isDue, !hasTouches(at: now) { spareMemory.release() }
  }

  private func endIfDue(now: Instant) throws(SystemError) {
    guard case .running = phase else { return }
    if input.isFinished {
      try leave(.endOfReplay, until: nil, now: now)
    } else if publisher.isDumpBroken {
      // `gestured --dump | head` ends so, and nobody wants to read a word about it.
      journal.debug("the dump can not be written any more: stopping")
      try stop(now: now)
    }
  }

  var nextDeadline: Instant? {
    // What was read is done at once, and so is what a turn had no time for.
    if !readings.isEmpty || commands.hasStaleAudiences || publisher.broadcaster?.isSettlingLater ?? false {
      return Instant(microseconds: 0)
    }
    let always = Instant.earlier(
      .earlier(publisher.broadcaster?.nextDeadline, watchdog), commands.workDeadline)
    return switch phase {
    case .running:
      Instant.earlier(
        .earlier(.earlier(always, input.nextDeadline), entrance?.resumesAt ?? nil), reload.nextDeadline)
    case .leaving(let until): Instant.earlier(always, until)
    }
  }

  /// Tells the service manager that the loop turns, twice as often as it asks for: by the loop that reads devices and
  /// serves sockets, and by nothing else (P9).
  private func feedWatchdog(now: Instant) {
    guard let interval = notifier.watchdogInterval, watchdog.map({ $0 <= now }) ?? true else { return }
    _ = notifier.watchdog()
    watchdog = now + TimeSpan(microseconds: max(1, interval.microseconds / 2))
  }

  private func isDone(at now: Instant) -> Bool {
    switch phase {
    case .running: false
    case .leaving(let until): publisher.subscriberCount == 0 || until.map { $0 <= now } ?? false
    }
  }

  // MARK: Stopping

  private func takeSignals(now: Instant) throws(SystemError) {
    while let signal = signals.next() { try take(signal, now: now) }
  }

  /// Does what a signal says. One that comes at the end of a replay cuts the time of clients that are behind.
  func take(_ signal: Signal, now: Instant) throws(SystemError) {
    let isReload = signal == .hangUp && !endsWithTerminal
    switch phase {
    case .running where isReload: reload.want(now: now)
    case .running:
      journal.notice(.lifecycle, "stopping", now: now)
      _ = notifier.stopping()
      try stop(now: now)
    case .leaving(nil) where !isReload: phase = .leaving(until: now + Self.farewellTime)
    case .leaving: break
    }
  }

  /// Ends all gestures and says farewell. What the devices say from now on is not read.
  func stop(now: Instant) throws(SystemError) {
    input.stop(publisher, poller: poller, now: now)
    try leave(.stopping, until: now + Self.farewellTime, now: now)
  }

  private func leave(_ reason: ByeReason, until end: Instant?, now: Instant) throws(SystemError) {
    publisher.broadcaster?.leave(reason, now: now)
    // A connection that is not accepted any more would wake the loop again and again.
    if let entrance = entrance.take() { try entrance.end(poller: poller) }
    phase = .leaving(until: end)
  }

  /// The greeting of one who comes now.
  func hello(at now: Instant) -> Hello {
    let isReplay: Bool
    switch options.input {
    case .devices: isReplay = false
    case .recordings: isReplay = true
    }
    return Hello(
      version: Version.current, features: Hello.additions, time: input.stamp(at: now),
      unixMicroseconds: isReplay ? nil : WallClock.microsecondsSince1970())
  }
}
