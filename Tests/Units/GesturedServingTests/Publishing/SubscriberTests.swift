import DaemonTestSupport
import GestureCore
import GestureTestSupport
import Glibc
import LinuxEventLoop
import Testing

@testable import GesturedServing

@Suite struct SubscriberTests {
  private let notices = Notices()

  @Test("A subscriber that reads gets each line at once, and nothing is queued")
  func keepsUp() throws {
    let (client, subscriber) = try Meeting().subscribe()
    for number in 0..<500 {
      send(line(number), to: subscriber, as: number % 2 == 0 ? .gesture(1) : .event)
      #expect(!subscriber.hasBacklog && subscriber.interest == [.readable] && subscriber.deadline == nil)
      _ = client.lines
    }
    #expect(client.lines == (0..<500).map { text($0) })
  }

  @Test("A full socket: lines wait in order, and are sent as the subscriber reads")
  func queues() throws {
    let (client, subscriber) = try Meeting().subscribe()
    var count = 0
    while subscriber.interest == [.readable] || count % 7 != 0 {
      send(count, to: subscriber)
      count += 1
    }
    #expect(subscriber.interest == [.readable, .writable])
    drain(client, subscriber)
    #expect(client.lines == (0..<count).map { text($0) })
    #expect(subscriber.interest == [.readable])
  }

