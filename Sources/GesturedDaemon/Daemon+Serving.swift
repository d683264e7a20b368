import GestureCore
import GestureProtocol
import GesturedBase
import GesturedCommands
import GesturedConfiguration
import GesturedServing
import LinuxEventLoop
import RequestReading

/// Serves clients: accepts connections, runs requests, and removes departed clients.
extension Daemon {
  /// The time for reading clients' input in a turn, in microseconds, and the number of events between two readings of
  /// the clock.
  private static let readingPerTurn: Int64 = 1000
  private static let eventsPerLook = 8

  /// Makes the sockets.
  func listen() throws(DaemonError) {
    guard let path = options.socket else { return }
    let settings = options.configuration.socket
    if case .devices = options.input, ProcessIdentity.effectiveUserID == 0 {
      startWarnings.append(ServingWarning.runsAsRoot.with())
    }
    if let inherited {
      try adopt(inherited)
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
      startWarnings.append(ServingWarning.unknownRightsName.with(name.escapedForMessage))
    }
  }

  /// Serves the sockets that the service manager keeps. Its unit decides which users may connect, and the sockets stay
  /// when this process exits.
  private func adopt(_ inherited: InheritedSockets) throws(DaemonError) {
    guard let listener = inherited.remove(SocketTier.events.rawValue) else {
      throw .inheritedSockets(SocketMessage.noEventsSocket.with())
    }
    let raw = inherited.remove(SocketTier.raw.rawValue)
    let waiting = waitingSettings(of: options.configuration.socket)
    commands.configurationState.waiting = waiting.map(\.description)
    startWarnings += waiting
    do throws(SystemError) {
      let events = try SubscriberAcceptor(
        listener, token: ClientEntrance.token(of: .events), poller: turn.poller)
      let rawAcceptor =
        if let raw {
          try SubscriberAcceptor(raw, token: ClientEntrance.token(of: .raw), poller: turn.poller)
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
          ServingWarning.groupNotSet.with(path.string.escapedForMessage, group.escapedForMessage, reason))
      }
      do throws(SystemError) {
        return try SubscriberAcceptor(listener, token: ClientEntrance.token(of: tier), poller: turn.poller)
      } catch {
        throw UnixListenerError.system(error)
      }
    } catch {
      throw .listener(error)
    }
  }

  /// Accepts the connections that wait at a socket.
  func acceptClients(_ event: PollEvent) throws(SystemError) {
    let hello = hello(at: turn.now)
    let begin = turn.processorTime()
    var charged = begin
    var refused = 0
    let outcome = try entrance?.accept(
      event, turn,
      refuse: { connection in connections.refuse(connection, .tooManyConnections) },
      welcome: { connection, credentials, tier throws(SystemError) in
        defer {
          let time = turn.processorTime()
          turn.charge(time - charged, to: credentials.userID)
          charged = time
        }
        let isPlaceless = connections.hidesPlaces(at: tier)
        let (hears, declaresOn) = commands.stages(of: credentials, isPlaceless: isPlaceless)
        let number = try publisher.welcome(
          connection, from: credentials, tier: tier, hears: hears, declaresOn: declaresOn,
          declaresForAll: commands.mayDeclareForAll(credentials),
          inspection: commands.rights.inspection(of: credentials), hello)
        guard let number else {
          refused += 1
          return false
        }
        turn.debug(
          "subscriber \(number): process \(credentials.processID) of user \(credentials.userID) "
            + "at the \(tier.rawValue) socket")
        return true
      })
    // Refused connections nearly always come from one user that connects too often.
    if let user = outcome?.refusedUser, (outcome?.refusals ?? 0) > 0 {
      turn.charge(turn.processorTime() - charged, to: user)
    }
    if refused > 0 {
      turn.warning(.subscriber, ServingWarning.tooManySubscribers.with(refused))
    }
    guard let outcome else { return }
    turn.owe(.entrance)
    if outcome.refusals > 0 {
      turn.warning(
        .refusal,
        ServingWarning.tooManyConnections.with(outcome.refusedUser, outcome.refusals))
    }
    if let failure = outcome.failure {
      turn.warning(.subscriber, ServingWarning.notServed.with(failure))
    }
    if let errno = outcome.exhaustion {
      turn.warning(.descriptors, ServingWarning.noDescriptors.with(errno))
    }
  }

  /// Serves clients with waiting work: reads their input, runs their requests, and accepts connections.
  ///
  /// - Parameters:
  ///   - woken: the processor time when the turn began; nil where the last turn had no work for clients.
  ///   - hasAdvanced: whether deadlines of touches were due in this turn.
  func serveClients(woken: Int64?, hasAdvanced: Bool) throws(SystemError) {
    let ready = turn.poller.readyKinds
    spentOnClients = nil
    guard ready & TokenKind.ofClients != 0 || turn.owes(.clients | .requests) else {
      servedUntil = nil
      return
    }
    turn.work.beginTurn()
    // Clients also pay for waking up a turn without other work.
    let isForThem = !hasAdvanced && ready & ~(TokenKind.ofClients | TokenKind.bit(TokenKind.timer)) == 0
    let begin = (isForThem ? servedUntil : nil) ?? turn.processorTime() - spentOnWaiting(woken: woken)
    if ready & TokenKind.bit(TokenKind.subscriber) != 0 { readSubscribers() }
    try readEvents(TokenKind.reader)
    serveRequests()
    try readEvents(TokenKind.listener)
    spentOnClients = turn.processorTime() - begin
    // An accepted or refused connection has a cost even if it leaves no work.
    turn.owe(.deadlines)
  }

  /// The time that a turn with moving fingers has spent on waiting clients, in microseconds. It covers planning their
  /// next check, and their part of the lines.
  private func spentOnWaiting(woken: Int64?) -> Int64 {
    guard let woken, let servedUntil else { return 0 }
    return woken - servedUntil + linesOfWaiting(woken: woken)
  }

  /// The part of the turn's lines that waiting clients pay for, in microseconds.
  private func linesOfWaiting(woken: Int64?) -> Int64 {
    guard woken != nil, let lines = turn.spentOnLines else { return 0 }
    return lines * Int64(connections.listedCount) / Int64(max(1, connections.count))
  }

  /// Charges the listeners for the turn's other lines.
  func chargeListeners(woken: Int64?) {
    guard let measured = turn.spentOnLines, measured > 0 else { return }
    let lines = min(measured, WorkAccounts.longestWork)
    turn.spentOnLines = lines
    connections.chargeListeners(lines - linesOfWaiting(woken: woken))
  }

  /// Charges the turn's general work for clients to the users in the turn.
  ///
  /// - Parameter spent: that work, in microseconds of processor time.
  func endServing(_ spent: Int64) {
    turn.work.endTurn(spent: spent, now: turn.now)
    servedUntil = turn.processorTime()
  }

  /// Reads clients' sockets, and charges the cost to the clients' users. Reading the clock costs as much as reading a
  /// socket. The clock is therefore read once for several consecutive events of a user. Input beyond the turn's time
  /// stays readable for the next turn, after that of other clients.
  func readSubscribers() {
    var reading: (user: UInt32, begin: Int64)?
    var (first, count): (Int64?, Int) = (nil, 0)
    // A long step in the same turn leaves less time for reading.
    let allowance = commands.hasLongStep ? Turn.workWhenFresh : Self.readingPerTurn
    let readyCount = turn.poller.readyCount
    // Each turn begins with another event, so that no client is always among those without time.
    firstReading = (firstReading + 1) % readyCount
    for step in 0..<readyCount {
      let index = (firstReading + step) % readyCount
      guard turn.poller[index].token.kind == TokenKind.subscriber else { continue }
      guard let user = connections.user(of: turn.poller[index]) else { continue }
      if reading?.user != user || count == Self.eventsPerLook {
        let time = charge(reading)
        reading = (user, time)
        count = 0
        let begin = first ?? time
        first = begin
        if time - begin >= allowance { return }
      }
      connections.process(turn.poller[index])
      count += 1
    }
    if reading != nil { _ = charge(reading) }
  }

  /// - Returns: the processor time.
  private func charge(_ reading: (user: UInt32, begin: Int64)?) -> Int64 {
    let time = turn.processorTime()
    if let reading { turn.charge(time - reading.begin, to: reading.user) }
    return time
  }

  /// Runs requests within the turn's processor time. The others wait for the next turn, which begins at once.
  func serveRequests() {
    guard turn.owes(.clients | .requests) else { return }
    _ = turn.takes(.requests)
    defer { if commands.hasWork || !readings.isEmpty { turn.owe(.requests) } }
    let begin = turn.processorTime()
    var time = begin
    turn.servingSince = begin
    commands.catchUp()
    while time - begin < Turn.workOnRequests {
      let users: [UInt32]
      var client: Int?
      let charged = turn.work.chargedInTurn
      // An unfinished request leaves the first half of each turn to the others.
      if time == begin, commands.hasLongStep, let working = commands.doLongStep() {
        (users, client) = ([working.credentials.userID], working.number)
      } else if let reading = readings.popFirst() {
        (users, client) = ([reading.request.credentials.userID], reading.request.client)
        conclude(reading)
      } else if time - begin < Turn.workOnRequests / 2 || !commands.mayGoOn,
        let request = connections.nextRequest()
      {
        (users, client) = ([request.credentials.userID], request.client)
        serve(request)
      } else if let payers = commands.publishNewsOfAll() {
        users = payers
      } else if let working = commands.goOn() {
        (users, client) = ([working.credentials.userID], working.number)
      } else {
        return
      }
      let end = turn.processorTime()
      // Other users may have been charged for empty lines.
      let others = turn.work.chargedInTurn - charged
      turn.charge(end - time - others, toEach: users)
      if let client { connections.count(end - time - others, of: client) }
      time = end
    }
  }

  /// The present settings of the sockets.
  private var socketSettings: SocketSettings { publisher.everyone.scene.configuration.socket }

  private func serve(_ request: ClientRequest) {
    switch request.step {
    case .line(let line):
      let limits = GestureProtocol.RequestLimits(socketSettings)
      if line.count > LongRequestReader.longestOfLoop, readAside(line, of: request, limits) {
        return
      }
      do throws(RequestFailure) {
        run(.success(try RequestReader.read(line[...], limits: limits)), of: request)
      } catch {
        run(.failure(error), of: request)
      }
    case .tooLong:
      let limit = socketSettings.requestBytes
      dismiss(
        request, RequestError(.tooLong, "found more than \(limit) bytes; allowed: at most \(limit)"),
        .requestTooLong)
    case .overdue:
      let patience = socketSettings.requestTimeout.milliseconds / 1000
      dismiss(
        request, RequestError(.timeout, "the rest of a request did not come; allowed: within \(patience) s"),
        .requestNotFinished)
    case .nothing: break
    }
  }

  /// Disconnects a client whose input has no meaning any more, with the reason.
  private func dismiss(_ request: ClientRequest, _ error: RequestError, _ reason: ByeReason) {
    publisher.reply(to: request.client, nil, error)
    connections.leave(request, reason)
  }

  /// Passes a long request to the reading thread. The client's next request waits until this one is answered.
  ///
  /// - Returns: false where the thread cannot start.
  private func readAside(
    _ line: [UInt8], of request: ClientRequest, _ limits: GestureProtocol.RequestLimits
  ) -> Bool {
    // A request of a departed client has no effect left to cause.
    if connections.isGone(request) { return true }
    do throws(SystemError) {
      try longRequests.begin(request, line, limits: limits)
    } catch {
      turn.warning(.system, ServingWarning.longRequestBetweenTouches.with(error))
      return false
    }
    connections.hold(request.client, true)
    turn.work.chargeElsewhere(
      LongRequestReader.estimate(of: line), to: request.credentials.userID, now: turn.now)
    return true
  }

  /// Runs a long request, once it was read.
  private func conclude(_ reading: LongRequestReader.Reading) {
    let request = reading.request
    turn.work.chargeElsewhere(
      reading.work - reading.estimate, to: request.credentials.userID, now: turn.now)
    connections.count(reading.work, of: request.client)
    connections.hold(request.client, false)
    guard !connections.isGone(request) else { return }
    run(reading.outcome, of: request)
  }

  private func run(_ outcome: Result<Request, RequestFailure>, of request: ClientRequest) {
    _ = commands.consumeCost()
    switch outcome {
    case .success(let understood):
      let client = ClientIdentity(
        number: request.client, credentials: request.credentials, tier: request.tier)
      connections.charge(request, isLight: understood.command.isAnswer)
      commands.run(understood, from: client)
    case .failure(let failure):
      connections.charge(request, isLight: false)
      publisher.reply(to: request.client, failure.id, failure.error)
    }
    connections.charge(request, lines: commands.consumeCost().lines)
  }

  /// Removes the departed clients at the end of a turn, with everything that depended on their connections.
  func settleClients() throws(SystemError) {
    guard connections.needsCare else { return }
    defer { if connections.needsCare { turn.owe(.clients) } }
    warnOfLongHolders()
    let begin = turn.processorTime()
    defer { spentOnClients? += turn.processorTime() - begin }
    let departures = try publisher.settleClients()
    commands.forget(departures)
    if !departures.isEmpty {
      turn.charge(turn.processorTime() - begin, toEach: departures.map(\.userID))
    }
    // A list may have waited for what these clients did not read.
    if !departures.isEmpty, commands.hasWork { turn.owe(.requests) }
    for departure in departures {
      entrance?.release(departure)
      if departure.wasTooSlow {
        turn.warning(.subscriber, ServingWarning.tooSlow.with(departure.client))
      } else {
        turn.debug("subscriber \(departure.client) is gone")
      }
    }
  }

  /// Updates recognizers and regions when the listeners have changed.
  func settleCommands() {
    let begin = spentOnClients == nil ? 0 : turn.processorTime()
    commands.settle()
    if spentOnClients != nil { spentOnClients? += turn.processorTime() - begin }
  }

  /// CUS-12: a client's recognizer that holds touches back makes others wait.
  private func warnOfLongHolders() {
    for holder in connections.removeLongHolders() {
      turn.warning(
        .subscriber,
        ServingWarning.holdsTouches.with(holder.client, holder.recognizer))
    }
  }
}
