import GestureCore
import GestureProtocol
import GesturedBase
import GesturedCommands
import GesturedConfiguration
import GesturedDevices
import GesturedScene
import GesturedServing
import LinuxEventLoop
import Logging
import SystemPackage

/// The loop: one thread, one `epoll` instance, everything non-blocking. Threads of their own do two kinds of blocking
/// or long work: `SensorReader` reads motion sensors behind sysfs, and `LongRequestReader` parses long requests.
///
/// A turn has one `now` and a fixed order, so that nothing depends on the order in which the kernel reports:
///
/// 1. signals, since a stopping daemon reads no device any more;
/// 2. a resume of the machine, since events after it have nothing to do with those before it (T3);
/// 3. messages of the filter's keeper, since a lost keeper gives panels back before their next events;
/// 4. input: events of the devices, read in batches; of several devices, in the order of their stamps (QUE-1). Readings of
///    polled sensors follow;
/// 5. deadlines that are due, after their devices have been read once more: a frame that the kernel stamped at or
///    before a deadline is processed first (TIM-1). Then come actions whose answers are in or overdue;
/// 6. the accounts of the users that heard the lines so far;
/// 7. clients: their sockets, what the second thread has read, the requests that are complete, and new connections;
/// 8. devices that come and go;
/// 9. debts: the work that the steps before have left to do before the loop sleeps (`TurnDebts`), in an order of
///    their own (`pay`). The last one, the timer, is set just before the loop sleeps (`plan`).
///
/// A turn in which fingers only moved does step 4, and with many clients step 6. For the others it only checks that
/// nothing is ready, due or owed. All code that a turn runs receives its `Turn`, most of it with the `Publisher`.
///
/// A turn publishes every event at once. From the readable node to the written line it allocates nothing, and waits only
/// for a dump's reader, or for the rest of a report that arrives in pieces.
public final class Daemon {
  /// How long subscribers may take for their last lines when the daemon stops. It exits within a second.
  private static let farewellTime = TimeSpan.milliseconds(800)

  /// How long the dump's reader may block the daemon in all, where clients are served: a paused terminal must not stop
  /// them.
  private static let dumpPatience = TimeSpan.milliseconds(1000)

  /// More descriptors than the default limit of subscribers needs. The limit is finite because the kernel's tables take
  /// memory.
  private static let descriptorLimit: UInt64 = 4096

  private enum Phase {
    case running
    /// The daemon stops, or has no recordings left. It waits until subscribers have read their last lines, or until a
    /// time. The end of a replay sets no time: a slow client may read its lines as long as it goes on reading.
    case leaving(until: Instant?)
  }

  let options: DaemonOptions
  let input: any InputSource
  let commands: CommandRunner
  let publisher: Publisher
  /// The clients.
  let connections: Connections
  let notifier: ServiceNotifier
  /// The present turn, or the last one.
  let turn: Turn
  private var timer: DeadlineTimer
  private var resumes: ResumeWatch
  private let signals: SignalSource
  /// The sockets from the service manager; nil where the daemon makes its own or none.
  let inherited: InheritedSockets?
  /// The progress of a reload.
  var reload = ConfigurationReload()
  /// Whether SIGHUP stops the daemon: its terminal is gone, or it has no file to reload.
  private let endsWithTerminal: Bool
  /// When the next sign of life is sent to the service manager; nil where it asks for none.
  private var watchdog: Instant?
  /// The longest time that the service manager allows between two signs; nil for its own.
  private var watchdogSpan: TimeSpan?
  /// The longest time while a finger is down on a grabbed touchscreen (FF-2).
  private static let watchdogWhileGrabbed = TimeSpan.milliseconds(2000)
  /// Warnings for the log that do not keep the daemon from starting.
  var startWarnings: [MessageLine] = []
  /// The turn's work for clients so far, in microseconds of processor time; nil where it has none.
  var spentOnClients: Int64?
  /// The index of the ready event at which reading clients begins. Each turn advances it.
  var firstReading = 0
  /// The processor time at the end of the last turn; nil where that turn did nothing for clients.
  var servedUntil: Int64?
  /// The reader of long requests, and its readings that are still to be run.
  let longRequests: LongRequestReader
  var readings: ArraySlice<LongRequestReader.Reading> = []
  /// The sockets; nil without sockets, and after the service has ended.
  var entrance: ClientEntrance?
  private var phase = Phase.running
  /// Writes what the app receives of recordings; nil without `--filter-to`.
  private var cloneWriter: CloneWriter?

