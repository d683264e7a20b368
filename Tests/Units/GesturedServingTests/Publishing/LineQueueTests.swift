import GestureTestSupport
import Testing

@testable import GesturedServing

@Suite struct LineQueueTests {
  @Test("Whatever is added, sent and removed: whole lines leave in order, a cut tears none, the bound holds")
  func model() {
    for seed in 0..<200 {
      var run = ModelRun(seed: UInt64(seed))
      for _ in 0..<300 { run.step() }
      run.drain()
      #expect(run.sent == run.expected, "seed \(seed)")
    }
  }

  @Test("S4 a line that is cut off at any byte is finished, and the ones behind it are forgotten whole")
  func tornAtEveryByte() {
    let first = line(1, length: 40)
    let second = line(2, length: 30)
    for offset in 0...first.count + second.count {
      var queue = LineQueue(capacity: 256)
      queue.append(first, in: first.indices, as: .event)
      queue.append(second, in: second.indices, as: .event)
      let sent = take(offset, from: &queue)
      queue.removeWholeLines()
      let all = sent + take(.max, from: &queue)
      let ends = [0, first.count, first.count + second.count]
      let whole = ends.first { $0 >= offset } ?? 0
      #expect(all == Array((first + second).prefix(whole)), "cut off at \(offset)")
      #expect(queue.isEmpty && queue.lineCount == 0)
    }
  }

  @Test("What answers the subscriber stays when what happened is thrown away, however much it is")
  func kept() {
    var queue = LineQueue(capacity: 64, maximumLines: 2)
    let lines = (0..<6).map { line($0, length: 30) }
    for (number, line) in lines.enumerated() {
      queue.append(line, in: line.indices, as: number % 3 == 1 ? .event : .kept)
    }
    #expect(!queue.hasRoom(for: 1) && queue.eventLineCount == 2)
    #expect(queue.removeEvents() == 2 && queue.eventByteCount == 0)
    #expect(take(.max, from: &queue) == lines[0] + lines[2] + lines[3] + lines[5])
  }

  @Test("The rest of a line whose beginning is sent already stays when whole lines are forgotten")
  func restOfALine() {
    var queue = LineQueue(capacity: 64)
    let line = line(1, length: 30)
    queue.append(line, in: 10..<30, as: .event, isRest: true)
    queue.append(line, in: 0..<30, as: .event)
    #expect(queue.lineCount == 2)
    queue.removeWholeLines()
    #expect(queue.lineCount == 1)
    #expect(take(.max, from: &queue) == Array(line[10...]))
  }

  @Test("H2 a short rest of a long list does not keep the memory of the list, and what is kept is counted")
  func shortRest() {
    var queue = LineQueue(capacity: 4096)
    #expect(queue.keptBytes == 0)
    let line = line(1, length: 300)
    for _ in 0..<3000 { queue.append(line, in: line.indices, as: .kept) }
    #expect(queue.keptBytes >= 900_000)
    var sent = 0
    while queue.byteCount > 250 {
      sent += take(min(777, queue.byteCount - 250), from: &queue).count
      // At most what the queue may always keep, or twice what waits: as bytes, and as the places of lines.
      #expect(queue.keptBytes <= max(2 * 4096, 2 * queue.byteCount + 300) + 3000 * 40)
    }
    #expect(queue.keptBytes <= 2 * 4096 && queue.pending.bytes.capacity <= 3 * 4096)
    #expect(sent + take(.max, from: &queue).count == 900_000)
    #expect(queue.isEmpty)
  }

  @Test("It is full at its bound, and has room again for what was sent")
  func bound() {
    var queue = LineQueue(capacity: 64)
    let line = line(1, length: 32)
    queue.append(line, in: line.indices, as: .event)
    #expect(queue.hasRoom(for: 32) && !queue.hasRoom(for: 33))
    queue.append(line, in: line.indices, as: .event)
    #expect(!queue.hasRoom(for: 1))
    _ = take(5, from: &queue)
    #expect(queue.hasRoom(for: 5) && !queue.hasRoom(for: 6))
  }

  @Test("An empty queue has room for any line, so that one whose beginning is sent can be finished")
  func longLine() {
    var queue = LineQueue(capacity: 64)
    let line = line(1, length: 200)
    #expect(queue.hasRoom(for: 200))
    queue.append(line, in: 50..<200, as: .event, isRest: true)
    #expect(!queue.hasRoom(for: 1))
    queue.removeWholeLines()
    #expect(take(.max, from: &queue) == Array(line[50...]))
    #expect(queue.isEmpty)
  }
}