  @Test("A full queue is emptied of what happened and counted; replies stay, and nothing more is queued")
  func overrun() throws {
    let (client, subscriber) = try Meeting().subscribe(limits: .narrow)
    let sent = fill(subscriber)
    let reply = line(500)
    subscriber.send(reply, count: reply.count, as: .kept, now: .start)
    var waiting = 1
    while subscriber.lines.dropped == 0 {
      send(sent + waiting, to: subscriber)
      waiting += 1
    }
    // A half-sent line is finished. All other lines of the queue and the line without room are counted.
    let torn = client.lines.count + 1 == sent && client.isTorn ? 1 : 0
    #expect(subscriber.lines.dropped == UInt64(waiting - torn))
    send(1000, to: subscriber)
    #expect(subscriber.lines.dropped == UInt64(waiting - torn + 1))
    #expect(!subscriber.mayCatchUp && subscriber.hasBacklog && subscriber.interest.contains(.writable))
    for _ in 0..<100 where !subscriber.mayCatchUp {
      client.read()
      subscriber.flush(now: .start)
    }
    #expect(subscriber.mayCatchUp)
    let count = subscriber.lines.dropped
    subscriber.tellDropped(notices, now: .start)
    send(1001, to: subscriber)
    #expect(
      client.lines.suffix(3) == [text(500), #"{"type":"dropped","count":\#(count)}"#, text(1001)])
    #expect(!client.isTorn && !subscriber.wasTooSlow)
  }

  @Test("S1 an update gives way to the next one of the same gesture, and none of another's")
  func updates() throws {
    let (client, subscriber) = try Meeting().subscribe()
    let sent = fill(subscriber)
    for number in 100..<400 {
      send(line(number), to: subscriber, as: .gesture(UInt64(number % 3)))
    }
    send(400, to: subscriber)
    drain(client, subscriber)
    let expected = (0..<sent).map { text($0) } + [397, 398, 399, 400].map { text($0) }
    #expect(client.lines == expected && subscriber.lines.allDropped == 0)
  }

  @Test("S4 however the kernel cuts what is sent, at every byte of a line, no line is torn for the reader")
  func tornAtEveryByte() throws {
    let meeting = try Meeting()
    let length = line(0).count
    var cuts: Set<Int> = []
    for shift in 0..<length {
      let (client, subscriber) = try meeting.subscribe(
        sendBufferBytes: 2304, limits: SubscriberLimits(queueLines: 1000, queueBytes: 20_000))
      var sent = fill(subscriber)
      // The kernel takes pieces of 1,024 bytes. A line of another length moves the cuts in the lines after it.
      let odd =
        Array(#"{"type":"reply","id":"\#(String(repeating: "o", count: shift))","ok":true}"#.utf8) + [10]
      subscriber.send(odd, count: odd.count, as: .event, now: .start)
      while subscriber.backlogCount < 50 {
        send(sent, to: subscriber)
        sent += 1
      }
      while subscriber.hasBacklog {
        client.read()
        subscriber.flush(now: .start)
        client.read()
        let begun = client.bytes.reversed().prefix { $0 != 10 }.count
        if begun < length { cuts.insert(begun) }
        if shift % 2 == 1, client.isTorn {
          subscriber.expire(at: .start + .milliseconds(5000), notices: notices)
        }
      }
      client.read()
      #expect(!client.isTorn)
      let lines = client.lines.of("x")
      #expect(lines == (0..<lines.count).map { text($0) })
      #expect(lines.count == sent || client.lines.last == #"{"type":"bye","reason":"too slow"}"#)
    }
    #expect(cuts.count == length)
  }

  @Test("5 s without progress while something waits: it is let go; any progress gives 5 s more")
  func stall() throws {
    let (client, subscriber) = try Meeting().subscribe(limits: SubscriberLimits(queueLines: 1000))
    // The client connected long ago, and no line has waited until now.
    let begin = Instant.start + .milliseconds(60_000)
    let sent = fill(subscriber, at: begin)
    send(sent, to: subscriber, now: begin + .milliseconds(100))
    // The queue has waited since the beginning, so later lines do not move the deadline.
    #expect(subscriber.deadline == begin + .milliseconds(5000))
    subscriber.flush(now: begin + .milliseconds(4000))
    subscriber.expire(at: begin + .milliseconds(4999), notices: notices)
    #expect(!subscriber.isClosed && subscriber.deadline == begin + .milliseconds(5000))
    send(sent + 1, to: subscriber, now: begin + .milliseconds(4999))
    client.read(atMost: 3000)
    let progress = begin + .milliseconds(4999)
    for number in sent + 2..<sent + 400 { send(number, to: subscriber, now: progress) }
    subscriber.flush(now: progress)
    #expect(subscriber.hasBacklog)
    #expect(subscriber.deadline == progress + .milliseconds(5000))
    subscriber.expire(at: progress + .milliseconds(5000), notices: notices)
    #expect(subscriber.isClosed && subscriber.wasTooSlow)
    // The daemon drops the queued lines and sends the reason last, although the socket was full.
    let lines = client.lines
    #expect(!client.isTorn && lines.last == #"{"type":"bye","reason":"too slow"}"#)
    #expect(lines.count < sent + 300 && lines.dropLast() == (0..<lines.count - 1).map { text($0) }[...])
  }

  /// The bytes that a client reads at a time, and how often it reads during the daemon's wait.
  private static let manners = [
    (256, 12), (1, 1024), (7, 147), (100, 11), (512, 2), (1023, 2), (1024, 1), (4096, 1),
  ]

  @Test(
    "H15 a client that takes 1,024 bytes in each stall is kept for good, whatever the bites and the lines",
    arguments: manners, 0..<3 as Range<UInt64>)
  func slowButAlways(manner: (bite: Int, times: Int), seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let limits = SubscriberLimits()
    let meeting = try Meeting()
    let (client, subscriber) = try meeting.subscribe(
      sendBufferBytes: limits.socket.sendBufferBytes, limits: limits)
    let interval = TimeSpan(microseconds: limits.socket.stall.microseconds / Int64(manner.times))
    var (now, nextBite) = (Instant.start, Instant.start + interval)
    let end = now + .milliseconds(120_000)
    while now < end {
      // Updates, and now and then a list longer than the kernel's buffer.
      let size =
        Int.random(in: 0..<200, using: &random) == 0 ? 30_000 : Int.random(in: 100..<700, using: &random)
      let line = [UInt8](repeating: UInt8(ascii: "x"), count: size)
      let isList = size == 30_000 && subscriber.keptByteCount == 0
      subscriber.send(line, count: size, as: isList ? .kept : .event, now: now)
      while nextBite <= now {
        client.read(atMost: manner.bite)
        nextBite = nextBite + interval
      }
      turn(subscriber, now: now)
      try #require(!subscriber.isClosed, "cut after \((now - Instant.start).seconds) s")
      #expect(subscriber.backlogCount <= limits.socket.queueLines + 2)
      now = now + .milliseconds(100)
    }
    #expect(subscriber.hasBacklog)
    // The same client stops reading. Its last read still counts for one more wait.
    let stop = now + limits.socket.stall + limits.socket.stall
    while now < stop, !subscriber.isClosed {
      now = now + .milliseconds(100)
      turn(subscriber, now: now)
    }
    #expect(subscriber.isClosed && subscriber.wasTooSlow)
  }

  /// The daemon's work on a subscriber in a turn.
  private func turn(_ subscriber: Subscriber, now: Instant) {
    var waiting = pollfd(fd: subscriber.descriptor.rawValue, events: Int16(POLLOUT), revents: 0)
    if subscriber.interest.contains(.writable), unsafe poll(&waiting, 1, 0) > 0 {
      subscriber.flush(now: now)
      if subscriber.mayCatchUp { subscriber.tellDropped(notices, now: now) }
    }
    subscriber.expire(at: now, notices: notices)
  }

  @Test("S3 the end of its requests is not the end of its stream, and is not watched any longer")
  func endOfRequests() throws {
    let (client, subscriber) = try Meeting().subscribe()
    var buffer = [UInt8](repeating: 0, count: 16)
    _ = client.say("anything at all, in more than one piece")
    subscriber.read(into: &buffer, now: .start)
    #expect(subscriber.interest == [.readable])
    try client.endRequests()
    for _ in 0..<4 { subscriber.read(into: &buffer, now: .start) }
    #expect(subscriber.interest == [] && !subscriber.isClosed)
    send(1, to: subscriber)
    #expect(client.lines == [text(1)])
  }

  @Test("S3 a peer that is gone closes it at the next write, without a signal")
  func peerGone() throws {
    let (_, subscriber) = try Meeting().subscribe()
    send(1, to: subscriber)
    #expect(subscriber.isClosed)
    #expect(!subscriber.hasBacklog && subscriber.deadline == nil)
  }

  @Test("S3 a peer that closes with unread lines, while lines wait for it, closes it at the next flush")
  func peerGoneWithBacklog() throws {
    var (client, subscriber): (Client?, Subscriber) = try Meeting().subscribe()
    _ = fill(subscriber)
    send(1, to: subscriber)
    client = nil
    subscriber.flush(now: .start)
    #expect(client == nil && subscriber.isClosed)
  }

  @Test("A farewell goes behind what waits, and what was left out is told before it")
  func farewellBehindTheQueue() throws {
    let (client, subscriber) = try Meeting().subscribe(limits: .narrow)
    let sent = fill(subscriber)
    for number in 0..<6 { send(sent + number, to: subscriber) }
    let count = subscriber.lines.dropped
    #expect(count > 0)
    subscriber.leave(.stopping, notices: notices, now: .start)
    #expect(!subscriber.isClosed)
    drain(client, subscriber)
    #expect(
      client.lines.suffix(2) == [
        #"{"type":"dropped","count":\#(count)}"#, #"{"type":"bye","reason":"stopping"}"#,
      ])
    #expect(client.lines.count == sent + 6 - Int(count) + 2)
    #expect(subscriber.isClosed)
  }

  @Test("A farewell to one that keeps up is its last line at once")
  func farewell() throws {
    let (client, subscriber) = try Meeting().subscribe()
    subscriber.leave(.stopping, notices: notices, now: .start)
    subscriber.leave(.endOfReplay, notices: notices, now: .start)
    send(1, to: subscriber)
    #expect(client.lines == [#"{"type":"bye","reason":"stopping"}"#])
    #expect(subscriber.isClosed)
  }

  @Test("A line longer than the queue does not stop the daemon: it is sent whole, or left out whole")
  func longLine() throws {
    let (client, subscriber) = try Meeting().subscribe(limits: .narrow)
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: 60_000) + [UInt8(ascii: "\n")]
    send(long, to: subscriber)
    send(long, to: subscriber)
    drain(client, subscriber)
    #expect(client.bytes.prefix(long.count) == long[...])
    #expect(!client.isTorn && subscriber.mayCatchUp && subscriber.lines.dropped == 1)
  }