  /// Makes everything that can fail at the start, above all the socket.
  ///
  /// - Parameter output: the stream for the dump.
  /// - Throws: `DaemonError`, which has an exit code.
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
    let writer = try options.filterTo.map { path throws(DaemonError) in try CloneWriter(to: path) }
    try self.init(options, scene: scene, environment: environment, inherited: inherited, output: output) {
      options.source($0, isService: environment["NOTIFY_SOCKET"] != nil, sink: writer)
    }
    cloneWriter = writer
  }

  /// - Parameter input: makes the source of events that reach clients by a desk and its publisher.
  init(
    _ options: DaemonOptions, scene: Scene, environment: ProcessEnvironment,
    inherited: InheritedSockets? = nil, output: StandardStream,
    readingClock: @escaping @Sendable () -> Int64 = ProcessorClock.microseconds,
    input: (FamilyDesk) -> any InputSource
  ) throws(DaemonError) {
    self.options = options
    self.inherited = inherited
    endsWithTerminal = options.configurationFile == nil || StandardStream.error.isTerminal
    let rights = Rights(options.configuration.rights)
    notifier = ServiceNotifier(environment: environment)
    var logger = Logger(label: "gestured") { _ in
      StandardErrorLog(environment: environment, level: options.isVerbose ? .debug : .notice)
    }
    logger.logLevel = options.isVerbose ? .debug : .notice
    do throws(SystemError) {
      SignalSource.ignoreBrokenPipe()
      signals = try SignalSource([.terminate, .interrupt, .hangUp])
      let poller = try Poller()
      timer = try DeadlineTimer()
      longRequests = try LongRequestReader(clock: readingClock)
      resumes = try ResumeWatch()
      try poller.add(resumes.descriptor, interest: [.readable], token: TokenKind.token(of: TokenKind.resume))
      try poller.add(signals.descriptor, interest: [.readable], token: TokenKind.token(of: TokenKind.signals))
      try poller.add(timer.descriptor, interest: [.readable], token: TokenKind.token(of: TokenKind.timer))
      try poller.add(
        longRequests.descriptor, interest: [.readable], token: TokenKind.token(of: TokenKind.reader))
      turn = Turn(Journal(logger), poller: poller)
    } catch {
      throw .system(error)
    }
    let vocabulary = Vocabulary(scene.recognizers, regions: options.configuration.regionNames)
    let urgent = signals.descriptor
    publisher = Publisher(
      turn, scene: scene, limits: SubscriberLimits(options.configuration.socket),
      dump: options.dump.map {
        DumpOutput(
          $0, recognizers: scene.recognizers, vocabulary: vocabulary,
          hasDeclarations: options.dumpsDeclarations, stream: output, urgent: urgent,
          patience: options.socket == nil ? nil : Self.dumpPatience)
      })
    connections = publisher.connections
    let desk = FamilyDesk(publisher, options.configuration.families, touch: options.configuration.touch)
    self.input = input(desk)
    publisher.declare(options.configuration.touch.detail)
    commands = CommandRunner(desk: desk, input: self.input, rights: rights)
    applyFiltering(options.configuration)
    try listen()
  }

  deinit { longRequests.end() }

  /// Runs until it is told to stop, or until the last recording ends.
  ///
  /// - Throws: the error that ended the loop.
  public func run() throws(DaemonError) {
    DescriptorLimit.raise(to: Self.descriptorLimit)
    try start(at: MonotonicClock.now())
    _ = notifier.ready()
    turn.begin(at: MonotonicClock.now())
    feedWatchdog()
    do throws(SystemError) {
      while try tick() {}
    } catch {
      throw .system(error)
    }
    _ = notifier.status("stopped")
    publisher.finishDump()
    try cloneWriter?.finish()
    if let errno = publisher.dumpFailure {
      throw .system(SystemError(operation: "write", errno: errno, path: "standard output"))
    }
  }

  /// Whether the recognizer that `--explain` asks about has fired; nil without `--explain`.
  public var hasExplainedFire: Bool? { publisher.hasExplainedFire }

  /// Begins the dump and the input.
  func start(at now: Instant) throws(DaemonError) {
    turn.begin(at: now)
    if let path = options.socket {
      for warning in startWarnings { turn.warning(.system, warning) }
      turn.notice(.lifecycle, "\(Version.current) serves \(path.string.escapedForMessage)")
    }
    publisher.begin(hello(at: now))
    publisher.idle.begin(at: input.stamp(at: now))
    commands.start = now
    try input.start()
  }

  // MARK: The turn

  /// Sleeps until work is ready, and does it.
  ///
  /// - Returns: whether another turn follows.
  private func tick() throws(SystemError) -> Bool {
    try plan()
    try turn.poller.wait(timeout: nil)
    return try runTurn(at: MonotonicClock.now())
  }

  /// Does the work of a given time without sleeping. Tests use it to set the time.
  ///
  /// - Returns: whether another turn follows.
  func tick(at now: Instant) throws(SystemError) -> Bool {
    try plan()
    try turn.poller.wait(timeout: .zero)
    return try runTurn(at: now)
  }

  private func runTurn(at now: Instant) throws(SystemError) -> Bool {
    let turn = turn
    turn.begin(at: now)
    let ready = turn.poller.readyKinds
    let woken = servedUntil == nil ? nil : turn.processorTime()
    turn.spentOnLines = woken == nil && connections.count <= Turn.fewListeners ? nil : 0
    if ready & Self.earlyKinds != 0 {
      try readEvents(TokenKind.signals)
      try readEvents(TokenKind.resume)
    }
    // A lost keeper gives panels back before their next events.
    if ready & TokenKind.bit(TokenKind.filter) != 0 { try readEvents(TokenKind.filter) }
    if ready & Self.nodes != 0 { readNodes(turn) }
    if ready & TokenKind.bit(TokenKind.sensor) != 0 { try readEvents(TokenKind.sensor) }
    let hasAdvanced = turn.owes(.deadlines) && advance()
    if turn.owes(.actions | .deadlines) { commands.advanceActions() }
    if ready & TokenKind.bit(TokenKind.timer) != 0 { _ = timer.drain() }
    chargeListeners(woken: woken)
    try serveClients(woken: woken, hasAdvanced: hasAdvanced)
    if ready & TokenKind.bit(TokenKind.monitor) != 0 { try readEvents(TokenKind.monitor) }
    return turn.owesNothing ? true : try pay()
  }

  private static let earlyKinds = TokenKind.bit(TokenKind.signals) | TokenKind.bit(TokenKind.resume)
  private static let nodes = TokenKind.bit(TokenKind.device) | TokenKind.bit(TokenKind.family)

  /// Reads touchscreens and other devices. Nearly every turn's only work is one touchscreen.
  private func readNodes(_ turn: Turn) {
    var count = 0
    var last = 0
    for index in 0..<turn.poller.readyCount
    where TokenKind.bit(turn.poller[index].token.kind) & Self.nodes != 0 {
      count += 1
      last = index
    }
    if count == 1 { input.read(turn.poller[last]) } else { input.readTogether(turn) }
  }

  /// Reads all ready descriptors of a kind.
  func readEvents(_ kind: UInt8) throws(SystemError) {
    guard turn.poller.readyKinds & TokenKind.bit(kind) != 0 else { return }
    for index in 0..<turn.poller.readyCount where turn.poller[index].token.kind == kind {
      try read(turn.poller[index])
    }
  }

  private func read(_ event: PollEvent) throws(SystemError) {
    switch event.token.kind {
    case TokenKind.signals: try readSignals()
    case TokenKind.resume: try resumeAfterSleep()
    case TokenKind.reader:
      readings += longRequests.removeReadings()
      turn.owe(.requests)
    case TokenKind.listener: try acceptClients(event)
    default: input.read(event)
    }
  }

  private func resumeAfterSleep() throws(SystemError) {
    guard let sleep = try resumes.measureSleep(), case .running = phase else { return }
    turn.debug("the machine slept for \(sleep.seconds) s")
    input.resume()
  }

  /// - Returns: whether deadlines were due.
  private func advance() -> Bool {
    guard case .running = phase, let deadline = input.nextDeadline, deadline <= turn.now else { return false }
    input.advance()
    return true
  }

  /// Pays the turn's debts, always in this order. A new debt that comes earlier in the order is paid in the next turn.
  ///
  /// - Returns: whether another turn follows.
  private func pay() throws(SystemError) -> Bool {
    // First, so that clients that have already taken the farewell leave in this turn.
    if turn.owes(.farewell | .dump) { try endIfDue() }
    if turn.takes(.clients) { try settleClients() }
    if turn.owes(.actions) { commands.advanceActions() }
    if turn.takes(.dump), publisher.hasJustClosedDump() {
      turn.warning(.lifecycle, ServingWarning.dumpClosed.with())
    }
    if turn.takes(.entrance) { try entrance?.resume(turn) }
    if case .running = phase, turn.takes(.reload) { settleReload() }
    if turn.takes(.hearing) { settleCommands() }
    if turn.takes(.watchdog) { feedWatchdog() }
    if turn.takes(.families) { input.settle() }
    input.plan()
    if let spentOnClients { endServing(spentOnClients) }
    turn.owe(.deadlines)
    return turn.takes(.farewell) ? !isDone() : true
  }

  /// Plans when the loop wakes without a readable descriptor. It is the last debt of a turn, paid just before the loop
  /// sleeps.
  private func plan() throws(SystemError) {
    guard turn.takes(.deadlines) else { return }
    turn.plan(nextDeadline)
    try timer.arm(at: turn.planned)
  }

  private func endIfDue() throws(SystemError) {
    guard case .running = phase else { return }
    if input.isFinished {
      try leave(.endOfReplay, until: nil)
    } else if publisher.isDumpBroken {
      // `gestured --dump | head` ends so; a warning would only disturb.
      turn.debug("the dump can not be written any more: stopping")
      try stop()
    }
  }

  var nextDeadline: Instant? {
    // Requests that were read, and the work that a turn had no time for, continue at once.
    if !readings.isEmpty || commands.hasStaleStages {
      return Instant(microseconds: 0)
    }
    let always = Instant.earlier(
      .earlier(.earlier(connections.nextDeadline, watchdog), commands.workDeadline),
      commands.actionDeadline)
    return switch phase {
    case .running:
      Instant.earlier(
        .earlier(.earlier(always, input.nextDeadline), entrance?.resumesAt ?? nil), reload.nextDeadline)
    case .leaving(let until): Instant.earlier(always, until)
    }
  }

  /// Sends the service manager a sign of life, twice as often as it asks. Only the loop that reads devices and serves
  /// sockets does so (P9).
  private func feedWatchdog() {
    guard let usual = notifier.watchdogInterval else { return }
    // No program but this one reads a grabbed touchscreen, so that a daemon that hangs ends sooner (FF-2).
    let span = input.isTouchedWhileGrabbed ? min(usual, Self.watchdogWhileGrabbed) : usual
    if span != watchdogSpan ?? usual {
      notifier.watchdog(within: span)
      watchdogSpan = span
    } else {
      guard watchdog.map({ $0 <= turn.now }) ?? true else { return }
      notifier.watchdog()
    }
    watchdog = turn.now + TimeSpan(microseconds: max(1, span.microseconds / 2))
  }

  private func isDone() -> Bool {
    guard case .leaving(let until) = phase else { return false }
    turn.owe(.farewell)
    return connections.count == 0 || until.map { $0 <= turn.now } ?? false
  }

  // MARK: Stopping

  private func readSignals() throws(SystemError) {
    while let signal = signals.next() { try apply(signal) }
  }

  /// Acts on a signal. A signal after the end of a replay limits the time of slow clients.
  func apply(_ signal: Signal) throws(SystemError) {
    let isReload = signal == .hangUp && !endsWithTerminal
    switch phase {
    case .running where isReload: wantReload()
    case .running:
      turn.notice(.lifecycle, "stopping")
      _ = notifier.stopping()
      try stop()
    case .leaving(nil) where !isReload:
      phase = .leaving(until: turn.now + Self.farewellTime)
      turn.owe(.farewell | .deadlines)
    case .leaving: break
    }
  }

  /// Ends all gestures and sends the farewell. Further events of devices are not read.
  func stop() throws(SystemError) {
    input.stop()
    try leave(.stopping, until: turn.now + Self.farewellTime)
  }

  private func leave(_ reason: ByeReason, until end: Instant?) throws(SystemError) {
    connections.leave(reason)
    // A connection that is not accepted any more would wake the loop again and again.
    if let entrance = entrance.take() { try entrance.end(poller: turn.poller) }
    phase = .leaving(until: end)
    turn.owe(.farewell | .deadlines)
  }

  /// The greeting for a client that connects now.
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
