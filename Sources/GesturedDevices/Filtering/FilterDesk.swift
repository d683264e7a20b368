import GestureCore
import GesturedBase
import LinuxEventLoop
import LinuxInput
import SystemPackage
import TouchInput

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
  /// The clones by the numbers of their panels.
  private(set) var clones: [Int: LiveClone] = [:]
  /// The present nodes of clones, by their folders in sysfs.
  private var nodes: [String: String] = [:]
  /// The folders of the panels' clones.
  private var folders: [Int: String] = [:]
  private var connection: PacketConnection?
  private var generation: UInt32 = 0
  private var packet = [UInt8](repeating: 0, count: KeeperAnswer.room)

  init(_ turn: Turn, socket: String = FilterDesk.defaultSocket) {
    self.turn = turn
    self.socket = socket
  }

  /// When to call `advance`; nil while only news matter.
  var nextDeadline: Instant? {
    var earliest = client.nextDeadline
    for clone in clones.values { earliest = .earlier(earliest, clone.lostAt) }
    return earliest
  }

  /// Does what is due. The client's actions follow.
  func advance() {
    for (number, clone) in clones {
      guard let lost = clone.lostAt, lost <= turn.now else { continue }
      client.notePipeLost(number, isStalled: clone.isStalled, at: turn.now)
    }
    if let due = client.nextDeadline, due <= turn.now { client.advance(to: turn.now) }
  }

  // MARK: Nodes of clones

  /// udev has told of a node of a clone.
  func note(_ node: InputDeviceNode) {
    nodes[node.inputFolder] = node.path
    client.noteNode(node.inputFolder, at: turn.now)
  }

  /// A node is gone.
  func forget(_ systemPath: String) {
    nodes = nodes.filter { !systemPath.contains("/\($0.key)/") }
  }

  /// The path of the node that others read in a panel's place; nil without one.
  func node(of panel: Int) -> String? { folders[panel].flatMap { nodes[$0] } }

  // MARK: The connection

  /// Connects to the keeper.
  func connect() {
    do throws(SystemError) {
      guard let path = try? SocketPath(socket) else {
        throw SystemError(operation: "connect", errno: .invalidArgument)
      }
      let opened = try PacketConnection(connectingTo: path)
      generation = PollToken.generation(after: generation)
      try turn.poller.add(opened.descriptor, interest: [.readable], token: token(of: nil))
      connection = consume opened
      client.noteConnected(at: turn.now)
    } catch {
      client.noteNoConnection(error.errno, at: turn.now)
    }
  }

  /// Closes the connection and all pipes. The keeper then ends all contacts.
  func disconnect() {
    for number in Array(clones.keys) { closePipe(of: number) }
    if let descriptor = connection?.descriptor { try? turn.poller.remove(descriptor) }
    connection = nil
    folders.removeAll()
  }

  /// Closes a panel's pipe. The keeper then ends the contacts.
  func closePipe(of panel: Int) {
    clones.removeValue(forKey: panel)?.unwatch()
    folders[panel] = nil
  }

  /// Sends a request.
  func send(_ request: KeeperRequest) {
    switch connection?.send(request.packet) {
    case .wrote: break
    // The socket takes hundreds of requests: a keeper that reads none is as good as gone.
    case .wouldBlock, .closed: client.noteEnd(at: turn.now)
    case nil: break
    }
  }

  /// Handles an event of the connection or of a pipe.
  ///
  /// - Returns: whether more packets may be there: the client's actions come first.
  func handle(_ event: PollEvent) {
    guard event.token.index > 0 else {
      if event.token.generation == generation { receive() }
      return
    }
    let panel = Int(event.token.index)
    guard let clone = clones[panel], event.token == token(of: panel) else { return }
    if clone.handle(event.readiness) { client.notePipeLost(panel, isStalled: false, at: turn.now) }
  }

  private func receive() {
    for _ in 0..<Self.packetsPerTurn {
      var passed: OwnedDescriptor?
      switch connection?.receive(into: &packet, &passed) {
      case .bytes(let count):
        let answer = KeeperAnswer(packet[..<count])
        let hasPipe = passed != nil
        guard let panel = client.take(answer, hasPipe: hasPipe, at: turn.now) else {
          // A connection that is to be closed is not read on.
          if answer == nil { return }
          continue
        }
        if let end = passed.take() { adopt(consume end, panel) }
        if case .made(_, _, let folder) = answer {
          folders[panel] = folder
          if nodes[folder] != nil { client.noteNode(folder, at: turn.now) }
        }
      case .endOfStream, .closed:
        client.noteEnd(at: turn.now)
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
      client.notePipeLost(panel, isStalled: false, at: turn.now)
    }
  }

  private var pipeGenerations: [Int: UInt32] = [:]

  private func token(of panel: Int?) -> PollToken {
    guard let panel else { return PollToken(kind: TokenKind.filter, index: 0, generation: generation) }
    return PollToken(
      kind: TokenKind.filter, index: UInt32(truncatingIfNeeded: panel),
      generation: pipeGenerations[panel] ?? 0)
  }
}
