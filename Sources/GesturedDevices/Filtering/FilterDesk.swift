import GestureCore
import GesturedBase
import LinuxEventLoop
import LinuxInput
import SystemPackage
import TouchInput

/// The panels that the filter grabs and gives back.
protocol FilteredPanels: AnyObject {
  /// Grabs a panel if nothing touches it, and writes its touches to the clone from then on.
  ///
  /// - Returns: nil where the panel is not filtered any more.
  func grab(_ panel: Int, to clone: LiveClone) -> KeeperClient.GrabOutcome?
  /// Ends a panel's touches on its clone.
  func endTouches(of panel: Int)
  /// Gives a panel back to all readers.
  func giveBack(_ panel: Int)
  /// Publishes that a panel's state has changed.
  func tell(_ panel: Int, _ state: FilterState)
  /// Call `KeeperClient.reportRest` once nothing touches a panel whose rest is awaited, and for no other panel.
  func awaitRests(of isAwaited: (Int) -> Bool)
}

/// The connection to the keeper, and the pipes of the panels' clones. `KeeperClient` decides what is done with them.
final class FilterDesk {
  /// The keeper's socket.
  static let defaultSocket = "/run/gestured/filter.sock"
  /// The most packets of one turn.
  private static let packetsPerTurn = 64

  private let turn: Turn
  private let socket: String
  /// Decides about the panels.
  var client = KeeperClient()
  /// The clients' pauses: of one panel by its identity, or of all. A panel that is plugged in again is still paused.
  private var pauses: [(client: Int, panel: UInt64?)] = []
  /// Why panels cannot be cloned, by their numbers.
  var unfit: [Int: String] = [:]
  /// When the states of panels began.
  private var beginnings: [Int: Instant] = [:]
  /// The clones by the numbers of their panels.
  private(set) var clones: [Int: LiveClone] = [:]
  /// The present nodes of clones, by their folders in sysfs.
  private var nodes: [String: String] = [:]
  /// The folders of the panels' clones.
  private var folders: [Int: String] = [:]
  private var connection: PacketConnection?
  /// The generations of the poll tokens of the connection, and of the pipe of each panel.
  private var generation: UInt32 = 0
  private var pipeGenerations: [Int: UInt32] = [:]
  private var packet = [UInt8](repeating: 0, count: KeeperAnswer.room)

  init(_ turn: Turn, socket: String = FilterDesk.defaultSocket) {
    self.turn = turn
    self.socket = socket
  }

  /// When to call `advance`; nil while nothing is due.
  var nextDeadline: Instant? {
    var earliest = client.nextDeadline
    for clone in clones.values { earliest = .earlier(earliest, clone.nextDeadline) }
    return earliest
  }

  /// Does what is due. The client's actions follow.
  func advance() {
    for (number, clone) in clones {
      clone.advance()
      guard let lost = clone.lostAt, lost <= turn.now else { continue }
      client.reportPipeLost(number, isStalled: clone.isStalled, at: turn.now)
    }
    if let due = client.nextDeadline, due <= turn.now { client.advance(to: turn.now) }
  }

  /// Does what the keeper's client asks for.
  ///
  /// - Returns: whether anything was done.
  func settle(_ panels: some FilteredPanels) -> Bool {
    var hasActed = false
    while let action = client.next() {
      hasActed = true
      switch action {
      case .connect: connect()
      case .disconnect: disconnect()
      case .send(let request): send(request)
      case .grab(let panel): grab(panel, panels)
      case .release(let panel): release(panel, panels)
      case .closePipe(let panel): closePipe(of: panel)
      case .tell(let panel, let state):
        beginnings[panel] = turn.now
        panels.tell(panel, state)
      }
    }
    // A clone that is to be made anew waits for a rest, and nothing else is done for it (FLT-92).
    // A set would allocate, and each check for a stall comes here while frames flow (LIM-6).
    panels.awaitRests { client.awaitsRest($0) }
    return hasActed
  }

