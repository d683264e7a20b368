import GestureCore
import GestureProtocol
import GesturedConfiguration
import LinuxEventLoop
import Logging
import SystemPackage

/// The loop: one thread, one epoll, everything non-blocking.
///
/// A tick has one `now` and a fixed order, so that nothing depends on the order in which the kernel reports:
///
/// 1. signals, since a stop ends the tick;
/// 2. input: what the devices have, read in batches;
/// 3. deadlines that have come, after every device has been read once more: a frame that the kernel stamped at or
///    before a deadline goes before it (TIM-1);
/// 4. subscribers: what they take and what they say;
/// 5. connections that wait;
/// 6. devices that come and go.
///
/// Whatever a tick finds out, it hands on at once: from the readable node to the written line nothing is allocated
/// and nothing is waited for.
public final class Daemon {
  /// What the poller's tokens speak of.
  enum TokenKind {
    static let signals: UInt8 = 0
    static let device: UInt8 = 1
    static let timer: UInt8 = 2
    static let subscriber: UInt8 = 3
    static let listener: UInt8 = 4
    static let monitor: UInt8 = 5

    /// The order of a tick.
    static let order = [signals, device, timer, subscriber, listener, monitor]
  }

  /// How long subscribers have to take their last lines when the daemon stops: exit is within a second.
  private static let farewellTime = TimeSpan.milliseconds(800)

  private enum Phase {
    case running
    /// Told to stop, or out of recordings: waits until subscribers have taken their last lines.
    case leaving(until: Instant)
  }

  private let options: DaemonOptions
  private let input: any InputSource
  private let publisher: Publisher
  private let notifier: ServiceNotifier
  private var journal: Journal
  private var poller: Poller
  private var timer: DeadlineTimer
  private let signals: SignalSource
  private var acceptor: SubscriberAcceptor?
  private var phase = Phase.running

  /// Makes everything that can fail at the start: the socket above all.
  ///
  /// - Throws: what is wrong, with its exit code.
  public convenience init(
    _ options: DaemonOptions, environment: ProcessEnvironment = .inherited()
  ) throws(DaemonError) {
    let recognizers: RecognizerSet
    do throws(DeclarationError) {
      recognizers = try RecognizerSet(options.configuration.recognizers)
    } catch {
      throw .configuration("\(error)")
    }
    let input: any InputSource
    switch options.input {
    case .devices:
      input = LiveSource(configuration: options.configuration, recognizers: recognizers)
    case .recordings(let files, let realSpeed):
      input = ReplaySource(
        files, recognizers: recognizers, speed: realSpeed ? .real : .maximum,
        waitsForSubscriber: options.socket != nil)
    }
    try self.init(options, input: input, recognizers: recognizers, environment: environment)
  }