  @Test("No count is too long for the room that is kept for it")
  func longestNotice() {
    #expect(notices.dropped(.max).count <= Notices.longestDropped)
  }

  // MARK: What the stories are told with

  /// The length in bytes, with the newline. It is odd, because the kernel takes two pieces of the same length at once.
  /// So the cuts between pieces reach every byte of a line.
  private static let lineLength = 101

  private func text(_ number: Int, length: Int = Self.lineLength) -> String {
    let digits = String(number)
    let frame = #"{"type":"x","number":""}"#
    let zeros = length - 1 - frame.count - digits.count
    return frame.dropLast(2) + String(repeating: "0", count: zeros) + digits + frame.suffix(2)
  }

  /// A line of that many bytes, its newline included.
  private func line(_ number: Int, length: Int = Self.lineLength) -> [UInt8] {
    Array((text(number, length: length) + "\n").utf8)
  }

  private func send(_ number: Int, to subscriber: Subscriber, now: Instant = .start) {
    send(line(number), to: subscriber, now: now)
  }

  private func send(
    _ line: [UInt8], to subscriber: Subscriber, as tag: LineQueue.Tag = .event, now: Instant = .start
  ) {
    subscriber.send(line, count: line.count, as: tag, now: now)
  }

  /// Sends lines until the socket takes no more and the first one waits.
  ///
  /// - Returns: The number of lines, with the one that waits.
  private func fill(_ subscriber: Subscriber, at now: Instant = .start) -> Int {
    var sent = 0
    while !subscriber.hasBacklog {
      send(sent, to: subscriber, now: now)
      sent += 1
    }
    return sent
  }

  /// Reads and sends until no line waits.
  private func drain(_ client: Client, _ subscriber: Subscriber) {
    repeat {
      client.read()
      subscriber.flush(now: .start)
    } while subscriber.backlogCount > 0
    client.read()
  }
}
