import GestureCore
import SystemPackage

/// Decides which panels are grabbed. It follows the connection to the keeper and the clone of each panel, and names its
/// owner's next action. It reads and writes nothing itself.
///
/// ```
///   connection   idle ─ connect ─▶ greeted ─ welcome ─▶ ready ─ ends, or says nonsense ─▶ waits 0.2, 1, 5, 30 s
///   clone        none ─ make ─▶ asked ─ made ─▶ its node is there ─ settle ─▶ ready
///   panel        listened to ─ grab, at rest ─▶ filtered ─ fault, pause, release ─▶ listened to
/// ```
///
/// A panel is grabbed last and given back first. Every fault of the keeper, of its connection or of a pipe gives back the
/// grabs that depend on it before anything else (FF-3, FF-4, FF-7).
public struct KeeperClient: Sendable {
  /// The owner's next step.
  public enum Action: Hashable, Sendable {
    /// Connect to the keeper. The answer is `completeConnection` or `failConnection`.
    case connect
    /// Close the connection and all pipes.
    case disconnect
    /// Send a request. Where that fails, call `reportConnectionEnd`.
    case send(KeeperRequest)
    /// Grab the panel if nothing touches it. The answer is `completeGrab`.
    case grab(panel: Int)
    /// Let the panel's touches end on the clone, then give the grab back.
    case release(panel: Int)
    /// Close the panel's pipe.
    case closePipe(panel: Int)
    /// The panel's state has changed. A panel that waits for its clone or for a rest has no such action.
    case tell(panel: Int, FilterState)
  }

  /// The outcome of an attempt to grab a panel.
  public enum GrabOutcome: Hashable, Sendable {
    case grabbed
    /// A contact is down, or was when the grab was taken. The grab was given back.
    case notAtRest
    /// The kernel has refused the grab.
    case refused(Errno)
    /// The device could not be read after the grab, nor given back. The owner closes it.
    case stuck(Errno)
  }

  /// The longest wait for an answer, and for udev to report a clone's node (FF-10).
  static let patience = TimeSpan.milliseconds(5000)
  /// The waits before each further attempt (FF-3).
  private static let pauses = [200, 1000, 5000, 30_000].map { TimeSpan.milliseconds($0) }
  /// The wait before another attempt where a node did not come (FF-10).
  private static let nodePause = TimeSpan.milliseconds(30_000)
  /// The wait before another attempt to grab (FF-8).
  private static let grabPause = TimeSpan.milliseconds(10_000)
  /// The wait after too many clones in a second.
  private static let ratePause = TimeSpan.milliseconds(1100)

  private enum Link: Equatable {
    /// No panel wants a clone.
    case idle
    /// Waits for the next attempt.
    case waiting(until: Instant)
    /// The owner connects.
    case connecting
    /// Waits for `welcome`.
    case greeted(until: Instant)
    case ready
  }

  private enum Clone: Equatable {
    /// The panel has no clone. Another attempt follows at that time, or with the next reload or plug.
    case none(retry: Instant?)
    case asked(until: Instant)
    case awaitingNode(sysname: String, until: Instant)
    case settling(until: Instant)
    case ready

    /// Whether the keeper has made the clone, and its pipe is there.
    var isMade: Bool {
      switch self {
      case .none, .asked: false
      case .awaitingNode, .settling, .ready: true
      }
    }
  }

  private struct Panel {
    let number: Int
    var request: CloneRequest
    /// The request that counts from the next rest on; nil where `request` stays (FLT-92).
    var nextRequest: CloneRequest?
    var settle: TimeSpan
    var isWanted = true
    var isPaused = false
    /// When resting fingers have switched the filter off; nil where they have not (FLT-12).
    var releasedAt: Instant?
    /// After how long it begins again by itself; zero for never (FLT-12).
    var releaseSpan = TimeSpan.zero
    var isGrabbed = false
    var clone = Clone.none(retry: nil)
    /// The device that the keeper has for the panel. A clone whose pipe is lost is `none`, and its device stays with the
    /// keeper until the next request, or `drop`.
    var device: UInt32?
    /// Whether the owner has a pipe for the panel.
    var hasPipe = false
    var failures = 0
    /// Since when the clone has been ready; nil while it is not.
    var readyAt: Instant?
    /// When to try again to grab; nil while only a lift leads to an attempt.
    var grabRetry: Instant?
    /// Why the panel is not filtered although it should be.
    var reason: FilterState.Reason?
    /// The last fault; nil once the clone is ready.
    var fault: KeeperFault?
    var told = FilterState.off(.starting)

