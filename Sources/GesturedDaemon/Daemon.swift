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
/// A turn has one `now` and a fixed order, so that nothing depends on the order in which the kernel reports:
///
/// 1. signals, since a stop ends the turn;
/// 2. a resume of the machine, since what the devices say after it belongs to nothing before it (T3);
/// 3. input: what the devices have, read in batches, touchscreens first;
/// 4. deadlines that have come, after every device has been read once more: a frame that the kernel stamped at or
///    before a deadline goes before it (TIM-1);
/// 5. subscribers: what they take and what they say;
/// 6. connections that wait;
/// 7. devices that come and go;
/// 8. debts: what the steps before have left to do before the loop sleeps (`TurnDebts`), in an order of their own (`pay`).
///
/// A turn in which fingers only moved is over after step 3, as nothing is ready, due or owed. `Turn` is handed along to all that a
/// turn leads to.
///
/// Whatever a turn finds out, it hands on at once: from the readable node to the written line nothing is allocated
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
  /// The present turn, or the last one.
  let turn: Turn
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
    publisher.declare(options.configuration.touch.detail)
    commands = CommandRunner(publisher: publisher, input: input, scene: scene, rights: rights, turn)
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
    turn.begin(at: MonotonicClock.now())
    feedWatchdog()
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
    turn.begin(at: now)
    if let path = options.socket {
      for warning in startWarnings { turn.warning(.system, warning) }
      turn.notice(.lifecycle, "\(Version.current) serves \(path.string.escapedForMessage)")
    }
    publisher.begin(hello(at: now))
    commands.start = now
    try input.start(publisher, turn)
  }

  // MARK: The turn

  /// Sleeps until something is to be done, and does it.
  ///
  /// - Returns: whether there is to be another.
  private func tick() throws(SystemError) -> Bool {
    try plan()
    try turn.poller.wait(timeout: nil)
    return try takeTurn(at: MonotonicClock.now())
  }

  /// Does what is to be done at a time, without sleeping: how tests move time by hand.
  ///
  /// - Returns: whether there is to be another.
  func tick(at now: Instant) throws(SystemError) -> Bool {
    try plan()
    try turn.poller.wait(timeout: .zero)
    return try takeTurn(at: now)
  }

  private func takeTurn(at now: Instant) throws(SystemError) -> Bool {
    let turn = turn
    turn.begin(at: now)
    let ready = turn.poller.readyKinds
    let woken = servedUntil == nil ? nil : turn.processorTime()
    turn.spentOnLines = woken == nil ? nil : 0
    if ready & Self.earlyKinds != 0 {
      try take(TokenKind.signals)
      try take(TokenKind.resume)
    }
    if ready & TokenKind.bit(TokenKind.device) != 0 { takeTouchscreens(turn) }
    if ready & Self.otherInput != 0 {
      try take(TokenKind.family)
      try take(TokenKind.sensor)
    }
    let hasAdvanced = turn.owes(.deadlines) && advance()
    if ready & TokenKind.bit(TokenKind.timer) != 0 { _ = timer.drain() }
    try serveClients(woken: woken, hasAdvanced: hasAdvanced)
    if ready & TokenKind.bit(TokenKind.monitor) != 0 { try take(TokenKind.monitor) }
    return turn.owesNothing ? true : try pay()
  }

  private static let earlyKinds = TokenKind.bit(TokenKind.signals) | TokenKind.bit(TokenKind.resume)
  private static let otherInput = TokenKind.bit(TokenKind.family) | TokenKind.bit(TokenKind.sensor)

  /// Takes what touchscreens say: nearly every turn has nothing else.
  private func takeTouchscreens(_ turn: Turn) {
    for index in 0..<turn.poller.readyCount where turn.poller[index].token.kind == TokenKind.device {
      input.handle(turn.poller[index], publisher, turn)
    }
  }

  /// Takes what is ready of a kind.
  func take(_ kind: UInt8) throws(SystemError) {
    guard turn.poller.readyKinds & TokenKind.bit(kind) != 0 else { return }
    for index in 0..<turn.poller.readyCount where turn.poller[index].token.kind == kind {
      try handle(turn.poller[index])
    }
  }

  private func handle(_ event: PollEvent) throws(SystemError) {
    switch event.token.kind {
    case TokenKind.signals: try takeSignals()
    case TokenKind.resume: try takeResume()
    case TokenKind.reader:
      readings += longRequests.takeReadings()
      turn.owe(.requests)
    case TokenKind.listener: try acceptClients(event)
    default: input.handle(event, publisher, turn)
    }
  }

  private func takeResume() throws(SystemError) {
    guard let sleep = try resumes.takeSleep(), case .running = phase else { return }
    turn.debug("the machine slept for \(sleep.seconds) s")
    input.resume(publisher, turn)
  }

  /// - Returns: whether there was something to do.
  private func advance() -> Bool {
    guard case .running = phase, let deadline = input.nextDeadline, deadline <= turn.now else { return false }
    input.advance(publisher, turn)
    return true
  }

  /// Pays what the turn owes, always in this order. What a debt leads to that comes earlier in it is paid in the next turn.
  ///
  /// - Returns: whether there is to be another turn.
  private func pay() throws(SystemError) -> Bool {
    // First, so that whoever has taken the farewell already goes in this very turn.
    if turn.owes([.farewell, .dump]) { try endIfDue() }
    if turn.takes(.clients) { try settleClients() }
    if turn.takes(.dump), publisher.hasJustGivenDumpUp() {
      turn.warning(
        .lifecycle, "nobody reads the dump: it ends here, and whoever is connected is served on")
    }
    if turn.takes(.entrance) { try entrance?.resume(turn) }
    if case .running = phase, turn.takes(.reload) { settleReload() }
    if turn.takes(.hearing) { settleCommands() }
    if turn.takes(.watchdog) { feedWatchdog() }
    if turn.takes(.families) { input.settle(publisher, turn) }
    input.plan(publisher, turn)
    if turn.takes(.memory) { releaseMemory() }
    if let spentOnClients { endServing(spentOnClients) }
    turn.owe(.deadlines)
    return turn.takes(.farewell) ? !isDone() : true
  }

  /// Plans when the loop is woken although nothing is readable: the last debt of a turn, paid just before the loop sleeps.
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
      // `gestured --dump | head` ends so, and nobody wants to read a word about it.
      turn.debug("the dump can not be written any more: stopping")
      try stop()
    }
  }

  private func releaseMemory() {
    guard spareMemory.isDue else { return }
    // What is read anew after it is not to be waited for by a finger.
    if hasTouches(at: turn.now) { turn.owe(.memory) } else { spareMemory.release() }
  }

  var nextDeadline: Instant? {
    // What was read is done at once, and so is what a turn had no time for.
    if !readings.isEmpty || commands.hasStaleAudiences {
      return Instant(microseconds: 0)
    }
    let always = Instant.earlier(
      .earlier(publisher.nextDeadline(turn), watchdog), commands.workDeadline(turn))
    return switch phase {
    case .running:
      Instant.earlier(
        .earlier(.earlier(always, input.nextDeadline), entrance?.resumesAt ?? nil), reload.nextDeadline)
    case .leaving(let until): Instant.earlier(always, until)
    }
  }

  /// Tells the service manager that the loop turns, twice as often as it asks for: by the loop that reads devices and
  /// serves sockets, and by nothing else (P9).
  private func feedWatchdog() {
    guard let interval = notifier.watchdogInterval, watchdog.map({ $0 <= turn.now }) ?? true else { return }
    _ = notifier.watchdog()
    watchdog = turn.now + TimeSpan(microseconds: max(1, interval.microseconds / 2))
  }

  private func isDone() -> Bool {
    guard case .leaving(let until) = phase else { return false }
    turn.owe(.farewell)
    return publisher.subscriberCount == 0 || until.map { $0 <= turn.now } ?? false
  }

  // MARK: Stopping

  private func takeSignals() throws(SystemError) {
    while let signal = signals.next() { try take(signal) }
  }

  /// Does what a signal says. One that comes at the end of a replay cuts the time of clients that are behind.
  func take(_ signal: Signal) throws(SystemError) {
    let isReload = signal == .hangUp && !endsWithTerminal
    switch phase {
    case .running where isReload: wantReload()
    case .running:
      turn.notice(.lifecycle, "stopping")
      _ = notifier.stopping()
      try stop()
    case .leaving(nil) where !isReload:
      phase = .leaving(until: turn.now + Self.farewellTime)
      turn.owe([.farewell, .deadlines])
    case .leaving: break
    }
  }

  /// Ends all gestures and says farewell. What the devices say from now on is not read.
  func stop() throws(SystemError) {
    input.stop(publisher, turn)
    try leave(.stopping, until: turn.now + Self.farewellTime)
  }

  private func leave(_ reason: ByeReason, until end: Instant?) throws(SystemError) {
    publisher.leave(reason, turn)
    // A connection that is not accepted any more would wake the loop again and again.
    if let entrance = entrance.take() { try entrance.end(poller: turn.poller) }
    phase = .leaving(until: end)
    turn.owe([.farewell, .deadlines])
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
