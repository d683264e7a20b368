import GestureCore
import GestureProtocol
import LinuxEventLoop
import RequestReading

/// Who comes, what they ask and who goes.
extension Daemon {
  /// How much processor time is given to requests in one turn, of all clients together, in microseconds: fingers go before
  /// words (H1). What is left over goes on in the next turn, which begins at once.
  static let workPerTurn: Int64 = 2000
  /// How much a turn may have given to requests before it begins a step of thousands of microseconds.
  static let workOfFreshTurn: Int64 = 300
  /// How much of a turn is given to reading what clients say, in microseconds, and after how many events the clock is looked at.
  private static let readingPerTurn: Int64 = 1000
  private static let eventsPerLook = 8

  /// Makes the sockets.
  func listen() throws(DaemonError) {
    guard let path = options.socket else { return }
    let settings = options.configuration.socket
    if case .devices = options.input, ProcessIdentity.effectiveUserID == 0 {
      startWarnings.append(
        "it runs as root, which may do more than it needs: gestured.service runs it as a user who may read touchscreens"
      )
    }
    if let inherited {
      try take(inherited)
      return
    }
    let events = try acceptor(at: path, mode: settings.mode, group: settings.group, tier: .events)
    let raw: SubscriberAcceptor?
    if let path = options.rawSocket {
      raw = try acceptor(at: path, mode: settings.rawMode, group: settings.rawGroup, tier: .raw)
    } else {
      raw = nil
    }
    open(events: events, raw: raw)
  }

  private func open(events: consuming SubscriberAcceptor, raw: consuming SubscriberAcceptor?) {
    entrance = ClientEntrance(
      events: events, raw: raw, limits: UserQuotas.Limits(options.configuration.socket))
    for name in commands.rights.unknownNames {
      startWarnings.append(
        "[rights]: this machine has no \(name.escapedForMessage): nobody gets a right by it")
    }
  }

  /// Serves the sockets that the service manager keeps: who may connect says its unit, and so they stay when this process
  /// goes.
  private func take(_ inherited: InheritedSockets) throws(DaemonError) {
    guard let listener = inherited.take(SocketTier.events.rawValue) else {
      throw .inheritedSockets("the service manager handed over no socket of the name events")
    }
    let raw = inherited.take(SocketTier.raw.rawValue)
    commands.configurationState.waiting = waitingSettings(of: options.configuration.socket)
    startWarnings += commands.configurationState.waiting
    do throws(SystemError) {
      let events = try SubscriberAcceptor(
        listener, token: ClientEntrance.token(of: .events), poller: poller)
      let rawAcceptor =
        if let raw {
          try SubscriberAcceptor(raw, token: ClientEntrance.token(of: .raw), poller: poller)
        } else {
          SubscriberAcceptor?.none
        }
      open(events: events, raw: rawAcceptor)
    } catch {
      throw .system(error)
    }
  }

  private func acceptor(
    at path: SocketPath, mode: UInt16, group: String?, tier: SocketTier
  ) throws(DaemonError) -> SubscriberAcceptor {
    let groupID = group.flatMap { UInt32($0) ?? ProcessIdentity.groupID(named: $0) }
    do throws(UnixListenerError) {
      let listener = try UnixListener(at: path, permissions: UInt32(mode), groupID: groupID)
      if let group, groupID == nil || listener.groupFailure != nil {
        let reason = listener.groupFailure.map { "\($0)" } ?? "there is no such group"
        startWarnings.append(
          "\(path.string.escapedForMessage) stays with the group of this process, not "
            + "\(group.escapedForMessage): \(reason)")
      }
      do throws(SystemError) {
        return try SubscriberAcceptor(listener, token: ClientEntrance.token(of: tier), poller: poller)
      } catch {
        throw UnixListenerError.system(error)
      }
    } catch {
      throw .listener(error)
    }
  }

