import GestureCore
import GestureTestSupport
import LinuxEventLoop
import Testing

@testable import GesturedDaemon

@Suite struct SubscriberTests {
  private let notices = Notices()

  @Test("A subscriber that reads gets each line at once, and nothing is queued")
  func keepsUp() throws {
    let (client, subscriber) = try Meeting().subscribe()
    for number in 0..<500 {
      send(number, to: subscriber, isUpdate: number % 2 == 0)
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

  @Test("Updates beyond the queue are left out and counted; the count goes before the next line")
  func dropped() throws {
    let (client, subscriber) = try Meeting().subscribe(limits: .narrow)
    let sent = fill(subscriber)
    for number in 0..<3 { send(sent + number, to: subscriber, isUpdate: true) }
    for number in 100..<103 { send(number, to: subscriber, isUpdate: true) }
    send(200, to: subscriber)
    drain(client, subscriber)
    let expected = (0..<sent + 3).map { text($0) } + [#"{"type":"dropped","count":3}"#, text(200)]
    #expect(client.lines == expected)
  }

  @Test("What was left out is told even when the subscriber has caught up long before the next line")
  func droppedThenQuiet() throws {
    let (client, subscriber) = try Meeting().subscribe(limits: .narrow)
    let sent = fill(subscriber)
    for number in 0..<4 { send(sent + number, to: subscriber, isUpdate: true) }
    drain(client, subscriber)
    let later = Instant.start + .milliseconds(60_000)
    send(200, to: subscriber, isUpdate: true, now: later)
    subscriber.expire(at: later, notices: notices)
    #expect(!subscriber.isClosed)
    #expect(client.lines.suffix(2) == [#"{"type":"dropped","count":1}"#, text(200)])
  }

  @Test("An update that has no room beside the count of those left out is left out too, and cuts nobody")
  func droppedWithoutRoom() throws {
    let limits = SubscriberLimits(queueLines: 100, queueBytes: 1000, sendBufferBytes: 4096)
    let (client, subscriber) = try Meeting().subscribe(limits: limits)
    _ = fill(subscriber)
    send(line(0, length: 1000 - line(0).count - 120), to: subscriber)
    // 120 bytes are free: too few for the first, enough for the second, but not for it and the count.
    send(line(1, length: 200), to: subscriber, isUpdate: true)
    send(line(2, length: 100), to: subscriber, isUpdate: true)
    #expect(!subscriber.wasTooSlow)
    drain(client, subscriber)
    send(400, to: subscriber)
    #expect(client.lines.suffix(2) == [#"{"type":"dropped","count":2}"#, text(400)])
  }

  @Test("No room for what may not be lost: whole lines are given up, the half-sent one is finished, and bye")
  func tooSlow() throws {
    let (client, subscriber) = try Meeting().subscribe(limits: .narrow)
    var sent = 0
    while !subscriber.wasTooSlow {
      send(sent, to: subscriber)
      sent += 1
    }
    drain(client, subscriber)
    #expect(client.lines.last == #"{"type":"bye","reason":"too slow"}"#)
    #expect(!client.isTorn)
    let kept = client.lines.count - 1
    #expect(kept < sent)
    #expect(client.lines.dropLast() == (0..<kept).map { text($0) }[...])
    #expect(subscriber.isClosed)
    send(1000, to: subscriber)
    #expect(client.lines.count == kept + 1)
  }

  @Test("S4 however the kernel cuts what is sent, at every byte of a line, no line is torn for the reader")
  func tornAtEveryByte() throws {
    let meeting = try Meeting()
    let length = line(0).count
    var cuts: Set<Int> = []
    for shift in 0..<length {
      // The kernel takes pieces of SO_SNDBUF less 64 bytes at a time.
      let (client, subscriber) = try meeting.subscribe(
        sendBufferBytes: 2304 + shift, limits: SubscriberLimits(queueLines: 1000, queueBytes: 20_000))
      var sent = fill(subscriber)
      while subscriber.backlogCount < 50 {
        send(sent, to: subscriber)
        sent += 1
      }
      while subscriber.hasBacklog {
        client.read()
        subscriber.flush(now: .start)
        client.read()
        cuts.insert(client.bytes.count % length)
        if shift % 2 == 1, client.isTorn, !subscriber.wasTooSlow {
          subscriber.leave(.tooSlow, notices: notices, now: .start)
        }
      }
      #expect(!client.isTorn)
      let lines = client.lines.of("x")
      #expect(lines == (0..<lines.count).map { text($0) })
      #expect(lines.count == sent || client.lines.last == #"{"type":"bye","reason":"too slow"}"#)
    }
    #expect(cuts.count == length)
  }

  @Test("5 s without progress while something waits: it is let go; any progress gives 5 s more")
  func stall() throws {
    let (client, subscriber) = try Meeting().subscribe()
    // Connected long ago, and nothing waited until now.
    let begin = Instant.start + .milliseconds(60_000)
    let sent = fill(subscriber, at: begin)
    send(sent, to: subscriber, now: begin + .milliseconds(100))
    // The queue began at the beginning: what comes later does not move the deadline.
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
    // What is queued is given up, and the reason comes last, though the socket was full.
    let lines = client.lines
    #expect(!client.isTorn && lines.last == #"{"type":"bye","reason":"too slow"}"#)
    #expect(lines.count < sent + 300 && lines.dropLast() == (0..<lines.count - 1).map { text($0) }[...])
  }

  @Test(
    "One that was told that it is too slow, and takes not even that, is told once, with its half-sent line")
  func stallWhileLeaving() throws {
    let (client, subscriber) = try Meeting().subscribe(limits: .narrow)
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: 60_000) + [UInt8(ascii: "\n")]
    send(long, to: subscriber)
    while !subscriber.wasTooSlow { send(1, to: subscriber) }
    subscriber.expire(at: .start + .milliseconds(5000), notices: notices)
    #expect(subscriber.isClosed)
    client.read()
    #expect(client.bytes.prefix(long.count) == long[...])
    #expect(client.bytes.dropFirst(long.count) == notices.farewell(.tooSlow)[...])
  }

  @Test("S3 the end of its requests is not the end of its stream, and is not watched any longer")
  func endOfRequests() throws {
    let (client, subscriber) = try Meeting().subscribe()
    var buffer = [UInt8](repeating: 0, count: 16)
    _ = client.say("anything at all, in more than one piece")
    subscriber.read(into: &buffer)
    #expect(subscriber.interest == [.readable])
    try client.endRequests()
    for _ in 0..<4 { subscriber.read(into: &buffer) }
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
    for number in 0..<6 { send(sent + number, to: subscriber, isUpdate: true) }
    subscriber.leave(.stopping, notices: notices, now: .start)
    #expect(!subscriber.isClosed)
    drain(client, subscriber)
    #expect(
      client.lines.suffix(3) == [
        text(sent + 2), #"{"type":"dropped","count":3}"#, #"{"type":"bye","reason":"stopping"}"#,
      ])
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

  @Test("A line longer than the queue does not stop the daemon: it is sent whole, or the subscriber let go")
  func longLine() throws {
    let (client, subscriber) = try Meeting().subscribe(limits: .narrow)
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: 60_000) + [UInt8(ascii: "\n")]
    send(long, to: subscriber)
    send(long, to: subscriber)
    drain(client, subscriber)
    #expect(client.bytes.prefix(long.count) == long[...])
    #expect(!client.isTorn && subscriber.isClosed)
  }

  @Test("No count is too long for the room that is kept for it")
  func longestNotice() {
    #expect(notices.dropped(.max).count <= Notices.longestDropped)
  }

  // MARK: What the stories are told with

  /// In bytes, newline included. Odd, since the kernel takes two pieces of the same length at once: so the cuts
  /// of all lengths of a piece fall on all bytes of a line.
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

  private func send(_ number: Int, to subscriber: Subscriber, isUpdate: Bool = false, now: Instant = .start) {
    send(line(number), to: subscriber, isUpdate: isUpdate, now: now)
  }

  private func send(
    _ line: [UInt8], to subscriber: Subscriber, isUpdate: Bool = false, now: Instant = .start
  ) {
    subscriber.send(line, count: line.count, isUpdate: isUpdate, notices: notices, now: now)
  }

  /// Sends lines until the socket takes no more and the first one waits.
  ///
  /// - Returns: how many, the one that waits included.
  private func fill(_ subscriber: Subscriber, at now: Instant = .start) -> Int {
    var sent = 0
    while !subscriber.hasBacklog {
      send(sent, to: subscriber, now: now)
      sent += 1
    }
    return sent
  }

  /// Reads and sends until nothing waits any more.
  private func drain(_ client: Client, _ subscriber: Subscriber) {
    repeat {
      client.read()
      subscriber.flush(now: .start)
    } while subscriber.hasBacklog
    client.read()
  }
}
