import GestureCore
import GestureTestSupport
import Testing

/// Touches reach the regions and clients that listen at the time, while listeners change.
@Suite("Audience")
struct AudienceTests {
  /// F0 with Q in V, at 100,100 of 100 × 100 pt on the screen.
  private func rig(
    _ declarations: RecognizerDeclaration..., q: (inout Region) -> Void = { _ in },
    v: (inout Region) -> Void = { _ in }
  ) throws -> GestureRig {
    var tree = RegionTree.f0
    tree.change("V", v)
    tree.add("Q", to: "V", points: 0, 0, 100, 100, configure: q)
    return try GestureRig(declarations, regions: tree)
  }

  @Test("RSP-2, RSP-5 what nobody listens to goes on to the next responder, still as the region it hit")
  func climbs() throws {
    let rig = try rig()
    rig.listen(["root": .handles])
    #expect(rig.timeline(of: "A↓150,170@0 A↑@50") == ["root:began{A}@0", "root:ended{A}@50"])
    #expect(
      rig.touches.map { $0.touches[0].region } == [rig.regions.existing("Q"), rig.regions.existing("Q")])
    rig.listen(["Q": .forwards, "root": .handles])
    #expect(rig.timeline(of: "A↓150,170@100") == ["Q:began{B}@100", "root:began{B}@100"])
    #expect(rig.touches.map { $0.touches[0].regionLocation } == [Point(50, 70), Point(150, 170)])
  }

  @Test("DLV-16 without any listener nothing is told, and recognizers see the touch all the same")
  func nobody() throws {
    let rig = try rig(.tap())
    rig.listen([:])
    #expect(rig.timeline(of: "A↓150,150@0 A↑@50") == ["tap:ended@50"])
    rig.listen(nil)
    #expect(rig.timeline(of: "A↓150,150@1000") == ["Q:began{B}@1000"])
  }

  @Test("MULTI-17 a touch climbs only if every listener of the region forwards")
  func everyListenerForwards() throws {
    var audience = TouchAudience()
    audience.add(3, forwards: true)
    audience.add(3, forwards: true)
    #expect(audience[3] == .forwards)
    audience.add(3, forwards: false)
    audience.add(3, forwards: true)
    #expect(audience[3] == .handles)
    #expect(audience[2] == .absent)
    let rig = try rig()
    rig.listen(["Q": .forwards, "V": .handles, "root": .handles])
    #expect(rig.timeline(of: "A↓150,150@0") == ["Q:began{A}@0", "V:began{A}@0"])
    rig.listen(["Q": .handles, "V": .handles])
    #expect(rig.timeline(of: "B↓160,160@10") == [])
    #expect(rig.timeline(of: "A↑ B↑@20 A↓150,150@30") == ["Q:ended{A}@20", "V:ended{A}@20", "Q:began{C}@30"])
  }

  @Test("RSP-2 a region that ignores touches tells no listener, one that forwards them always does")
  func declared() throws {
    let ignoring = try rig(q: { $0.handling = .ignores })
    ignoring.listen(["Q": .handles, "V": .handles])
    #expect(ignoring.timeline(of: "A↓150,150@0") == ["V:began{A}@0"])
    let forwarding = try rig(q: { $0.handling = .forwards })
    forwarding.listen(["Q": .handles, "V": .handles])
    #expect(forwarding.timeline(of: "A↓150,150@0") == ["Q:began{A}@0", "V:began{A}@0"])
  }

  @Test("MULTI-16 who watches all handles nothing, and is told of what nobody handles")
  func observers() throws {
    let rig = try rig()
    rig.listen(["V": .handles], isObserved: true)
    #expect(
      rig.timeline(of: "A↓150,150@0 B↓600,500@10 A→160,150 B→610,500@20 A↑ B↑@30") == [
        "V:began{A}@0", "root?began{B}@10", "V:moved{A}@20", "root?moved{B}@20", "V:ended{A}@30",
        "root?ended{B}@30",
      ])
  }

  @Test("MULTI-16 what a region may not have is watched, and is held by nobody")
  func observedBesideHandled() throws {
    let rig = try rig(v: { $0.isMultiple = false })
    rig.listen(["V": .handles], isObserved: true)
    #expect(
      rig.timeline(of: "A↓300,300@0 B↓310,300@10 A→300,310 B→310,310@20") == [
        "V:began{A}@0", "V?began{B}@10", "V:moved{A}@20", "V?moved{B}@20",
      ])
    #expect(rig.timeline(of: "A↑@30 C↓320,300@40") == ["V:ended{A}@30", "V:began{C}@40"])
  }

  @Test("MULTI-16 a recognizer takes touches from those who watch, too")
  func observedIsTaken() throws {
    let rig = try rig(.pan())
    rig.listen([:], isObserved: true)
    #expect(
      rig.timeline(of: "A↓600,500@0 A→630,500@10") == [
        "root?began{A}@0", "root?cancelled{A}@10", "pan:began@10",
      ])
  }

  @Test("MULTI-9, DMN-15 who listens is fixed where a touch lands")
  func fixedAtLanding() throws {
    let rig = try rig()
    rig.listen([:])
    #expect(rig.timeline(of: "A↓300,300@0") == [])
    rig.listen(["V": .handles], isObserved: true)
    #expect(rig.timeline(of: "A→310,300@10 B↓320,300@20") == ["V:began{B}@20"])
    rig.listen([:])
    #expect(rig.timeline(of: "A↑ B↑@30") == ["V:ended{B}@30"])
  }

  @Test("MULTI-9 also while its landing is held back")
  func fixedWhileHeld() throws {
    let rig = try rig(.tap().with { $0.delaysTouchesBegan = true })
    rig.listen([:])
    #expect(rig.timeline(of: "A↓300,300@0") == [])
    rig.listen(["V": .handles])
    #expect(rig.timeline(of: "A→400,300@20 A↑@30") == ["tap:failed@20"])
    rig.listen(["V": .handles])
    #expect(rig.timeline(of: "B↓300,300@1000") == [])
    rig.listen([:])
    #expect(
      rig.timeline(of: "B→400,300@1020") == ["tap:failed@1020", "V:began{B:1000}@1020", "V:moved{B}@1020"])
  }

  @Test("MULTI-10 the holder of a delay goes while possible: then the touch is told, with its own stamp")
  func holderGoes() throws {
    let rig = try rig(.tap().with { $0.delaysTouchesBegan = true })
    rig.listen(["V": .handles])
    #expect(rig.timeline(of: "A↓300,300@0") == [])
    rig.edit(at: 50) { $0.remove(0) }
    #expect(rig.timeline.last == "V:began{A:0}@50")
    #expect(rig.timeline(of: "A↑@60") == ["V:ended{A}@60"])
  }

  @Test("MULTI-10 it goes while active: it is cancelled, and the touch is not given back")
  func activeHolderGoes() throws {
    let rig = try rig(.pan())
    rig.listen(["V": .handles])
    rig.play("A↓300,300@0 A→330,300@20")
    rig.edit(at: 50) { $0.remove(0) }
    #expect(rig.timeline == ["pan:cancelled@50"])
    #expect(rig.timeline(of: "A→340,300@60 A↑@70") == [])
  }

  @Test("MULTI-10 one that another waits for goes: it counts as failed")
  func requiredGoes() throws {
    var tap = RecognizerDeclaration.tap()
    tap.requireToFail = ["tap2"]
    let rig = try rig(tap, .tap("tap2", taps: 2))
    rig.play("A↓300,300@0 A↑@50")
    #expect(rig.actions.isEmpty)
    rig.edit(at: 100) { $0.remove(1) }
    #expect(rig.actions.map(\.description) == ["tap:ended@100"])
  }

  @Test("What listeners ask for beyond phases is there while they ask")
  func detail() throws {
    let rig = try rig()
    rig.listen(["V": .handles])
    rig.play("A↓300,300@0 A→310,300@10")
    #expect(rig.touches.last?.coalesced(of: 1)?.isEmpty == true)
    #expect(rig.touches.last?.all.isEmpty == true)
    rig.listen(["V": .handles], detail: [.all, .coalesced, .predicted])
    rig.play("A→320,300@20 A→330,300@30 A→340,300@40 A→350,300@50")
    #expect(rig.touches.last?.coalesced(of: 1)?.map(\.location) == [Point(350, 300)])
    #expect(rig.touches.last?.predicted(of: 1)?.isEmpty == false)
    #expect(rig.touches.last?.all.map(\.id) == [1])
    rig.listen(["V": .handles])
    rig.play("A→360,300@60")
    #expect(rig.touches.last?.coalesced(of: 1)?.isEmpty == true)
    #expect(rig.touches.last?.predicted(of: 1)?.isEmpty == true)
  }

  @Test("DMN-6 an event has the same number whether anybody reads what regions are told or not")
  func numbers() throws {
    /// The numbers of all events but touches, and of the last event.
    func numbers(isRead: Bool) throws -> [Int] {
      var pipeline = TouchscreenPipeline(
        maximumTouches: 10, regions: .f0, recognizers: try RecognizerSet([.tap(), .pan(minimum: 2)]))
      pipeline.setAudience(nil, isRead: isRead)
      var identifiers = IdentifierSource()
      var buffer = EventBuffer()
      var script = TouchScript()
      var number = 0
      var found: [Int] = []
      for step in script.read(
        "A↓100,100@10 B↓300,300@20 A→130,100@30 B→330,300@30 A→160,100@40 A↑@60 B↑@70 A↓500,300@200 A↑@240 "
          + "A↓200,200@900 C↓520,320@910 A→240,200@930 C→560,320@930 C↑@960 D↓600,100@970 A↑@980 D↑@980 ⏲2000"
      ) {
        buffer.removeAll()
        pipeline.play(step, identifiers: &identifiers, into: &buffer)
        for (event, place) in zip(buffer.events, buffer.places) {
          number += place.untold + 1
          if case .touches = event { continue }
          found.append(number)
        }
        number += buffer.untoldAtEnd
      }
      return found + [number]
    }
    let read = try numbers(isRead: true)
    #expect(read.count > 5)
    #expect(try numbers(isRead: false) == read)
  }
}