  /// Takes connections that wait at a socket.
  func acceptClients(_ event: PollEvent, now: Instant) throws(SystemError) {
    let hello = hello(at: now)
    let begin = processorTime()
    var refused = 0
    var lastUser: UInt32?
    let outcome = try entrance?.accept(
      event, now: now, poller: poller,
      refuse: { connection in publisher.broadcaster?.refuse(connection, .tooManyConnections) },
      welcome: { connection, credentials, tier throws(SystemError) in
        lastUser = credentials.userID
        let isPlaceless = tier == .events && publisher.broadcaster?.limits.hidesPlaces ?? false
        let (hears, stage) = commands.audiences(of: credentials, isPlaceless: isPlaceless, now: now)
        publisher.speak(to: hears)
        defer { publisher.speak(to: Audience.everyone) }
        let greeting = publisher.greeting(hello, at: tier)
        let number = try publisher.broadcaster?.welcome(
          connection, from: credentials, tier: tier, stage: stage, isStaging: commands.mayStage(credentials),
          inspection: commands.rights.inspection(of: credentials),
          greeting: greeting,
          latestTouch: publisher.identifiers.latestTouch, now: now, poller: poller)
        guard let number else {
          refused += 1
          return false
        }
        spareMemory.noteSubscriber()
        journal.debug(
          "subscriber \(number): process \(credentials.processID) of user \(credentials.userID) "
            + "at the \(tier.rawValue) socket")
        return true
      })
    // Those who come at once are nearly always of one user, and refusals of one who comes too often.
    if let user = (outcome?.refusals ?? 0) > 0 ? outcome?.refusedUser : lastUser {
      publisher.broadcaster?.work.charge(processorTime() - begin, to: user, now: now)
    }
    if refused > 0 {
      journal.warning(.subscriber, "\(refused) subscribers were refused: there are too many", now: now)
    }
    guard let outcome else { return }
    if outcome.refusals > 0 {
      journal.warning(
        .refusal,
        "\(outcome.refusals) connections of user \(outcome.refusedUser) were refused: it has too many, or comes too "
          + "often",
        now: now)
    }
    if let failure = outcome.failure {
      journal.warning(.subscriber, "a subscriber could not be served: \(failure)", now: now)
    }
    if let errno = outcome.exhaustion {
      journal.warning(
        .descriptors, "no new subscribers for a moment: \(errno) (see LimitNOFILE of the unit)", now: now)
    }
  }

  /// What a turn does for clients begins.
  ///
  /// - Parameter hasAdvanced: whether deadlines of touches have come in it.
  /// - Returns: the processor time from which on it does nothing else; nil where it has nothing to do for them.
  func beginServing(hasAdvanced: Bool) -> Int64? {
    let ofClients = [TokenKind.subscriber, TokenKind.reader, TokenKind.listener].reduce(UInt64(0)) {
      $0 | 1 << UInt64($1)
    }
    guard poller.readyKinds & ofClients != 0 || hasRequests else {
      servedUntil = nil
      return nil
    }
    publisher.broadcaster?.work.beginTurn()
    // A turn that has nothing else to do was woken up for them too.
    let isForThem = !hasAdvanced && poller.readyKinds & ~(ofClients | 1 << UInt64(TokenKind.timer)) == 0
    return (isForThem ? servedUntil : nil) ?? processorTime()
  }

  /// What a turn has done for clients, and for none of them in particular, all pay for with whom it had to do.
  ///
  /// - Parameter spent: for how much of it that was so, in microseconds of processor time.
  func endServing(_ spent: Int64, now: Instant) {
    publisher.broadcaster?.work.endTurn(spent: spent, now: now)
    servedUntil = processorTime()
  }

  /// Whether there is something to do for clients although none of them has just said anything.
  private var hasRequests: Bool {
    commands.hasWork || commands.hasStaleAudiences || !readings.isEmpty
      || publisher.broadcaster?.needsCare ?? false
  }