    var isGrabbable: Bool {
      guard case .ready = clone else { return false }
      return isWanted && !isPaused && releasedAt == nil && !isGrabbed
    }

    /// When the filter that resting fingers have switched off begins again by itself; nil where it does not.
    var returnsAt: Instant? { releaseSpan > .zero ? releasedAt.map { $0 + releaseSpan } : nil }

    var state: FilterState {
      if isGrabbed { return .on }
      if !isWanted { return .off(.configuration) }
      if releasedAt != nil { return .off(.released) }
      if isPaused { return .paused }
      return .off(reason ?? .starting)
    }
  }

  /// A request for a clone whose answer is outstanding. Answers come in the order of the requests.
  private struct Question {
    var identity: UInt64
    /// The panel; nil where it has gone meanwhile.
    var panel: Int?
    /// The device that the keeper had for a panel that has gone meanwhile.
    var device: UInt32?
  }

  private var link = Link.idle
  private var failures = 0
  /// Since when the keeper has had a clone that was ready; nil while it has none.
  private var readyAt: Instant?
  private var panels: [Panel] = []
  private var questions: [Question] = []
  /// The panels that went while resting fingers had switched their filter off. They come again as they went (FLT-12).
  private var absent: [(identity: UInt64, releasedAt: Instant)] = []
  private var actions: [Action] = []
  private var nextIndex = 0
  /// Why the connection ended; nil once the keeper has answered.
  private var connectionFault: KeeperFault?

  /// A client that is not connected.
  public init() {}

  // MARK: Questions of the owner

  /// The next action; nil where the owner waits.
  public mutating func next() -> Action? {
    guard nextIndex < actions.count else {
      actions.removeAll(keepingCapacity: true)
      nextIndex = 0
      return nil
    }
    nextIndex += 1
    return actions[nextIndex - 1]
  }

  /// When to call `advance`; nil while nothing is due.
  public var nextDeadline: Instant? {
    var earliest: Instant?
    switch link {
    case .waiting(let until), .greeted(let until): earliest = until
    case .idle, .connecting, .ready: break
    }
    for panel in panels {
      earliest = .earlier(earliest, panel.returnsAt)
      switch panel.clone {
      case .none(let retry): if link == .ready, panel.isWanted { earliest = .earlier(earliest, retry) }
      case .asked(let until), .awaitingNode(_, let until), .settling(let until):
        earliest = .earlier(earliest, until)
      case .ready: if panel.isGrabbable { earliest = .earlier(earliest, panel.grabRetry) }
      }
    }
    return earliest
  }

  /// Whether the panel is grabbed, or its clone is made again, once nothing touches the panel.
  public func awaitsRest(_ number: Int) -> Bool {
    guard let index = index(of: number) else { return false }
    return panels[index].isGrabbable || panels[index].nextRequest != nil
  }

  /// Whether a panel is grabbed.
  public func isGrabbed(_ number: Int) -> Bool { panels.first { $0.number == number }?.isGrabbed ?? false }

  /// Why a panel has no clone, or has lost it; nil without a fault.
  public func fault(of number: Int) -> KeeperFault? {
    index(of: number).flatMap { panels[$0].fault ?? connectionFault }
  }

  /// The identity of a panel, which stays when the panel is plugged in again.
  public func identity(of number: Int) -> UInt64? { index(of: number).map { panels[$0].request.panel } }

  /// When a filter that resting fingers have switched off begins again by itself; nil where it does not (FLT-12).
  public func returnTime(of number: Int) -> Instant? { index(of: number).flatMap { panels[$0].returnsAt } }

  /// A panel's state; nil for a panel that was never to be filtered.
  public func state(of number: Int) -> FilterState? { panels.first { $0.number == number }?.state }

  /// The panels that the client follows.
  public var numbers: [Int] { panels.map(\.number) }

  // MARK: Panels