/// A line that differs from all others.
private func line(_ number: Int, length: Int) -> [UInt8] {
  let head = Array("\(number):".utf8)
  return head + [UInt8](repeating: UInt8(ascii: "a") + UInt8(number % 26), count: length - head.count - 1)
    + [UInt8(ascii: "\n")]
}

/// Sends up to that many bytes.
private func take(_ count: Int, from queue: inout LineQueue) -> [UInt8] {
  let (bytes, range) = queue.pending
  let taken = Array(bytes[range].prefix(count))
  queue.consume(taken.count)
  return taken
}

/// Random operations on a queue and on a simple model of it, a list of lines.
private struct ModelRun {
  private struct Line {
    var bytes: [UInt8]
    var sent = 0
    var tag = LineQueue.Tag.event
  }

  private static let capacity = 160
  private var generator: SeededGenerator
  private static let maximumLines = 4
  private var queue = LineQueue(capacity: capacity, maximumLines: maximumLines)
  private var waiting: [Line] = []
  private var number = 0
  /// The bytes that have left the queue.
  private(set) var sent: [UInt8] = []
  /// The bytes that should have left the queue, according to the model.
  private(set) var expected: [UInt8] = []

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func step() {
    switch Int.random(in: 0..<20, using: &generator) {
    case 0: removeWholeLines()
    case 1: removeEvents()
    case 2: removeOne()
    case 3..<11: add()
    default: send(Int.random(in: 1...60, using: &generator))
    }
    check()
  }

  mutating func drain() {
    send(.max)
    check()
  }

  private mutating func add() {
    number += 1
    var added = Line(bytes: line(number, length: Int.random(in: 16...70, using: &generator)))
    if waiting.isEmpty, Bool.random(using: &generator) {
      added.sent = Int.random(in: 1..<added.bytes.count, using: &generator)
    }
    let range = added.sent..<added.bytes.count
    added.tag = [.kept, .event, .gesture(1), .gesture(2)].randomElement(using: &generator) ?? .event
    let events = waiting.filter { $0.tag != .kept }
    let load = events.reduce(0) { $0 + $1.bytes.count - $1.sent }
    let hasRoom =
      events.isEmpty || (events.count < Self.maximumLines && load + range.count <= Self.capacity)
    #expect(queue.hasRoom(for: range.count) == hasRoom)
    guard hasRoom || added.tag == .kept else { return }
    queue.append(added.bytes, in: range, as: added.tag, isRest: added.sent > 0)
    // The socket took the beginning directly.
    sent += added.bytes[..<added.sent]
    expected += added.bytes[..<added.sent]
    waiting.append(added)
  }

  private mutating func send(_ count: Int) {
    var remaining = min(count, waiting.reduce(0) { $0 + $1.bytes.count - $1.sent })
    sent += take(remaining, from: &queue)
    while remaining > 0 {
      let part = min(remaining, waiting[0].bytes.count - waiting[0].sent)
      expected += waiting[0].bytes[waiting[0].sent..<waiting[0].sent + part]
      waiting[0].sent += part
      remaining -= part
      if waiting[0].sent == waiting[0].bytes.count { waiting.removeFirst() }
    }
  }

  private mutating func removeWholeLines() {
    queue.removeWholeLines()
    waiting.removeAll { $0.sent == 0 }
  }

  private mutating func removeEvents() {
    let events = waiting.filter { $0.sent == 0 && $0.tag != .kept }
    #expect(queue.removeEvents() == UInt64(events.count))
    waiting.removeAll { $0.sent == 0 && $0.tag != .kept }
  }

  /// Removes a line, as when a newer update replaces it.
  private mutating func removeOne() {
    let position = waiting.lastIndex { $0.tag == .gesture(1) }.flatMap { waiting[$0].sent == 0 ? $0 : nil }
    #expect(queue.position(of: .gesture(1)) == position)
    guard let position else { return }
    #expect(Array(queue.line(at: position)) == waiting[position].bytes)
    queue.remove(at: position)
    waiting.remove(at: position)
  }

  private func check() {
    #expect(queue.lineCount == waiting.count)
    let events = waiting.filter { $0.tag != .kept }
    #expect(queue.eventLineCount == events.count)
    #expect(queue.eventByteCount == events.reduce(0) { $0 + $1.bytes.count - $1.sent })
    #expect(queue.isEmpty == waiting.isEmpty)
    let (bytes, range) = queue.pending
    #expect(Array(bytes[range]) == waiting.flatMap { $0.bytes[$0.sent...] })
  }
}