  private func grab(_ panel: Int, _ panels: some FilteredPanels) {
    guard client.awaitsRest(panel) else { return }
    guard let clone = clones[panel], clone.lostAt == nil else {
      client.reportPipeLost(panel, isStalled: clones[panel]?.isStalled ?? false, at: turn.now)
      return
    }
    guard let outcome = panels.grab(panel, to: clone) else { return }
    client.completeGrab(panel, outcome, at: turn.now)
  }

  /// Lets touches end on the clone, then gives the panel back (FLT-8).
  private func release(_ panel: Int, _ panels: some FilteredPanels) {
    panels.endTouches(of: panel)
    let isEnded = clones[panel]?.endContacts() ?? true
    panels.giveBack(panel)
    // A keeper that does not receive the request ends the contacts with the pipe.
    if !isEnded { client.reportPipeLost(panel, isStalled: true, at: turn.now) }
  }

  // MARK: Clients

  /// Adds and applies a client's pause: of one panel, or with nil of all.
  func pause(_ panel: Int?, by client: Int) {
    let identity = panel.flatMap { self.client.identity(of: $0) }
    // A panel without a clone has no filter to pause.
    guard (panel == nil) == (identity == nil),
      !pauses.contains(where: { $0.client == client && $0.panel == identity })
    else { return }
    pauses.append((client, identity))
    applyPauses()
  }

  /// Ends pauses of a client: that of one panel, or all of them. A filter that resting fingers have switched off begins
  /// again.
  func resume(_ panel: Int?, by client: Int) {
    let identity = panel.flatMap { self.client.identity(of: $0) }
    pauses.removeAll { $0.client == client && (panel == nil || identity != nil && $0.panel == identity) }
    applyPauses()
    self.client.resume(panel, at: turn.now)
  }

  /// Ends all pauses of clients that have gone.
  ///
  /// - Returns: whether there were any.
  func forgetPauses(of clients: Set<Int>) -> Bool {
    guard pauses.contains(where: { clients.contains($0.client) }) else { return false }
    pauses.removeAll { clients.contains($0.client) }
    applyPauses()
    return true
  }

  /// Applies the pauses to all panels, also to those that have come since.
  func applyPauses() {
    for number in client.numbers {
      let identity = client.identity(of: number)
      let isPaused = pauses.contains { $0.panel == nil || $0.panel == identity }
      client.pause(number, isPaused, at: turn.now)
    }
  }

  /// Forgets a panel that is gone.
  func forget(panel: Int) {
    unfit[panel] = nil
    beginnings[panel] = nil
    pipeGenerations[panel] = nil
  }

  /// The states of all panels.
  var reports: [FilterReport] {
    let known = client.numbers.map { number in
      let state = client.state(of: number) ?? .off(.starting)
      let counts = clones[number]?.counts
      return FilterReport(
        device: number, state: state.word, reason: state.reason,
        fault: state.hasFault ? client.fault(of: number).map { "\($0)" } : nil, node: node(of: number),
        since: beginnings[number], rest: client.returnTime(of: number).map { $0 - turn.now },
        frames: counts?.frames ?? 0, full: counts?.full ?? 0)
    }
    let others = unfit.map { number, reason in
      FilterReport(
        device: number, state: "off", reason: FilterState.Reason.unfit.rawValue, fault: reason,
        since: beginnings[number], frames: 0, full: 0)
    }
    return (known + others).sorted { $0.device < $1.device }
  }

  // MARK: Nodes of clones

  /// Adds the node of a clone that udev has reported.
  func add(_ node: InputDeviceNode) {
    // Until udev has run its rules, the clone has no properties and no links (FF-29).
    guard node.isKnownToUdev else { return }
    nodes[node.inputFolder] = node.path
    client.reportNode(node.inputFolder, at: turn.now)
  }

  /// Forgets a node that is gone. Where the node was a clone's, the panel is given back to other programs.
  func forget(_ systemPath: String) {
    forgetNodes { node in systemPath.split(separator: "/").contains { $0 == node } }
  }

  /// Replaces all nodes of clones by the present ones.
  func replaceNodes(_ present: [InputDeviceNode]) {
    forgetNodes { node in !present.contains { $0.inputFolder == node } }
    for node in present { add(node) }
  }

