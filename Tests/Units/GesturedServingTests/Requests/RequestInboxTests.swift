import DaemonTestSupport
import GestureCore
import GestureTestSupport
import Testing

@testable import GesturedServing

@Suite struct RequestInboxTests {
  private let limits = InboxLimits()

  @Test(
    "S6 lines are whole whatever the pieces they come in; a CR before the newline and empty lines are nothing"
  )
  func framing() {
    let text = "{\"a\":1}\r\n\n\r\n{\"b\":2}\n{\"c\":3}\nrest"
    let bytes = Array(text.utf8)
    for size in 1...bytes.count {
      var inbox = RequestInbox()
      var lines: [String] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        let piece = Array(bytes[start..<min(bytes.count, start + size)])
        inbox.append(piece, count: piece.count, limits, now: .start)
        lines += take(&inbox)
      }
      #expect(lines == [#"{"a":1}"#, #"{"b":2}"#, #"{"c":3}"#])
      #expect(inbox.count == 4)
    }
  }

  @Test("S5 a line of the longest length is taken, one byte more is too long, newline or not")
  func longest() {
    for excess in [0, 1] {
      for newline in ["\n", ""] {
        var inbox = RequestInbox()
        say(String(repeating: "x", count: limits.longestLine + excess) + newline, to: &inbox)
        switch inbox.next(limits, now: .start) {
        case .line(let line): #expect(excess == 0 && newline == "\n" && line.count == limits.longestLine)
        case .tooLong: #expect(excess == 1)
        case .nothing: #expect(excess == 0 && newline == "")
        case .overdue: Issue.record("nothing is late yet")
        }
      }
    }
  }

  @Test(
    "H2 a short rest behind a long line does not keep the memory of the line",
    arguments: ["", "{\"id\"", "{}\n"])
  func shortRest(rest: String) {
    var inbox = RequestInbox()
    say(String(repeating: "x", count: 50_000) + "\n" + rest, to: &inbox)
    #expect(inbox.keptBytes >= 50_000)
    if case .line(let line) = inbox.next(limits, now: .start) { #expect(line.count == 50_000) }
    #expect(inbox.count == rest.utf8.count && inbox.keptBytes <= 8192)
    say("}\n", to: &inbox)
    #expect(take(&inbox).first == (rest == "{}\n" ? "{}" : rest + "}"))
  }

  @Test(
    "S6 half a line is waited for 30 s after its last byte; a time in which nothing is read does not count")
  func overdue() {
    var inbox = RequestInbox()
    #expect(inbox.deadline(limits) == nil)
    say("{\"id\"", to: &inbox)
    #expect(inbox.deadline(limits) == .start + .milliseconds(30_000))
    say(":", to: &inbox, at: .start + .milliseconds(10_000))
    #expect(next(&inbox, at: 39_999) == .nothing)
    inbox.postpone(to: .start + .milliseconds(20_000))
    #expect(next(&inbox, at: 49_999) == .nothing)
    #expect(next(&inbox, at: 50_000) == .overdue)
    say("1}\n", to: &inbox, at: .start + .milliseconds(50_000))
    #expect(take(&inbox) == [#"{"id":1}"#] && inbox.deadline(limits) == nil)
  }

  @Test("S10 a line beyond the budget waits for its turn, and the deadline says when that is")
  func budget() {
    var inbox = RequestInbox()
    say(String(repeating: "{}\n", count: 150), to: &inbox)
    #expect(take(&inbox).count == 100)
    var now = Instant.start
    var count = 0
    while inbox.hasLine {
      guard let deadline = inbox.deadline(limits) else { break }
      #expect(deadline >= now)
      now = deadline
      count += take(&inbox, at: now).count
    }
    #expect(count == 50)
    #expect((now - .start).milliseconds > 900 && (now - .start).milliseconds < 1000)
  }

  @Test(
    "S10 a flood of empty lines is passed over at once, and what is said after it waits as long as it costs")
  func emptyLines() {
    var inbox = RequestInbox()
    say(String(repeating: "\n\r\n", count: 2048) + "{}\n", to: &inbox)
    #expect(take(&inbox).isEmpty && inbox.count == 3)
    // Twenty empty lines cost as much as a request. So 4,096 empty lines cost 4.096 s, of which 2 s are the burst.
    let end = Instant.start + .milliseconds(2096)
    #expect(take(&inbox, at: end).isEmpty)
    #expect(take(&inbox, at: end + .milliseconds(1)).count == 1)
  }

  @Test(
    "Any bytes in any pieces are either lines of at most the longest length or too long, and nothing is lost")
  func anyBytes() {
    var generator = SeededGenerator(seed: 7)
    let narrow = InboxLimits(longestLine: 20, rate: RateBudget.Rate(perSecond: 1_000_000, burst: 1_000_000))
    for _ in 0..<2000 {
      var inbox = RequestInbox()
      var said: [UInt8] = []
      var heard: [UInt8] = []
      var isTooLong = false
      for _ in 0..<Int.random(in: 1...20, using: &generator) {
        let piece = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
          UInt8.random(in: 9...14, using: &generator)
        }
        said += piece
        inbox.append(piece, count: piece.count, narrow, now: .start)
        taking: while true {
          switch inbox.next(narrow, now: .start) {
          case .line(let line):
            #expect(line.count <= 20 && !line.contains(10))
            heard += line
          case .tooLong:
            isTooLong = true
            break taking
          case .nothing, .overdue: break taking
          }
        }
        if isTooLong { break }
      }
      if isTooLong { continue }
      let whole = said[..<(said.lastIndex(of: 10) ?? 0)]
      let expected = whole.split(separator: 10).flatMap { $0.last == 13 ? $0.dropLast() : $0 }
      #expect(heard == Array(expected))
    }
  }

  private func say(_ text: String, to inbox: inout RequestInbox, at now: Instant = .start) {
    let bytes = Array(text.utf8)
    inbox.append(bytes, count: bytes.count, limits, now: now)
  }

  private func next(_ inbox: inout RequestInbox, at milliseconds: Double) -> RequestInbox.Step {
    inbox.next(limits, now: .start + .milliseconds(milliseconds))
  }

  private func take(_ inbox: inout RequestInbox, at now: Instant = .start) -> [String] {
    var lines: [String] = []
    while case .line(let line) = inbox.next(limits, now: now) {
      lines.append(String(decoding: line, as: UTF8.self))
      inbox.use(limits, now: now, isLight: false)
    }
    return lines
  }
}