  /// Begins to follow a panel, or changes how it is followed. A changed clone is made again at rest (FLT-92).
  ///
  /// - Parameters:
  ///   - releaseSpan: after how long a filter that resting fingers have switched off begins again; zero for never.
  ///   - isTouched: whether touches go to the clone now.
  public mutating func set(
    _ number: Int, _ request: CloneRequest, settle: TimeSpan, releaseSpan: TimeSpan = .zero, isWanted: Bool,
    isTouched: Bool = false, at now: Instant
  ) {
    defer { settleAll(at: now) }
    guard let index = index(of: number) else {
      retryAfterPlug(at: now)
      var panel = Panel(number: number, request: request, settle: settle)
      panel.isWanted = isWanted
      panel.releaseSpan = releaseSpan
      panel.clone = .none(retry: now)
      if let place = absent.firstIndex(where: { $0.identity == request.panel }) {
        panel.releasedAt = absent.remove(at: place).releasedAt
        // The time may be over meanwhile.
        if let returnsAt = panel.returnsAt, returnsAt <= now { panel.releasedAt = nil }
      }
      panels.append(panel)
      return
    }
    panels[index].settle = settle
    panels[index].releaseSpan = releaseSpan
    panels[index].isWanted = isWanted
    panels[index].nextRequest = nil
    if !isWanted { giveBack(index) }
    guard panels[index].request != request else {
      grabIfReady(index)
      return
    }
    if panels[index].isGrabbed, isTouched {
      panels[index].nextRequest = request
    } else {
      renew(index, request, at: now)
    }
  }

  /// Makes a panel's clone again. The keeper destroys the old clone first. The old pipe stays open until the keeper
  /// answers: it drops what lies in a closed one, and the last lift may lie there (FF-31).
  private mutating func renew(_ index: Int, _ request: CloneRequest, at now: Instant) {
    giveBack(index)
    panels[index].request = request
    panels[index].nextRequest = nil
    // The answer to an earlier request is for the old description.
    if case .asked = panels[index].clone { forgetQuestion(of: panels[index].number) }
    panels[index].clone = .none(retry: now)
  }

  /// A plug may help panels whose clone or grab was refused (FF-6, FF-8).
  private mutating func retryAfterPlug(at now: Instant) {
    for index in panels.indices {
      if case .none(nil) = panels[index].clone { panels[index].clone = .none(retry: now) }
      if panels[index].grabRetry != nil { grabIfReady(index) }
    }
  }

  /// The most panels that are remembered while they are away.
  private static let mostAbsent = 16

  /// Stops following a panel, because it is gone or the daemon stops.
  public mutating func remove(_ number: Int, at now: Instant) {
    guard let index = index(of: number) else { return }
    giveBack(index)
    if let releasedAt = panels[index].releasedAt {
      if absent.count == Self.mostAbsent { absent.removeFirst() }
      absent.append((panels[index].request.panel, releasedAt))
    }
    closePipe(index)
    if let place = questions.lastIndex(where: { $0.panel == number }) {
      // The answer says whether the device stays.
      questions[place].device = panels[index].device
      forgetQuestion(of: number)
    } else {
      drop(index)
    }
    panels.remove(at: index)
    settleAll(at: now)
  }

  /// Whether clients have paused a panel's filter (FLT-103).
  public mutating func pause(_ number: Int, _ isPaused: Bool, at now: Instant) {
    guard let index = index(of: number), panels[index].isPaused != isPaused else { return }
    panels[index].isPaused = isPaused
    if isPaused { giveBack(index) } else { grabIfReady(index) }
    settleAll(at: now)
  }

  /// Resting fingers switch a panel's filter off (FLT-12).
  public mutating func release(_ number: Int, at now: Instant) {
    guard let index = index(of: number), panels[index].isGrabbed else { return }
    panels[index].releasedAt = now
    giveBack(index)
    settleAll(at: now)
  }

  /// Gives a panel's grab back and takes it again, because its touches go another way from now on.
  public mutating func renew(_ number: Int, at now: Instant) {
    guard let index = index(of: number), panels[index].isGrabbed else { return }
    giveBack(index)
    grabIfReady(index)
    settleAll(at: now)
  }

  /// Ends what resting fingers have switched off, and makes another attempt where one has failed.
  ///
  /// - Parameter wanted: when the reload was asked for, if it had to wait. Fingers that have switched a filter off since
  ///   then are the later word.
  public mutating func retry(wanted: Instant? = nil, at now: Instant) {
    if case .waiting = link { link = .waiting(until: now) }
    let wanted = wanted ?? now
    absent.removeAll { $0.releasedAt <= wanted }
    for index in panels.indices {
      if let releasedAt = panels[index].releasedAt, releasedAt <= wanted { panels[index].releasedAt = nil }
      if case .none = panels[index].clone { panels[index].clone = .none(retry: now) }
      grabIfReady(index)
    }
    advance(to: now)
  }

