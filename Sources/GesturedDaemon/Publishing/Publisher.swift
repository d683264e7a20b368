import GestureCore
import GestureProtocol
import SystemPackage

/// Numbers what happens, encodes it once and hands it to the subscribers and to the dump.
///
/// Every event has a number (`seq`), whether anybody is told of it or not: so the same story has the same numbers
/// on a socket, in a dump and in a replay.
final class Publisher {
  /// Where touch, sequence and gesture ids come from, over all devices.
  var identifiers = IdentifierSource()
  /// Where a pipeline leaves its events for `publish`.
  var buffer = EventBuffer()
  /// Who listens on the socket; nil where there is none.
  var broadcaster: Broadcaster?

  private let encoder: MessageEncoder
  private var dump: DumpOutput?
  private var line = LineWriter()
  private var seq: UInt64 = 0
  private var deviceLines: [Int: [UInt8]] = [:]

  init(vocabulary: Vocabulary, broadcaster: Broadcaster?, dump: consuming DumpOutput?) {
    encoder = MessageEncoder(vocabulary)
    self.broadcaster = broadcaster
    self.dump = dump
  }

  /// Whether the dump can not be written any more.
  var isDumpBroken: Bool { dump?.isBroken ?? false }

  /// Whether the dump was given up because its reader held the daemon up: said once.
  func hasJustGivenDumpUp() -> Bool {
    guard dump?.isGivenUp ?? false else { return false }
    dump = nil
    return true
  }

  /// Why it can not, where it is not that its reader has seen enough.
  var dumpFailure: Errno? { dump?.failure ?? nil }

  /// How many listen on the socket.
  var subscriberCount: Int { broadcaster?.count ?? 0 }

  /// Whether some subscriber has not taken all its lines.
  var hasBacklog: Bool { broadcaster?.hasBacklog ?? false }

  /// When one of those for whom lines wait last took something; nil where nothing waits.
  var latestBacklogProgress: Instant? { broadcaster?.latestBacklogProgress }

  /// Begins the dump.
  func begin(_ hello: Hello) {
    dump?.write(hello)
  }

  /// Ends the dump.
  func finishDump() {
    dump?.finish()
  }

  /// Whether what `--explain` asks about has fired; nil where nothing is explained.
  var hasExplainedFire: Bool? { dump?.hasExplainedFire ?? nil }

  /// What a new subscriber gets before all others: the greeting and the devices that are there.
  func greeting(_ hello: Hello) -> [[UInt8]] {
    encoder.write(hello, to: &line)
    return [Array(line.bytes[..<line.count])] + deviceLines.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Tells of a device that came or went.
  func publish(_ message: DeviceMessage, now: Instant) {
    seq += 1
    encoder.write(message, seq: seq, to: &line)
    switch message.state {
    case .added: deviceLines[message.device] = Array(line.bytes[..<line.count])
    case .removed: deviceLines[message.device] = nil
    }
    broadcaster?.send(line.bytes, count: line.count, isUpdate: false, now: now)
    dump?.write(message, seq: seq)
  }

  /// Tells of what a device's pipeline has left in `buffer`, and empties it.
  func publishEvents(of device: Int, now: Instant) {
    let hasSubscribers = subscriberCount > 0
    for position in buffer.events.indices {
      seq += 1
      switch buffer.events[position] {
      case .gesture(let gesture):
        if hasSubscribers {
          encoder.write(
            buffer.events[position], of: buffer, device: device, seq: seq, to: &line)
          broadcaster?.send(
            line.bytes, count: line.count, isUpdate: gesture.state == .changed,
            gesture: gesture.gestureID, now: now)
        }
      case .settled:
        if hasSubscribers {
          encoder.write(
            buffer.events[position], of: buffer, device: device, seq: seq, to: &line)
          broadcaster?.send(line.bytes, count: line.count, isUpdate: false, now: now)
        }
      case .touches, .transition:
        // They go to the dump alone until the socket has subscriptions.
        break
      }
      dump?.write(buffer.events[position], of: buffer, device: device, seq: seq)
    }
    dump?.flush(device: device)
    buffer.removeAll()
  }
}
