import GestureCore
import GestureTestSupport
import Testing

@Suite("Recognizers that run in a client")
struct CustomRecognizerTests {
  /// A rig whose recognizers are on a region of client 1, which covers the whole screen.
  private func rig(_ declarations: RecognizerDeclaration...) throws -> GestureRig {
    let rig = try GestureRig(declarations, on: declarations.map { _ in "own" })
    var region = Region("own", frame: .points(0, 0, 1024, 640))
    region.isMultiple = true
    try rig.edit([.add(region, to: "root")], owner: 1, at: 0)
    return rig
  }

  @Test("CUS-1 the client is offered its touches before regions are told of them, in each phase")
  func offers() throws {
    let rig = try rig(.custom())
    #expect(rig.timeline(of: "A↓100,100@10") == ["spiral:offer#1{A:began}@10", "own:began{A}@10"])
    #expect(rig.reply(1, .possible) == .taken)
    #expect(
      rig.timeline(of: "A→110,100@18 B↓200,200@26") == [
        "spiral:offer#2{A:moved}@18", "own:moved{A}@18",
        "spiral:offer#3{A:stationary,B:began}@26", "own:began{B}@26",
      ])
    #expect(rig.timeline(of: "A✕@34").first == "spiral:offer#4{A:cancelled,B:stationary}@34")
    #expect(rig.seen.map(\.description) == ["spiral:failed@34"])
  }

  @Test("CUS-1, CUS-2 a reply counts at the next event, never in between")
  func nextEvent() throws {
    let rig = try rig(.custom())
    rig.play("A↓100,100@10 A→130,100@18")
    #expect(rig.reply(2, .began) == .taken)
    #expect(rig.play("⏲20") == [])
    #expect(rig.play("A→140,100@26") == ["spiral:began@26"])
    #expect(rig.reply(3, .changed) == .taken)
    #expect(rig.play("A↑@34") == ["spiral:changed@34"])
    #expect(rig.reply(4, .ended) == .taken)
    #expect(rig.play("⏲60") == ["spiral:ended@50"])
    #expect(rig.clientLines == ["spiral:reset@50"])
  }

  @Test("CUS-2 no reply in 16 ms counts as possible; a later reply counts at the next event")
  func late() throws {
    let rig = try rig(.custom())
    rig.play("A↓100,100@0 ⏲30")
    #expect(rig.reply(1, .began) == .taken)
    #expect(rig.nextDeadline == nil)
    #expect(rig.play("A→140,100@40") == ["spiral:began@40"])
  }

  @Test("CUS-3, FSM-1 what the state machine does not allow is refused, and the state stays")
  func illegal() throws {
    let rig = try rig(.custom())
    rig.play("A↓100,100@10")
    #expect(rig.reply(1, .changed) == .illegal(from: .possible))
    #expect(rig.reply(1, .cancelled) == .illegal(from: .possible))
    #expect(rig.reply(1, .failed) == .taken)
    #expect(rig.reply(1, .began) == .illegal(from: .failed))
    #expect(rig.play("A→110,100@18") == ["spiral:failed@18"])
    #expect(rig.reply(1, .began) == .illegal(from: .failed))
    #expect(rig.reply(1, .failed) == .taken)
  }

  @Test("CUS-3 an offer of another, or of nobody, is not known, and one of an attempt that is over is late")
  func unknown() throws {
    let rig = try rig(.custom(), .custom("other", of: 2))
    rig.play("A↓100,100@10")
    #expect(rig.clientLines.count == 2)
    #expect(rig.reply(2, .began, from: 3) == .unknown)
    #expect(rig.reply(9, .began, from: 1) == .unknown)
    rig.play("A↑@20 ⏲100")
    #expect(rig.clientLines.suffix(2) == ["other:reset@36", "spiral:reset@36"])
    #expect(rig.reply(2, .began, from: 1) == .late)
  }

  @Test("CUS-4 a reset is told once the attempt is over and its touches are up; only then come new touches")
  func reset() throws {
    let rig = try rig(.custom())
    rig.play("A↓100,100@10")
    #expect(rig.reply(1, .ended) == .taken)
    #expect(rig.play("B↓200,100@18 B→210,100@26") == ["spiral:ended@18"])
    #expect(rig.clientLines == ["spiral:offer#2{A:stationary,B:began}@18"])
    rig.play("A↑@40")
    #expect(rig.clientLines == [])
    rig.play("B↑@50")
    #expect(rig.clientLines == ["spiral:reset@50"])
    rig.play("C↓100,100@60")
    #expect(rig.clientLines == ["spiral:offer#3{C:began}@60"])
  }

  @Test(
    "CUS-5, ARB-26 an ignored touch is offered no longer, and is not cancelled on the recogniser's behalf")
  func ignore() throws {
    let rig = try rig(.custom())
    rig.play("A↓100,100@10 B↓200,100@18")
    #expect(rig.reply(2, .possible) { $0.ignoredTouches = [2, 77] } == .taken)
    rig.play("A→110,100 B→210,100@26")
    #expect(rig.clientLines == ["spiral:offer#3{A:moved}@26"])
    #expect(rig.reply(3, .began) == .taken)
    #expect(
      rig.timeline(of: "B→220,100@34") == ["own:cancelled{A}@34", "spiral:began@34", "own:moved{B}@34"])
  }

  @Test("CUS-6, FSM-11 still possible without a touch and without a deadline: failed once the reply counts")
  func abandoned() throws {
    let rig = try rig(.custom())
    #expect(rig.play("A↓100,100@10 A↑@20") == [])
    #expect(rig.reply(2, .possible) == .taken)
    #expect(rig.play("⏲60") == ["spiral:failed@36"])
    #expect(rig.seen.first?.reason == "noTouchesLeft")
  }

  @Test("CUS-6 with a deadline it fails then, 2 s after the offer at the latest")
  func declaredDeadline() throws {
    let rig = try rig(.custom())
    rig.play("A↓100,100@10 A↑@20")
    #expect(rig.reply(2, .possible) { $0.deadline = .milliseconds(300) } == .taken)
    #expect(rig.play("⏲1000") == ["spiral:failed@320"])
    rig.play("A↓100,100@2000 A↑@2010")
    #expect(rig.reply(4, .possible) { $0.deadline = .milliseconds(90_000) } == .taken)
    #expect(rig.play("⏲9000") == ["spiral:failed@4010"])
  }

  @Test("CUS-6 while fingers are down a deadline is an offer of its own")
  func deadlineWithTouches() throws {
    let rig = try rig(.custom())
    rig.play("A↓100,100@10")
    #expect(rig.reply(1, .possible) { $0.deadline = .milliseconds(500) } == .taken)
    rig.play("⏲600")
    #expect(rig.clientLines == ["spiral:offer#2{A:stationary}@510"])
    #expect(rig.reply(2, .began) == .taken)
    #expect(rig.play("A→101,100@700") == ["spiral:began@700"])
  }

  @Test("CUS-6, TIM-5 a deadline that is over when the reply counts is now, not in the past")
  func pastDeadline() throws {
    let rig = try rig(.custom())
    rig.play("A↓100,100@10 ⏲100")
    #expect(rig.reply(1, .possible) { $0.deadline = .milliseconds(20) } == .taken)
    rig.play("A→110,100@200 ⏲300")
    #expect(rig.clientLines == ["spiral:offer#2{A:moved}@200", "spiral:offer#3{A:stationary}@200"])
  }

  @Test("CUS-7 its client dies: possible it fails and gives back what it held, active it is cancelled")
  func death() throws {
    let rig = try rig(.custom().with { $0.delaysTouchesBegan = true })
    #expect(rig.timeline(of: "A↓100,100@10") == ["spiral:offer#1{A:began}@10"])
    #expect(rig.edit(at: 50) { $0.removeAll(ownedBy: 1) } == ["spiral:failed@50"])
    #expect(rig.timeline.contains("own:began{A:10}@50"))
    let other = try self.rig(.custom())
    other.play("A↓100,100@10")
    #expect(other.reply(1, .began) == .taken)
    other.play("A→120,100@18")
    #expect(other.edit(at: 50) { $0.removeAll(ownedBy: 1) } == ["spiral:cancelled@50"])
    #expect(other.timeline(of: "A→130,100@58 A↑@70") == [])
  }

  @Test("CUS-8 it takes part in arbitration: a tap waits for it to fail, and fails when it is recognised")
  func arbitration() throws {
    let rig = try rig(.custom(), .tap(requires: ["spiral"]).owned(by: 1))
    #expect(rig.play("A↓100,100@10 A↑@80") == [])
    #expect(rig.reply(2, .failed) == .taken)
    #expect(rig.play("⏲200") == ["spiral:failed@96", "tap:ended@96"])
    rig.play("A↓100,100@1000 A↑@1080")
    #expect(rig.reply(4, .ended) == .taken)
    #expect(rig.play("⏲1200") == ["tap:failed@1096", "spiral:ended@1096"].sorted().reversed())
  }

  @Test("CUS-8 one that waits for others begins and ends when they have failed")
  func waits() throws {
    let rig = try rig(.tap("double", taps: 2).owned(by: 1), .custom(requires: ["double"]))
    rig.play("A↓100,100@10")
    #expect(rig.reply(1, .began) == .taken)
    #expect(rig.play("A→102,100@18 A↑@30") == [])
    #expect(rig.reply(3, .ended) == .taken)
    #expect(rig.play("⏲1000").suffix(3) == ["double:failed@380", "spiral:began@380", "spiral:ended@380"])
  }

  @Test("CUS-8, ARB-46 one that waited is reset once the fingers are up that landed meanwhile")
  func landsMeanwhile() throws {
    let rig = try rig(.tap("double", taps: 2).owned(by: 1), .custom(requires: ["double"]))
    rig.play("A↓100,100@10 A↑@70")
    #expect(rig.reply(2, .ended) == .taken)
    #expect(rig.play("B↓110,100@200") == [])
    #expect(rig.play("C↓500,400@240") == ["double:failed@240", "spiral:ended@240"])
    #expect(rig.clientLines.isEmpty)
    rig.play("C↑@300")
    #expect(rig.clientLines.isEmpty)
    rig.play("B↑@330")
    #expect(rig.clientLines == ["spiral:reset@330"])
    rig.play("A↓100,100@400")
    #expect(rig.clientLines.first?.hasPrefix("spiral:offer") == true)
  }

  @Test("CUS-8 began and ended in one go are both told")
  func atOnce() throws {
    let rig = try rig(.custom())
    rig.play("A↓100,100@10 A↑@18")
    #expect(rig.reply(1, .began) == .taken)
    #expect(rig.reply(2, .ended) == .taken)
    #expect(rig.play("⏲100") == ["spiral:began@34", "spiral:ended@34"])
  }

  @Test("CUS-8 one that is under way without a touch and silent is cancelled")
  func unattended() throws {
    let rig = try rig(.custom())
    rig.play("A↓100,100@10")
    #expect(rig.reply(1, .began) == .taken)
    #expect(rig.play("A↑@18 ⏲1000") == ["spiral:began@18", "spiral:cancelled@50"])
    #expect(rig.nextDeadline == nil)
  }

  @Test("CUS-9 the values of the latest reply ride in the lines")
  func values() throws {
    let rig = try rig(.custom())
    rig.play("A↓100,100@10")
    #expect(rig.reply(1, .began) { $0.values = Array(#"{"turns":1}"#.utf8) } == .taken)
    rig.play("A→120,100@18")
    #expect(payload(rig) == #"{"turns":1}"#)
    #expect(rig.reply(2, .changed) == .taken)
    rig.play("A→130,100@26")
    #expect(payload(rig) == #"{"turns":1}"#)
    #expect(rig.reply(3, .ended) { $0.values = [] } == .taken)
    rig.play("A→140,100@34")
    #expect(payload(rig) == "")
  }

  @Test("CUS-12 one that holds touches for 2 s and is still possible is told of")
  func watchdog() throws {
    let rig = try rig(.custom().with { $0.delaysTouchesBegan = true })
    rig.play("A↓100,100@10")
    rig.play("⏲2010")
    let told = rig.buffer.events.contains {
      if case .transition(let event) = $0 { event.reason.word == "holdsTouches" } else { false }
    }
    #expect(told)
  }

  private func payload(_ rig: GestureRig) -> String? {
    for case .gesture(let gesture) in rig.buffer.events {
      return String(decoding: rig.buffer.payload[gesture.payload], as: UTF8.self)
    }
    return nil
  }
}