  /// Ends what resting fingers have switched off, on one panel or on all (FLT-12).
  public mutating func resume(_ number: Int?, at now: Instant) {
    if number == nil { absent.removeAll() }
    for index in panels.indices where number == nil || panels[index].number == number {
      guard panels[index].releasedAt.take() != nil else { continue }
      grabIfReady(index)
    }
    settleAll(at: now)
  }

  /// Reports that nothing touches a panel that awaits it.
  public mutating func reportRest(_ number: Int, at now: Instant) {
    guard let index = index(of: number) else { return }
    guard let request = panels[index].nextRequest else { return grabIfReady(index) }
    renew(index, request, at: now)
    settleAll(at: now)
  }

  /// Answers `grab`.
  public mutating func completeGrab(_ number: Int, _ outcome: GrabOutcome, at now: Instant) {
    guard let index = index(of: number), panels[index].isGrabbable else {
      // The panel was not to be grabbed any more.
      if outcome == .grabbed { actions.append(.release(panel: number)) }
      return
    }
    panels[index].grabRetry = nil
    switch outcome {
    case .grabbed:
      panels[index].isGrabbed = true
      panels[index].reason = nil
      panels[index].fault = nil
    case .notAtRest: break
    case .stuck(let errno), .refused(let errno):
      panels[index].reason = errno == .resourceBusy ? .grabbed : .unfit
      panels[index].fault = .notGrabbed(errno)
      panels[index].grabRetry = now + Self.grabPause
    }
    settleAll(at: now)
  }

  /// Reports that the keeper reads no frames of a panel (FF-4), or that the panel's pipe is lost.
  ///
  /// - Parameter isStalled: whether the pipe has been full for too long.
  public mutating func reportPipeLost(_ number: Int, isStalled: Bool, at now: Instant) {
    guard let index = index(of: number) else { return }
    guard panels[index].clone.isMade else {
      // The pipe of a clone that is being made again.
      closePipe(index)
      return
    }
    giveBack(index)
    panels[index].fault = isStalled ? .stalled : .lost
    loseClone(index, isStalled ? .stalled : .keeper, at: now)
    settleAll(at: now)
  }

  // MARK: The connection

  /// Answers `connect`: the connection is there.
  public mutating func completeConnection(at now: Instant) {
    guard link == .connecting else { return }
    link = .greeted(until: now + Self.patience)
    actions.append(.send(.hello))
  }

  /// Answers `connect`: there is no connection.
  public mutating func failConnection(_ errno: Errno, at now: Instant) {
    guard link == .connecting else { return }
    lose(.noConnection(errno), at: now)
  }

  /// Reports the end of the connection.
  public mutating func reportConnectionEnd(at now: Instant) {
    switch link {
    case .greeted, .ready: lose(.lost, at: now)
    case .idle, .waiting, .connecting: break
    }
  }

  /// Receives a packet.
  ///
  /// - Parameters:
  ///   - answer: the answer in it; nil where it has none.
  ///   - hasPipe: whether the end of a pipe came with it.
  /// - Returns: the panel that the pipe is for; nil where the pipe is not wanted.
  public mutating func receive(_ answer: KeeperAnswer?, hasPipe: Bool, at now: Instant) -> Int? {
    let isGreeting = if case .greeted = link { true } else { false }
    guard isGreeting || link == .ready else { return nil }
    switch answer {
    case .welcome(let version) where isGreeting && !hasPipe:
      guard version == KeeperAnswer.version else {
        lose(.version(version), at: now)
        return nil
      }
      link = .ready
      connectionFault = nil
      settleAll(at: now)
    case .made(let device, let identity, let sysname) where !isGreeting && hasPipe:
      return receive(made: device, identity, sysname, at: now)
    case .refused(let identity, let refusal) where !isGreeting && !hasPipe:
      receive(refusal, identity, at: now)
    case .gone(let device, let error) where !isGreeting && !hasPipe:
      let holder = panels.firstIndex { $0.device == device }
      forget(device)
      retryWithoutNumber(at: now)
      guard let index = holder, panels[index].clone.isMade else { return nil }
      giveBack(index)
      panels[index].fault = .destroyed(error)
      loseClone(index, .keeper, at: now)
      settleAll(at: now)
    case .dropped(let device, let code) where !isGreeting && !hasPipe:
      guard let index = panels.firstIndex(where: { $0.device == device }) else { return nil }
      // The keeper has ended the contacts, of which gestured believes that they go on.
      guard panels[index].isGrabbed else { return nil }
      giveBack(index)
      panels[index].fault = .dropped(code)
      loseClone(index, .keeper, at: now)
      settleAll(at: now)
    case .welcome, .made, .refused, .gone, .dropped, nil:
      lose(.malformed, at: now)
    }
    return nil
  }