  /// Takes in what the poller says of clients' sockets; what that costs is charged to the clients' users. The clock is looked
  /// at once for some events of a user that follow one another: looking costs as much as reading. What is not read in the time
  /// for it is still readable in the next turn, after others.
  func takeSubscribers(now: Instant) {
    var reading: (user: UInt32, begin: Int64)?
    var (first, count): (Int64?, Int) = (nil, 0)
    // What takes long anyway is not to wait for reading too.
    let allowance = commands.hasLongStep ? Self.workOfFreshTurn : Self.readingPerTurn
    let readyCount = poller.readyCount
    // Another one is first in each turn, so that nobody is always among those for whom there was no time.
    firstReading = (firstReading + 1) % readyCount
    for step in 0..<readyCount {
      let index = (firstReading + step) % readyCount
      guard poller[index].token.kind == TokenKind.subscriber else { continue }
      guard let user = publisher.broadcaster?.user(of: poller[index]) else { continue }
      if reading?.user != user || count == Self.eventsPerLook {
        let time = charge(reading, now: now)
        reading = (user, time)
        count = 0
        let begin = first ?? time
        first = begin
        if time - begin >= allowance { return }
      }
      publisher.broadcaster?.handle(poller[index], now: now)
      count += 1
    }
    if reading != nil { _ = charge(reading, now: now) }
  }

  /// - Returns: the processor time.
  private func charge(_ reading: (user: UInt32, begin: Int64)?, now: Instant) -> Int64 {
    let time = processorTime()
    if let reading { publisher.broadcaster?.work.charge(time - reading.begin, to: reading.user, now: now) }
    return time
  }

  /// Takes requests, one of each client in turn, for as much processor time as a turn has for them. What is left waits for
  /// the next turn, which begins at once.
  func serveRequests(now: Instant) {
    guard hasRequests else { return }
    let begin = processorTime()
    var time = begin
    servingSince = begin
    commands.catchUp()
    while time - begin < Self.workPerTurn {
      let user: UInt32
      let charged = publisher.broadcaster?.work.chargedInTurn ?? 0
      // A request that goes on leaves the first half of each turn to the others.
      if time == begin, commands.hasLongStep, let working = commands.doLongStep(journal: &journal, now: now) {
        user = working
      } else if let reading = readings.popFirst() {
        user = reading.request.credentials.userID
        conclude(reading, now: now)
      } else if !commands.hasWork || time - begin < Self.workPerTurn / 2,
        let request = publisher.broadcaster?.nextRequest(now: now, clock: processorTime)
      {
        user = request.credentials.userID
        serve(request, now: now)
      } else if let working = commands.goOn(journal: &journal, now: now) {
        user = working
      } else {
        return
      }
      let end = processorTime()
      // Others may have been charged for lines that ask for nothing.
      let others = (publisher.broadcaster?.work.chargedInTurn ?? 0) - charged
      publisher.broadcaster?.work.charge(end - time - others, to: user, now: now)
      time = end
    }
  }

  private func serve(_ request: ClientRequest, now: Instant) {
    switch request.step {
    case .line(let line):
      let limits = GestureProtocol.RequestLimits(scene.configuration.socket)
      if line.count > LongRequestReader.longestOfLoop, readAside(line, of: request, limits, now: now) {
        return
      }
      do throws(RequestFailure) {
        run(.success(try RequestReader.read(line[...], limits: limits)), of: request, now: now)
      } catch {
        run(.failure(error), of: request, now: now)
      }
    case .tooLong:
      let limit = scene.configuration.socket.requestBytes
      dismiss(
        request, RequestError(.tooLong, "a request has at most \(limit) bytes"), .requestTooLong, now: now)
    case .overdue:
      let patience = scene.configuration.socket.requestTimeout.milliseconds / 1000
      dismiss(
        request, RequestError(.timeout, "the rest of a request did not come within \(patience) s"),
        .requestNotFinished, now: now)
    case .nothing: break
    }
  }

  /// Lets a client go that cannot be understood any more, and says why.
  private func dismiss(_ request: ClientRequest, _ error: RequestError, _ reason: ByeReason, now: Instant) {
    publisher.reply(to: request.client, nil, error, now: now)
    publisher.broadcaster?.leave(request, reason, now: now)
  }

