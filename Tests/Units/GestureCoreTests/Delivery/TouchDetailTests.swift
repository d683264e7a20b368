import GestureCore
import GestureTestSupport
import Testing

/// The contents of touch records: all touches, coalesced samples and predictions.
@Suite("Touch details")
struct TouchDetailTests {
  private func rig(
    _ declarations: RecognizerDeclaration..., detail: TouchDetail = [.all, .coalesced, .predicted],
    rate: Int = 0, regions: RegionTree = GestureRig.treeWithV
  ) throws -> GestureRig {
    var table = OptionTable(defaultsOf: TouchSettings.options)
    table.set("delivery_hz", to: .integer(rate))
    var settings = TouchSettings(table)
    settings.detail = detail
    return try GestureRig(declarations, regions: regions, settings: settings)
  }

  private func texts(_ samples: [TouchSample]?) -> [String]? {
    samples?.map { sample in
      let x = (sample.location.x * 100).rounded() / 100
      return "\(x)@\(Double(sample.time.microseconds) / 1000)"
    }
  }

  private func all(_ observation: TouchesObservation) -> [String] {
    observation.all.map { "\($0.id):\($0.phase)" }
  }

  // MARK: All touches

  @Test("EVT-3, TCH-6 `all` lists what is down, and what ended in this very delivery")
  func allTouches() throws {
    let rig = try rig()
    rig.play("A↓200,200@0 B↓300,200@5 B→310,200@15 A↑@20 B→320,200@30")
    #expect(
      rig.touches.map(all) == [
        ["1:began"], ["1:stationary", "2:began"], ["1:stationary", "2:moved"], ["1:ended", "2:stationary"],
        ["2:moved"],
      ])
    #expect(rig.touches[2].all.map(\.time) == [.milliseconds(0), .milliseconds(15)])
    #expect(rig.touches[2].all[0].previousLocation == rig.touches[2].all[0].location)
  }

  @Test("EVT-7 a receiver's set holds its own touches in that phase, the event holds all")
  func ownTouches() throws {
    let rig = try rig()
    rig.play("A↓200,200 B↓600,500@0 A→210,200 B→610,500@10")
    #expect(rig.timeline.suffix(2) == ["V:moved{A}@10", "root:moved{B}@10"])
    #expect(rig.touches.suffix(2).map(all) == [["1:moved", "2:moved"], ["1:moved", "2:moved"]])
  }

  @Test(
    "EVT-8 the last finger has lifted where as many ended as the region has touches",
    arguments: [("A↑@20", [1, 2]), ("A↑@20 B↑@30", [1, 1]), ("A↑ B↑@20", [2, 2])])
  func lastFinger(script: String, counts: [Int]) throws {
    let rig = try rig()
    rig.play("A↓200,200 B↓300,200@0 C↓600,500@5")
    rig.play(script)
    let event = try #require(rig.touches.last)
    let own = event.all.count { rig.regions.regions[$0.region].name == "V" }
    #expect([event.touches.count, own] == counts)
  }

  @Test("EVT-8 it is the same for lifts that were held")
  func lastFingerHeld() throws {
    let rig = try rig(.tap("two", touches: 2))
    rig.play("A↓200,200 B↓300,200@0 A↑@20 B→360,200@40 B↑@60")
    let ended = rig.touches.filter { $0.phase == .ended }
    #expect(ended.map { [$0.touches.count, $0.all.count] } == [[1, 2], [1, 1]])
  }

  @Test("EVT-9, TCH-9 sets are in began order, whatever the slots are")
  func beganOrder() throws {
    let rig = try rig()
    rig.play("A↓200,200@0 B↓300,200@5 A↑@10 C↓250,200@20 B→301,200 C→251,200@30")
    #expect(rig.touches.last?.touches.map(\.id) == [2, 3])
  }

  @Test("EVT-5, HIT-14 a touch stays with the region that it landed in, wherever it is")
  func boundRegion() throws {
    let rig = try rig()
    rig.play("A↓200,200@0 A→600,500@10")
    #expect(rig.touches.map { rig.regions.regions[$0.all[0].region].name } == ["V", "V"])
  }

  @Test("EVT-13 a place in a region is the screen's through its absolute transform")
  func conversion() throws {
    let rig = try rig()
    rig.play("A↓150,170@0")
    #expect(rig.touches[0].touches[0].regionLocation.isNear(50, 70))
    #expect(rig.touches[0].touches[0].location.isNear(150, 170))
  }

  @Test("EVT-14 a held phase keeps its older stamp in its record, the event has the later one")
  func olderStamp() throws {
    let rig = try rig(.tap().with { $0.delaysTouchesBegan = true })
    rig.play("A↓200,200@0 A→246,200@40")
    #expect(rig.touches.map(\.time) == [40, 40])
    #expect(rig.touches.map { $0.touches[0].time } == [.milliseconds(0), .milliseconds(40)])
  }

  @Test("TCH-5 the place before is that of the event before, and the same on began")
  func previous() throws {
    let rig = try rig()
    rig.play("A↓200,200@0 A→204,200@8 A→210,200@16 A↑@24")
    let places = rig.touches.map { ($0.touches[0].previousLocation.x * 10).rounded() / 10 }
    #expect(places == [200, 200, 204, 210])
  }

  @Test("TCH-7 a frame without a change tells nothing")
  func emptyFrame() throws {
    let rig = try rig()
    rig.play("A↓200,200@0")
    rig.play([.frame(TouchFrame(time: .milliseconds(8), changes: []))])
    #expect(rig.timeline == [])
  }

  @Test("TCH-11 a landing and a lift of one stamp are both told")
  func sameStamp() throws {
    #expect(try rig().timeline(of: "A↓200,200@0 A↑@0") == ["V:began{A}@0", "V:ended{A}@0"])
  }

  @Test("TCH-3 a contact replaced in place is cancelled where it was, before the new one begins")
  func replaced() throws {
    let rig = try rig()
    rig.play("A↓200,200@0 A→210,200@10")
    rig.play("A✕@20 B↓300,200@20")
    #expect(rig.timeline == ["V:cancelled{A}@20", "V:began{B}@20"])
    #expect(rig.touches[0].touches[0].location.isNear(210, 200))
  }

  @Test("TCH-28 places are rounded to a grid where one is asked for")
  func quantum() throws {
    var settings = TouchSettings()
    settings.locationQuantum = 0.5 * TouchScript.millimetresPerPoint
    let rig = try GestureRig([], settings: settings)
    rig.play("A↓200.3,200@0")
    #expect(rig.touches[0].touches[0].location.isNear(200.5, 200))
    #expect(rig.touches[0].touches[0].preciseLocation.isNear(200.3, 200))
    let plain = try GestureRig([])
    plain.play("A↓200.3,200@0")
    #expect(plain.touches[0].touches[0].location.isNear(200.3, 200))
  }

  // MARK: Coalesced samples

  @Test("COA-1 the samples since the event before, the last being what is told; at least one")
  func coalescedEach() throws {
    let rig = try rig()
    rig.play("A↓200,200@0 A→204,200@8 A↑@16")
    #expect(rig.touches.map { texts($0.coalesced(of: 1)) } == [["200.0@0.0"], ["204.0@8.0"], ["204.0@16.0"]])
  }

  @Test("COA-2, COA-3 at 60 Hz moves are merged, with a chain of samples; the place before is the told one")
  func merged() throws {
    let rig = try rig(rate: 60)
    rig.play("A↓200,200@0 A→201,200@4 A→202,200@8 A→203,200@12 A→204,200@16")
    #expect(rig.timeline == ["V:began{A}@0", "V:moved{A}@16"])
    let event = rig.touches[1]
    #expect(texts(event.coalesced(of: 1)) == ["201.0@4.0", "202.0@8.0", "203.0@12.0", "204.0@16.0"])
    let previous = event.coalesced(of: 1)?.map { $0.previousLocation.x.rounded() }
    #expect(previous == [200, 201, 202, 203])
    #expect(event.touches[0].previousLocation.isNear(200, 200))
  }

  @Test("COA-2 where no frame comes a timer tells what waits, and recognizers see every frame")
  func timer() throws {
    let rig = try rig(.longPress(movement: 2.5), rate: 60)
    rig.play("A↓200,200@0 A→201,200@4 A→202,200@8")
    #expect(rig.nextDeadline == .milliseconds(16))
    #expect(rig.timeline(of: "⏲100") == ["V:moved{A:8}@16"])
    #expect(rig.timeline(of: "A→203,200@110") == ["lp:failed@110", "V:moved{A}@110"])
  }

  @Test("COA-4 what waits is told before an end, which does not wait")
  func flushed() throws {
    let told = try rig(rate: 60).timeline(of: "A↓200,200@0 A→201,200@4 A↑@6")
    #expect(told == ["V:began{A}@0", "V:moved{A:4}@6", "V:ended{A}@6"])
  }

  @Test("COA-4 and before a landing of another finger")
  func flushedByLanding() throws {
    let told = try rig(rate: 60).timeline(of: "A↓200,200@0 A→201,200@4 B↓300,200@6")
    #expect(told == ["V:began{A}@0", "V:moved{A:4}@6", "V:began{B}@6"])
  }

  @Test("COA-4, DLY-3 and before a cancel by recognition, but not the move that led to it")
  func flushedByRecognition() throws {
    let rig = try rig(.pan(), rate: 60)
    rig.play("A↓200,200@0 A→205,200@4 A→210,200@8")
    #expect(rig.timeline == ["V:began{A}@0", "V:moved{A:4}@8", "V:cancelled{A}@8", "pan:began@8"])
    #expect(rig.touches[1].touches[0].location.isNear(205, 200))
  }

  @Test("COA-5 of more samples than 64 the oldest are lost, and counted")
  func lost() throws {
    let rig = try rig(rate: 1)
    let moves = (1...100).map { "A→\(200 + $0),200@\($0)" }.joined(separator: " ")
    rig.play("A↓200,200@0 \(moves) ⏲1000")
    let event = try #require(rig.touches.last)
    #expect(event.coalesced(of: 1)?.count == 64)
    #expect(event.touches[0].coalescedLost == 36)
    #expect(texts(event.coalesced(of: 1))?.last == "300.0@100.0")
  }

  @Test("COA-6 a touch that is not in the event has none, which is not an empty list")
  func unknownTouch() throws {
    let rig = try rig()
    rig.play("A↓200,200@0")
    guard case .touches(let event) = rig.buffer.events[0] else { return #expect(Bool(false)) }
    #expect(rig.buffer.coalescedSamples(of: 7, in: event) == nil)
    #expect(rig.buffer.predictedSamples(of: 7, in: event) == nil)
    #expect(rig.buffer.coalescedSamples(of: 1, in: event)?.count == 1)
  }

  @Test("COA-7 one that rests has its last state alone")
  func resting() throws {
    let rig = try rig()
    rig.play("A↓200,200@0 B↓300,200@5 A→204,200@10")
    #expect(texts(rig.touches[2].coalesced(of: 2)) == ["300.0@5.0"])
  }

  // MARK: Predictions

  @Test("PRE-1, PRE-2 straight on at the mean velocity, at the device's interval, with stamps to come")
  func predicted() throws {
    let rig = try rig()
    rig.play("A↓100,200@0 A→104,200@8 A→109,200@16")
    #expect(texts(rig.touches[2].predicted(of: 1)) == ["113.5@24.0", "118.0@32.0"])
  }

  @Test("PRE-3 they are made anew with every event, and are told as no touch")
  func anew() throws {
    let rig = try rig()
    rig.play("A↓100,200@0 A→104,200@8 A→109,200@16 A→108,200@24")
    #expect(rig.timeline.count == 4)
    #expect(texts(rig.touches[3].predicted(of: 1)) == ["110.0@32.0", "112.0@40.0"])
  }

  @Test("PRE-4 there are none on began and at the end, nor with fewer than two samples")
  func noPredictions() throws {
    let rig = try rig()
    rig.play("A↓100,200@0 A→104,200@8 A↑@16 A↓100,200@1000 A→104,200@1100 A✕@1110")
    #expect(
      rig.touches.map { $0.predicted(of: $0.touches[0].id)?.isEmpty } == [
        true, false, true, true, true, true,
      ])
  }

  @Test("PRE-5 they stay on the panel")
  func clamped() throws {
    let tree = RegionTree(screen: GestureRig.screen)
    var settings = TouchSettings()
    settings.detail = .predicted
    let mm = TouchScript.millimetresPerPoint
    var pipeline = TouchscreenPipeline(
      maximumTouches: 1, regions: tree, settings: settings, recognizers: try RecognizerSet([]),
      lastPosition: Point(1023.9 * mm, 639.9 * mm))
    var identifiers = IdentifierSource()
    var buffer = EventBuffer()
    var script = TouchScript()
    for step in script.read("A↓1017,200@0 A→1020,200@8 A→1023,200@16") {
      guard case .frame(let frame) = step else { continue }
      buffer.removeAll()
      pipeline.receive(frame, identifiers: &identifiers, into: &buffer)
    }
    #expect(buffer.samples.map { ($0.location.points.x * 10).rounded() / 10 } == [1023.9, 1023.9])
  }

  @Test("PRE-6 recognizers never see them")
  func unseen() throws {
    let rig = try rig(.pan())
    rig.play("A↓200,200@0 A→204,200@8 A→209,200@16")
    #expect(rig.touches[2].predicted(of: 1)?.isEmpty == false)
    #expect(rig.seen.isEmpty)
  }

  @Test("EVT-11 each touchscreen has sequences of its own: two at once are two numbers")
  func twoScreens() throws {
    let tree = RegionTree(screen: GestureRig.screen)
    var screens = try (0..<2).map { _ in
      PipelineValue(
        TouchscreenPipeline(maximumTouches: 2, regions: tree, recognizers: try RecognizerSet([])))
    }
    var identifiers = IdentifierSource()
    var buffer = EventBuffer()
    let landing = TouchFrame(
      time: .milliseconds(0), changes: [ContactChange(slot: 0, kind: .began, position: Point(1, 1))])
    for number in screens.indices {
      screens[number].pipeline.receive(landing, identifiers: &identifiers, into: &buffer)
    }
    var sequences: [UInt64] = []
    for case .touches(let event) in buffer.events { sequences.append(event.sequence) }
    #expect(sequences == [1, 2])
    #expect(buffer.records[..<buffer.recordCount].map(\.id) == [1, 2])
  }
}