  private mutating func receive(
    made device: UInt32, _ identity: UInt64, _ sysname: String, at now: Instant
  ) -> Int? {
    guard let question = questions.first, question.identity == identity else {
      lose(.malformed, at: now)
      return nil
    }
    questions.removeFirst()
    guard !panels.contains(where: { $0.clone.isMade && $0.device == device && $0.request.panel != identity })
    else {
      lose(.malformed, at: now)
      return nil
    }
    forget(device)
    guard let number = question.panel, let index = index(of: number), case .asked = panels[index].clone else {
      assign(device, of: identity)
      return nil
    }
    panels[index].device = device
    panels[index].hasPipe = true
    panels[index].clone = .awaitingNode(sysname: sysname, until: now + Self.patience)
    return number
  }

  private mutating func receive(_ refusal: KeeperRefusal, _ identity: UInt64, at now: Instant) {
    guard let question = questions.first, question.identity == identity else {
      lose(.malformed, at: now)
      return
    }
    questions.removeFirst()
    guard let number = question.panel, let index = index(of: number), case .asked = panels[index].clone else {
      if let device = question.device { assign(device, of: identity) }
      return
    }
    closePipe(index)
    guard !refusal.isRate else {
      panels[index].clone = .none(retry: now + Self.ratePause)
      return
    }
    panels[index].fault = .refused(refusal)
    panels[index].reason = refusal.isUnfit ? .unfit : .keeper
    let retry = refusal.isMissingDevice ? now + (Self.pauses.last ?? Self.patience) : nil
    panels[index].clone = .none(retry: retry)
    settleAll(at: now)
  }

  /// A device has gone, so that its number is free for a panel that got none (SEC-7).
  private mutating func retryWithoutNumber(at now: Instant) {
    for index in panels.indices {
      guard case .none(nil) = panels[index].clone, case .refused(let refusal)? = panels[index].fault,
        refusal.hasNoNumber
      else { continue }
      panels[index].clone = .none(retry: now)
    }
    settleAll(at: now)
  }

  /// Reports a node of udev in an input folder of sysfs.
  public mutating func reportNode(_ sysname: String, at now: Instant) {
    for index in panels.indices {
      guard case .awaitingNode(sysname, _) = panels[index].clone else { continue }
      panels[index].clone = .settling(until: now + panels[index].settle)
    }
    settleAll(at: now)
  }

  /// Reports that the node of a panel's clone is gone although the keeper lives: no program reads the panel's touches (FF-10).
  public mutating func reportNodeGone(_ number: Int, at now: Instant) {
    guard let index = index(of: number), panels[index].clone.isMade else { return }
    giveBack(index)
    panels[index].fault = .noNode
    loseClone(index, .noNode, at: now)
    drop(index)
    settleAll(at: now)
  }

  // MARK: Time

  /// Does what is due.
  public mutating func advance(to now: Instant) {
    switch link {
    case .greeted(let until) where until <= now:
      lose(.silent, at: now)
      return
    case .waiting(let until) where until <= now: link = .idle
    case .idle, .waiting, .connecting, .greeted, .ready: break
    }
    for index in panels.indices {
      if let returnsAt = panels[index].returnsAt, returnsAt <= now {
        panels[index].releasedAt = nil
        grabIfReady(index)
      }
      switch panels[index].clone {
      case .asked(let until) where until <= now:
        lose(.silent, at: now)
        return
      case .awaitingNode(_, let until) where until <= now:
        closePipe(index)
        drop(index)
        panels[index].fault = .noNode
        panels[index].reason = .noNode
        panels[index].clone = .none(retry: now + Self.nodePause)
      case .settling(let until) where until <= now:
        panels[index].clone = .ready
        panels[index].readyAt = now
        readyAt = readyAt ?? now
        panels[index].fault = nil
        panels[index].reason = nil
        grabIfReady(index)
      case .ready:
        guard panels[index].isGrabbable, let retry = panels[index].grabRetry, retry <= now else { continue }
        panels[index].grabRetry = nil
        actions.append(.grab(panel: panels[index].number))
      case .none, .asked, .awaitingNode, .settling: break
      }
    }
    settleAll(at: now)
  }