  /// Has a long request read by another thread; its client's next request waits until this one is answered.
  ///
  /// - Returns: whether it is: there may be no thread.
  private func readAside(
    _ line: [UInt8], of request: ClientRequest, _ limits: GestureProtocol.RequestLimits, now: Instant
  ) -> Bool {
    // All that so long a request can ask for ends with its client.
    if publisher.broadcaster?.isGone(request) ?? true { return true }
    do throws(SystemError) {
      try longRequests.begin(request, line, limits: limits)
    } catch {
      journal.warning(.system, "a long request is read between touches: \(error)", now: now)
      return false
    }
    publisher.broadcaster?.hold(request.client, true)
    publisher.broadcaster?.work.chargeElsewhere(
      LongRequestReader.estimate(of: line), to: request.credentials.userID, now: now)
    return true
  }

  /// Does what a long request asks for, once it was read.
  private func conclude(_ reading: LongRequestReader.Reading, now: Instant) {
    let request = reading.request
    publisher.broadcaster?.work.chargeElsewhere(
      reading.work - reading.estimate, to: request.credentials.userID, now: now)
    publisher.broadcaster?.hold(request.client, false)
    guard !(publisher.broadcaster?.isGone(request) ?? true) else { return }
    run(reading.outcome, of: request, now: now)
  }

  /// Does what a request asks for.
  private func run(_ outcome: Result<Request, RequestFailure>, of request: ClientRequest, now: Instant) {
    _ = commands.takeCost()
    switch outcome {
    case .success(let understood):
      let client = ClientIdentity(
        number: request.client, credentials: request.credentials, tier: request.tier)
      publisher.broadcaster?.charge(request, isLight: understood.command.isAnswer, now: now)
      commands.run(understood, from: client, journal: &journal, now: now)
    case .failure(let failure):
      publisher.broadcaster?.charge(request, isLight: false, now: now)
      publisher.reply(to: request.client, failure.id, failure.error, now: now)
    }
    publisher.broadcaster?.charge(request, lines: commands.takeCost().lines, now: now)
  }

  /// Lets go of those who went, at the end of a turn, with all that hung on their connections.
  func settleClients(now: Instant) throws(SystemError) {
    guard publisher.broadcaster?.needsCare ?? false else { return }
    warnOfLongHolders(now: now)
    let begin = processorTime()
    defer { spentOnClients? += processorTime() - begin }
    let departures = try publisher.broadcaster?.settle(now: now, poller: poller) ?? []
    commands.forget(Set(departures.map(\.client)), journal: &journal, now: now)
    charge(processorTime() - begin, for: departures, now: now)
    for departure in departures {
      entrance?.release(departure)
      if departure.wasTooSlow {
        journal.warning(
          .subscriber, "subscriber \(departure.client) did not read fast enough and was let go", now: now)
      } else {
        journal.debug("subscriber \(departure.client) is gone")
      }
    }
  }

  /// Has recognizers and regions know who listens now.
  func settleCommands(now: Instant) {
    let begin = spentOnClients == nil ? 0 : processorTime()
    commands.settle(journal: &journal, now: now)
    if spentOnClients != nil { spentOnClients? += processorTime() - begin }
  }

  /// Charges users for what the end of their connections has cost, in equal parts.
  private func charge(_ work: Int64, for departures: [Departure], now: Instant) {
    for departure in departures {
      publisher.broadcaster?.work.charge(
        work / Int64(departures.count), to: departure.userID, now: now)
    }
  }

  /// CUS-12: what a client's recognizer holds back, others wait for.
  private func warnOfLongHolders(now: Instant) {
    guard let holders = publisher.broadcaster?.longHolders, !holders.isEmpty else { return }
    publisher.broadcaster?.longHolders.removeAll()
    for holder in holders {
      journal.warning(
        .subscriber,
        "recognizer \(holder.recognizer) of subscriber \(holder.client) has held touches back for 2 s and not failed",
        now: now)
    }
  }
}