  init(
    _ options: DaemonOptions, input: any InputSource, recognizers: RecognizerSet,
    environment: ProcessEnvironment
  ) throws(DaemonError) {
    self.options = options
    self.input = input
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
      try poller.add(signals.descriptor, interest: [.readable], token: Self.token(TokenKind.signals))
      try poller.add(timer.descriptor, interest: [.readable], token: Self.token(TokenKind.timer))
    } catch {
      throw .system(error)
    }
    let vocabulary = Vocabulary(recognizers)
    let broadcaster = options.socket.map { _ in
      Broadcaster(limits: SubscriberLimits(options.configuration.socket), tokenKind: TokenKind.subscriber)
    }
    publisher = Publisher(
      vocabulary: vocabulary, broadcaster: broadcaster,
      dump: options.dump.map { DumpOutput($0, vocabulary: vocabulary) })
    try listen()
  }

  /// Runs until it is told to stop, or until the last recording is over.
  ///
  /// - Throws: what ended it otherwise.
  public func run() throws(DaemonError) {
    let start = MonotonicClock.now()
    publisher.begin(hello(at: start))
    try input.start(publisher, poller: poller, journal: &journal, now: start)
    _ = notifier.ready()
    do throws(SystemError) {
      while try tick() {}
    } catch {
      throw .system(error)
    }
    _ = notifier.status("stopped")
  }

  // MARK: The tick

  /// - Returns: whether there is to be another.
  func tick() throws(SystemError) -> Bool {
    try timer.arm(at: nextDeadline)
    try poller.wait(timeout: nil)
    let now = MonotonicClock.now()
    for kind in TokenKind.order {
      if kind == TokenKind.timer { advance(to: now) }
      for index in 0..<poller.readyCount where poller[index].token.kind == kind {
        try handle(poller[index], now: now)
      }
    }
    try settle(now: now)
    return !isDone(at: now)
  }

  private func handle(_ event: PollEvent, now: Instant) throws(SystemError) {
    switch event.token.kind {
    case TokenKind.signals: takeSignals(now: now)
    case TokenKind.timer: _ = timer.drain()
    case TokenKind.subscriber: publisher.broadcaster?.handle(event, now: now)
    case TokenKind.listener: try acceptSubscribers(now: now)
    default: input.handle(event, publisher, poller: poller, journal: &journal, now: now)
    }
  }

  private func advance(to now: Instant) {
    guard case .running = phase, let deadline = input.nextDeadline, deadline <= now else { return }
    input.advance(to: now, publisher, poller: poller, journal: &journal)
  }

  private func settle(now: Instant) throws(SystemError) {
    if publisher.broadcaster != nil {
      for number in try publisher.broadcaster?.settle(now: now, poller: poller) ?? [] {
        journal.warning(.subscriber, "subscriber \(number) did not read fast enough and was let go", now: now)
      }
    }
    try acceptor?.resume(now: now, poller: poller)
    input.plan(publisher, now: now)
    guard case .running = phase else { return }
    if input.isFinished {
      leave(.endOfReplay, now: now)
    } else if publisher.isDumpBroken {
      journal.notice(.lifecycle, "nobody reads the dump any more: stopping", now: now)
      stop(now: now)
    }
  }

  private var nextDeadline: Instant? {
    var earliest = publisher.broadcaster?.nextDeadline
    let others: [Instant?]
    switch phase {
    case .running: others = [input.nextDeadline, acceptor?.resumesAt]
    case .leaving(let until): others = [until]
    }
    for case let deadline? in others where earliest.map({ deadline < $0 }) ?? true { earliest = deadline }
    return earliest
  }

  private func isDone(at now: Instant) -> Bool {
    switch phase {
    case .running: false
    case .leaving(let until): publisher.subscriberCount == 0 || until <= now
    }
  }

  // MARK: Stopping

  private func takeSignals(now: Instant) {
    while signals.next() != nil {
      guard case .running = phase else { continue }
      journal.notice(.lifecycle, "stopping", now: now)
      _ = notifier.stopping()
      stop(now: now)
    }
  }

  private func stop(now: Instant) {
    input.stop(publisher, now: now)
    leave(.stopping, now: now)
  }

  private func leave(_ reason: ByeReason, now: Instant) {
    publisher.broadcaster?.leave(reason, now: now)
    phase = .leaving(until: now + Self.farewellTime)
  }

  // MARK: Serving

  private func listen() throws(DaemonError) {
    guard let path = options.socket else { return }
    do throws(UnixListenerError) {
      let listener = try UnixListener(at: path, permissions: UInt32(options.configuration.socket.mode))
      do throws(SystemError) {
        acceptor = try SubscriberAcceptor(
          listener, token: Self.token(TokenKind.listener), poller: poller)
      } catch {
        throw UnixListenerError.system(error)
      }
    } catch {
      throw .listener(error)
    }
  }

  private func acceptSubscribers(now: Instant) throws(SystemError) {
    guard case .running = phase else { return }
    let greeting = publisher.greeting(hello(at: now))
    var refused = 0
    let exhausted = try acceptor?.accept(now: now, poller: poller) { connection in
      // A connection that broke before it was greeted is nobody's loss.
      let number = try? publisher.broadcaster?.welcome(
        connection, greeting: greeting, now: now, poller: poller)
      if number == nil { refused += 1 }
    }
    if refused > 0 {
      journal.warning(.subscriber, "\(refused) subscribers were refused: there are too many", now: now)
    }
    if let exhausted = exhausted ?? nil {
      journal.warning(
        .descriptors, "no new subscribers for a moment: \(exhausted) (see LimitNOFILE of the unit)", now: now)
    }
  }

  private func hello(at now: Instant) -> Hello {
    let isReplay: Bool
    switch options.input {
    case .devices: isReplay = false
    case .recordings: isReplay = true
    }
    return Hello(
      version: Version.current, time: input.stamp(at: now),
      unixMicroseconds: isReplay ? nil : WallClock.microsecondsSince1970())
  }

  private static func token(_ kind: UInt8) -> PollToken {
    PollToken(kind: kind, index: 0, generation: 0)
  }
}
