import GestureCore
import GesturedBase
import GesturedServing
import LinuxEventLoop
import LinuxInput

/// Several nodes that are readable in one turn.
extension LiveSource {
  /// A readable node: a touchscreen or another device, by its place.
  struct ReadableNode {
    var index: Int
    var isTouchscreen: Bool
    /// The place in the order of devices, where stamps are equal: touchscreens by their numbers, then the others.
    var rank: Int
  }

  /// Reads the reports of all readable nodes in the order of their stamps; with equal stamps, in the order of devices
  /// (QUE-1, RES-6).
  ///
  /// ```
  ///   screen 1     ──10──────12──────14──▶
  ///   screen 2     ──────11──────12──────▶      read: 10 of 1, 11 of 2, 12 of 1, 12 of 2, 14 of 1
  /// ```
  ///
  /// Allocates nothing after the first call with that many nodes.
  package func readTogether(_ turn: Turn) {
    beginReports(turn)
    while let next = firstNode { readReport(of: next) }
    // A device that is gone ends now, after what others have reported before.
    for position in readable.indices { endReports(of: readable[position]) }
    readable.removeAll(keepingCapacity: true)
  }

  private func beginReports(_ turn: Turn) {
    for position in 0..<turn.poller.readyCount {
      let event = turn.poller[position]
      switch event.token.kind {
      case TokenKind.device:
        guard let (index, open) = place(of: event) else { continue }
        open.beginReports(after: event.readiness, mayBeLate: turn.mayBeLate, publisher)
        readable.append(ReadableNode(index: index, isTouchscreen: true, rank: open.touchscreen.number))
      case TokenKind.family:
        turn.owe(.families | .deadlines)
        guard let index = families.index(of: event), let open = families[index] else { continue }
        open.beginReports(after: event.readiness)
        readable.append(
          ReadableNode(index: index, isTouchscreen: false, rank: nextNumber + open.device.number))
      default: break
      }
    }
  }

  /// The node with the earliest report; nil where all readings are over.
  private var firstNode: ReadableNode? { Self.first(of: readable) { nextReport(of: $0) } }

  /// The node with the earliest stamp; with equal stamps, the first in the order of devices.
  ///
  /// - Parameter stamp: the stamp of a node's next report; nil where its reading is over.
  static func first(
    of nodes: [ReadableNode], _ stamp: (ReadableNode) -> Instant?
  ) -> ReadableNode? {
    var first: (node: ReadableNode, stamp: Instant)?
    for node in nodes {
      guard let stamp = stamp(node) else { continue }
      if let known = first, (known.stamp, known.node.rank) <= (stamp, node.rank) { continue }
      first = (node, stamp)
    }
    return first?.node
  }

  private func nextReport(of node: ReadableNode) -> Instant? {
    node.isTouchscreen ? places[node.index].open?.nextReport : families[node.index]?.nextReport
  }

  private func readReport(of node: ReadableNode) {
    if node.isTouchscreen {
      places[node.index].open?.readReport(publisher)
    } else {
      families[node.index]?.readReport(families.desk)
    }
  }

  private func endReports(of node: ReadableNode) {
    if node.isTouchscreen {
      guard let open = places[node.index].open else { return }
      conclude(node.index, open, open.endReports())
    } else {
      families.conclude(node.index, families[node.index]?.endReports(families.desk))
    }
  }
}