  // MARK: Steps

  private func index(of number: Int) -> Int? { panels.firstIndex { $0.number == number } }

  private mutating func forgetQuestion(of number: Int) {
    for place in questions.indices where questions[place].panel == number { questions[place].panel = nil }
  }

  private mutating func grabIfReady(_ index: Int) {
    if panels[index].isGrabbable { actions.append(.grab(panel: panels[index].number)) }
  }

  /// Gives a panel's grab back.
  private mutating func giveBack(_ index: Int) {
    guard panels[index].isGrabbed else { return }
    panels[index].isGrabbed = false
    actions.append(.release(panel: panels[index].number))
  }

  /// Assigns a device of the keeper to a panel that did not wait for it. The panel has gone, or has come again and asks for
  /// its clone.
  private mutating func assign(_ device: UInt32, of identity: UInt64) {
    if let index = panels.firstIndex(where: { $0.request.panel == identity }) {
      panels[index].device = device
    } else if let place = questions.lastIndex(where: { $0.identity == identity }) {
      questions[place].device = device
    } else {
      actions.append(.send(.drop(device: device)))
    }
  }

  /// Forgets a device that the keeper has destroyed.
  private mutating func forget(_ device: UInt32) {
    for index in panels.indices where panels[index].device == device { panels[index].device = nil }
    for place in questions.indices where questions[place].device == device { questions[place].device = nil }
  }

  /// Closes a panel's pipe, where the owner has one.
  private mutating func closePipe(_ index: Int) {
    guard panels[index].hasPipe else { return }
    panels[index].hasPipe = false
    actions.append(.closePipe(panel: panels[index].number))
  }

  /// Makes the keeper destroy its device for a panel.
  private mutating func drop(_ index: Int) {
    if let device = panels[index].device.take() { actions.append(.send(.drop(device: device))) }
  }

  /// A clone or its pipe is lost. Another attempt follows.
  private mutating func loseClone(_ index: Int, _ reason: FilterState.Reason, at now: Instant) {
    closePipe(index)
    panels[index].reason = reason
    if Self.hasProven(panels[index].readyAt.take(), at: now) { panels[index].failures = 0 }
    panels[index].clone = .none(retry: now + Self.pause(after: panels[index].failures))
    panels[index].failures += 1
  }

  /// The keeper is lost: first every grab goes back, then the connection ends (FF-3).
  private mutating func lose(_ fault: KeeperFault, at now: Instant) {
    connectionFault = fault
    for index in panels.indices { giveBack(index) }
    for index in panels.indices {
      panels[index].fault = fault
      panels[index].reason = .keeper
      panels[index].clone = .none(retry: now)
      panels[index].hasPipe = false
      // Without its connection, the keeper destroys the clones that are not asked for again.
      panels[index].device = nil
    }
    questions.removeAll()
    if link != .connecting { actions.append(.disconnect) }
    if Self.hasProven(readyAt.take(), at: now) { failures = 0 }
    link = .waiting(until: now + Self.pause(after: failures))
    failures += 1
    settleAll(at: now)
  }

  /// Whether a clone was ready for so long that an earlier failure says nothing of the next one. A keeper that fails at each
  /// touch would otherwise be trusted with each touch.
  private static func hasProven(_ readyAt: Instant?, at now: Instant) -> Bool {
    guard let readyAt, let longest = pauses.last else { return false }
    return readyAt + longest <= now
  }

  private static func pause(after failures: Int) -> TimeSpan { pauses[min(failures, pauses.count - 1)] }

  /// Asks for missing connections and clones, and reports the panels whose state has changed.
  private mutating func settleAll(at now: Instant) {
    let isWanted = panels.contains { panel in
      if case .none(.some) = panel.clone { panel.isWanted } else { false }
    }
    if link == .idle, isWanted {
      link = .connecting
      actions.append(.connect)
    }
    for index in panels.indices {
      if link == .ready, panels[index].isWanted, case .none(let retry) = panels[index].clone,
        retry.map({ $0 <= now }) ?? false
      {
        panels[index].clone = .asked(until: now + Self.patience)
        questions.append(Question(identity: panels[index].request.panel, panel: panels[index].number))
        actions.append(.send(.make(panels[index].request)))
      }
      let state = panels[index].state
      guard state != .off(.starting), state != panels[index].told else { continue }
      panels[index].told = state
      actions.append(.tell(panel: panels[index].number, state))
    }
  }
}