  private func forgetNodes(where isGone: (String) -> Bool) {
    for folder in Array(nodes.keys) where isGone(folder) {
      nodes[folder] = nil
      for (panel, own) in folders where own == folder { client.reportNodeGone(panel, at: turn.now) }
    }
  }

  /// The path of the node that others read in a panel's place; nil without one.
  func node(of panel: Int) -> String? { folders[panel].flatMap { nodes[$0] } }

  // MARK: The connection

  /// Connects to the keeper.
  private func connect() {
    do throws(SystemError) {
      guard let path = try? SocketPath(socket) else {
        throw SystemError(operation: "connect", errno: .invalidArgument)
      }
      let opened = try PacketConnection(connectingTo: path)
      generation = PollToken.generation(after: generation)
      try turn.poller.add(opened.descriptor, interest: [.readable], token: token(of: nil))
      connection = consume opened
      client.completeConnection(at: turn.now)
    } catch {
      client.failConnection(error.errno, at: turn.now)
    }
  }

  /// Closes the connection and all pipes. The keeper then ends all contacts.
  private func disconnect() {
    for number in Array(clones.keys) { closePipe(of: number) }
    if let descriptor = connection?.descriptor { try? turn.poller.remove(descriptor) }
    connection = nil
    folders.removeAll()
  }

  /// Closes a panel's pipe. The keeper then ends the contacts.
  private func closePipe(of panel: Int) {
    clones.removeValue(forKey: panel)?.unwatch()
    folders[panel] = nil
  }

  /// Sends a request.
  private func send(_ request: KeeperRequest) {
    switch connection?.send(request.packet) {
    case .wrote: break
    // The socket takes hundreds of requests: a keeper that reads none is as good as gone.
    case .wouldBlock, .closed: client.reportConnectionEnd(at: turn.now)
    case nil: break
    }
  }

  /// Gives every grab back because the daemon stops. The keeper keeps the clones for a while.
  func stop(_ panels: some FilteredPanels) {
    for panel in client.numbers where client.isGrabbed(panel) { release(panel, panels) }
    disconnect()
    client = KeeperClient()
  }

  /// Reads the keeper's packets, or writes what waits for a pipe, as an event asks.
  func read(_ event: PollEvent) {
    guard event.token.index > 0 else {
      if event.token.generation == generation { receive() }
      return
    }
    let panel = Int(event.token.index)
    guard let clone = clones[panel], event.token == token(of: panel) else { return }
    if clone.process(event.readiness) { client.reportPipeLost(panel, isStalled: false, at: turn.now) }
  }

  private func receive() {
    for _ in 0..<Self.packetsPerTurn {
      var passed: OwnedDescriptor?
      switch connection?.receive(into: &packet, &passed) {
      case .bytes(let count):
        let answer = KeeperAnswer(packet[..<count])
        let hasPipe = passed != nil
        guard let panel = client.receive(answer, hasPipe: hasPipe, at: turn.now) else {
          // A connection that is to be closed is not read on.
          if answer == nil { return }
          continue
        }
        if let end = passed.take() { adopt(consume end, panel) }
        if case .made(_, _, let folder) = answer {
          folders[panel] = folder
          if nodes[folder] != nil { client.reportNode(folder, at: turn.now) }
        }
      case .endOfStream, .closed:
        client.reportConnectionEnd(at: turn.now)
        return
      case .wouldBlock, nil: return
      }
    }
  }

  private func adopt(_ end: consuming OwnedDescriptor, _ panel: Int) {
    closePipe(of: panel)
    pipeGenerations[panel] = PollToken.generation(after: pipeGenerations[panel] ?? 0)
    do throws(SystemError) {
      clones[panel] = try LiveClone(end, turn, token(of: panel))
    } catch {
      client.reportPipeLost(panel, isStalled: false, at: turn.now)
    }
  }

  private func token(of panel: Int?) -> PollToken {
    guard let panel else { return PollToken(kind: TokenKind.filter, index: 0, generation: generation) }
    return PollToken(
      kind: TokenKind.filter, index: UInt32(truncatingIfNeeded: panel),
      generation: pipeGenerations[panel] ?? 0)
  }
}
