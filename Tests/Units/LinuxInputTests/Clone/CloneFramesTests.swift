import GestureCore
import GestureTestSupport
import Testing
import TouchInput

/// The events of a clone. Places are in units of T1: 10 a point.
@Suite("The clone's frames")
struct CloneFramesTests {
  private static let x = EventCode.positionX
  private static let y = EventCode.positionY
  private static let id = EventCode.trackingID
  private static let slot = EventCode.slot
  private static let tool = EventCode.toolType

  /// A panel with a tool, sizes and an orientation.
  private static var rich: DeviceDescription {
    var device = TestScreen.description()
    for (code, maximum) in [(tool, 2), (EventCode.touchMajor, 255), (UInt16(0x34), 90)] as [(UInt16, Int32)] {
      device.codes[EventCode.absolute]?.insert(code)
      device.axes[code] = AxisRange(minimum: 0, maximum: maximum)
    }
    return device
  }

  private func words(_ events: [InputEvent]) -> [[String]] {
    var frames: [[String]] = [[]]
    for event in events {
      if event.type == EventCode.synchronization {
        frames.append([])
      } else {
        frames[frames.count - 1].append(String(event.code, radix: 16) + "=\(event.value)")
      }
    }
    return frames.dropLast()
  }

  @Test("DMN-7, FLT-28, FLT-34, FLT-46 without a competing recognizer each report is a frame, ids apart")
  func transparent() throws {
    var rig = try CloneRig([.pan(passive: true)])
    let script = EvemuScript("A↓100,100@0 B↓200,200@8 A→110,120 B→210,200@16 A↑@24 C↓300,100@30 B↑ C↑@40")
    rig.play(script.events)
    func contacts(_ events: [InputEvent]) -> [InputEvent] {
      // The clone has ids of its own, and a pointer that the kernel makes for drivers.
      events.filter { $0.type != EventCode.key && $0.code != EventCode.x && $0.code != EventCode.y }.map {
        event in
        var event = event
        if event.code == Self.id { event.value = event.value < 0 ? -1 : 0 }
        return event
      }
    }
    // The kernel repeats neither slots nor values.
    var slot: Int32 = 0
    var last: [Int32: [UInt16: Int32]] = [:]
    let expected = contacts(script.events).filter { event in
      guard event.type == EventCode.absolute else { return true }
      if event.code == Self.slot {
        defer { slot = event.value }
        return slot != event.value
      }
      if event.code == Self.id { return true }
      defer { last[slot, default: [:]][event.code] = event.value }
      return last[slot]?[event.code] ?? 0 != event.value
    }
    #expect(words(contacts(rig.events)) == words(expected))
    #expect(rig.events.filter { $0.code == Self.id && $0.value >= 0 }.map(\.value) == [0, 1, 2])
  }

  @Test("FLT-51 BTN_TOUCH and the pointer are those of the oldest contact that the app has")
  func pointer() throws {
    var rig = try CloneRig([.pan(passive: true)])
    rig.play("A↓100,100@0 B↓200,200@8 A↑@16 B↑@24")
    #expect(
      words(rig.events) == [
        ["39=0", "35=1000", "36=1000", "14a=1", "0=1000", "1=1000"],
        ["2f=1", "39=1", "35=2000", "36=2000"],
        ["2f=0", "39=-1", "0=2000", "1=2000"],
        ["2f=1", "39=-1", "14a=0"],
      ])
  }

  @Test("DMN-9, FLT-53 a held touch that is let go goes out as a landing and a move, and lifts after the gap")
  func replayed() throws {
    var rig = try CloneRig([.tap()])
    rig.play("A↓200,200@0 A→230,200@60 A→246,200@80")
    #expect(rig.lines == ["80 0 down 2000,2000", "80 0 move 2460,2000"])
    var quick = try CloneRig([.swipe()])
    quick.play("A↓200,200@0 A↑@60 ⏲200")
    #expect(quick.lines == ["60 0 down 2000,2000", "80 0 up"])
  }

  @Test("FLT-53 a touch that waited for the lift of another one lands in a frame after it")
  func afterAnother() throws {
    var rig = try CloneRig([.swipe()])
    // The panel gives the second finger the lower slot.
    rig.report(at: 0, (Self.slot, 1), (Self.id, 5), (Self.x, 2000), (Self.y, 2000))
    rig.report(at: 40, (Self.slot, 1), (Self.id, -1))
    rig.report(at: 50, (Self.slot, 0), (Self.id, 6), (Self.x, 3000), (Self.y, 3000))
    rig.report(at: 55, (Self.slot, 0), (Self.id, -1))
    rig.advance(to: .milliseconds(500))
    #expect(rig.lines == ["40 1 down 2000,2000", "55 1 up", "55 0 down 3000,3000", "75 0 up"])
  }

  @Test("DMN-8, FLT-69, FLT-48 a cancel is a palm and then a lift with the finger's tool, before the gesture")
  func cancelled() throws {
    var rig = try CloneRig([.pan()], .cancel)
    rig.play("A↓200,200@0 A→230,200@16 A→240,200@24 A↑@40")
    #expect(rig.lines == ["0 0 down 2000,2000", "16 0 palm", "16 0 up"])
    #expect(words(rig.events)[1...] == [["37=2"], ["39=-1", "37=0", "14a=0"]])
    #expect(rig.eventsBeforeGesture == rig.events.count)
    #expect(rig.gestures == ["began@16", "changed@24", "ended@40"])
  }

  @Test("FLT-70 touches that are cancelled together are palms in one frame and lift in the next")
  func cancelledTogether() throws {
    var rig = try CloneRig([.pan(minimum: 3, maximum: 3)], .cancel)
    rig.play("A↓200,200 B↓300,200 C↓400,200@0 A→240,200 B→340,200 C→440,200@16 A↑ B↑ C↑@40")
    #expect(rig.lines.dropFirst() == ["16 0 palm, 1 palm, 2 palm", "16 0 up, 1 up, 2 up"])
  }

  @Test("FLT-72 in lift the winner lifts the touch where it was last told")
  func lifted() throws {
    var rig = try CloneRig([.pan()], .lift)
    rig.play("A↓200,200@0 A→230,200@16 A↑@40")
    #expect(rig.lines == ["0 0 down 2000,2000", "16 0 up"])
  }

  @Test("FLT-47 a landing says its tool before its id")
  func toolFirst() throws {
    var rig = try CloneRig([.pan(passive: true)], device: Self.rich)
    rig.report(at: 0, (Self.id, 5), (Self.x, 100), (Self.tool, 1), (EventCode.touchMajor, 9))
    #expect(words(rig.events)[0].prefix(2) == ["37=1", "39=0"])
  }

  @Test("FLT-45 axes that recognizers do not use are forwarded as they come, in a frame a report")
  func allAxes() throws {
    var rig = try CloneRig([.pan(passive: true)], device: Self.rich)
    rig.report(at: 0, (Self.id, 5), (Self.x, 100), (Self.y, 50), (UInt16(0x34), 10))
    rig.report(at: 8, (UInt16(0x34), 11))
    rig.report(at: 16, (Self.x, 101), (UInt16(0x34), 12))
    rig.report(at: 24, (Self.id, -1))
    #expect(
      words(rig.events).map {
        $0.filter { !$0.hasPrefix("0=") && !$0.hasPrefix("1=") && !$0.hasPrefix("14a") }
      } == [
        ["39=0", "34=10", "35=100", "36=50"], ["34=11"], ["34=12", "35=101"], ["39=-1"],
      ])
  }

  @Test("FLT-49, FLT-50 a replaced contact ends in a frame of its own before its slot is used again")
  func replaced() throws {
    var rig = try CloneRig([.pan(passive: true)], .cancel)
    rig.report(at: 0, (Self.id, 7), (Self.x, 100), (Self.y, 50))
    rig.report(at: 8, (Self.id, 8), (Self.x, 900))
    #expect(rig.lines == ["0 0 down 100,50", "8 0 palm", "8 0 up", "8 0 down 900,50"])
  }

  @Test("FLT-50 a contact that comes and goes in one report gives two frames")
  func passing() throws {
    var rig = try CloneRig([.pan(passive: true)])
    rig.report(at: 0, (Self.id, 7), (Self.x, 100), (Self.y, 50), (Self.id, -1))
    #expect(rig.lines == ["0 0 down 100,50", "0 0 up"])
  }

  @Test("FLT-20, FLT-23 a palm of the panel is a palm for the app in every mode")
  func palm() throws {
    for mode in AppSettings.Mode.allCases {
      var rig = try CloneRig([.pan(passive: true)], mode, device: Self.rich)
      rig.report(at: 0, (Self.id, 7), (Self.x, 100), (Self.y, 50))
      rig.report(at: 8, (Self.tool, 2))
      rig.report(at: 16, (Self.id, -1), (Self.tool, 0))
      #expect(rig.lines == ["0 0 down 100,50", "8 0 palm", "8 0 up"])
    }
  }

  @Test("FLT-42 places are the panel's own on a turned panel; FLT-43 filtered ones are in its units too")
  func places() throws {
    var settings = FilterSettings()
    settings.minimumMovement = 1
    let turned = PanelPlacement(calibration: .identity, rotation: .quarter)
    for placed in [false, true] {
      var rig = try CloneRig([.pan(passive: true)], filters: settings, placed: placed, placement: turned)
      rig.report(at: 0, (Self.id, 7), (Self.x, 640), (Self.y, 1280))
      rig.report(at: 8, (Self.x, 641))
      #expect(rig.lines == ["0 0 down 640,1280"] + (placed ? [] : ["8 0 move 641,1280"]))
    }
  }

  @Test("FLT-44 a finger that trembles off and comes back has not lifted for the app")
  func debounced() throws {
    var settings = TouchSettings()
    settings.debounce = .milliseconds(80)
    var rig = try CloneRig([.pan(passive: true)], settings: settings)
    rig.play("A↓200,200@0 A↑@100 B↓200,200@130 B→210,200@200 B↑@300 ⏲500")
    #expect(rig.lines == ["0 0 down 2000,2000", "200 0 move 2100,2000", "380 0 up"])
  }

  @Test(
    "FLT-44 a finger lands at its own place in the slot that another one has left, whether that one moved or not",
    arguments: [300, 200])
  func debouncedInOtherSlots(returnX: Int32) throws {
    var settings = TouchSettings()
    settings.debounce = .milliseconds(80)
    var rig = try CloneRig([.pan(passive: true)], settings: settings)
    rig.report(at: 0, (EventCode.slot, 0), (Self.id, 1), (Self.x, 200), (Self.y, 200))
    rig.report(at: 100, (Self.id, -1))
    // The first finger comes back in slot 1, and another one lands in slot 0.
    rig.report(at: 130, (EventCode.slot, 1), (Self.id, 2), (Self.x, returnX), (Self.y, 200))
    rig.report(at: 200, (EventCode.slot, 0), (Self.id, 3), (Self.x, 5000), (Self.y, 3000))
    rig.report(at: 300, (Self.id, -1))
    rig.report(at: 500, (EventCode.slot, 1), (Self.id, -1))
    rig.advance(to: .milliseconds(700))
    let move = returnX == 200 ? [] : ["130 0 move \(returnX),200"]
    #expect(
      rig.lines == ["0 0 down 200,200"] + move + ["200 1 down 5000,3000", "380 1 up", "580 0 up"])
  }

  @Test(
    "FLT-44 a finger that has lifted for good keeps its place when another one lands",
    arguments: [false, true])
  func debouncedLift(isPlaced: Bool) throws {
    var settings = TouchSettings()
    settings.debounce = .milliseconds(70)
    var rig = try CloneRig(settings: settings, placed: isPlaced)
    rig.play("A↓200,300@0 B↓300,100@5 B↑@25 A→200,320@40 A↑@60 C↓900,60@80 C↑@140 ⏲500")
    let moves = rig.lines.filter { $0.contains("move") }
    #expect(moves.count == 1 && moves[0].hasSuffix("0 move 2000,3200"), "\(rig.lines)")
    #expect(rig.lines.filter { $0.contains("9000,600") } == ["80 0 down 9000,600"], "\(rig.lines)")
  }

  @Test("FLT-46 a contact gets another slot while the clone's has a lift that is held")
  func heldLift() throws {
    var rig = try CloneRig([.tap("tap2", taps: 2)], .cancel)
    rig.play("A↓200,200@0 A↑@80 B↓200,200@200 B↑@280")
    #expect(
      rig.lines == ["0 0 down 2000,2000", "200 1 down 2000,2000", "280 0 palm, 1 palm", "280 0 up, 1 up"])
  }

  @Test("FF-16 after dropped events a contact lands with the values that the kernel does not repeat")
  func dropped() throws {
    var rig = try CloneRig([.pan(passive: true)], device: Self.rich)
    rig.report(at: 0, (Self.id, 7), (Self.x, 100), (Self.y, 50), (EventCode.touchMajor, 9))
    rig.report(at: 8, (Self.id, -1))
    // A contact comes and goes unheard, and leaves its values in the slot.
    var state = PanelState(slotCount: 10)
    state.slots[0] = PanelState.Slot(trackingID: -1, x: 900, y: 50)
    state.slots[0].attributes.touchMajor = 12
    rig.lose(state, at: 16)
    rig.report(at: 24, (Self.id, 9))
    #expect(rig.lines == ["0 0 down 100,50", "8 0 up", "24 0 down 900,50"])
    #expect(words(rig.events)[2].contains("30=12"))
  }

  @Test("FLT-84 a panel without slots gets a clone with one slot, whose axes are those of its pointer")
  func slotless() throws {
    var device = TestScreen.description()
    device.codes[EventCode.absolute] = CodeSet([EventCode.x, EventCode.y])
    device.axes = [
      EventCode.x: AxisRange(minimum: 0, maximum: 10_239, resolution: 64),
      EventCode.y: AxisRange(minimum: 0, maximum: 6399, resolution: 64),
    ]
    var rig = try CloneRig([.pan()], .cancel, device: device)
    rig.report(at: 0, (EventCode.touch, 1), (EventCode.x, 100), (EventCode.y, 50))
    rig.report(at: 8, (EventCode.x, 900))
    rig.report(at: 16, (EventCode.touch, 0))
    #expect(rig.lines == ["0 0 down 100,50", "8 0 palm", "8 0 up"])
  }

  @Test("FLT-85 a panel of protocol A has the clone of a panel with slots, contact for contact")
  func protocolA() throws {
    var device = TestScreen.description()
    device.codes[EventCode.absolute] = CodeSet([Self.x, Self.y])
    for mode in AppSettings.Mode.allCases {
      var slotless = try CloneRig([.pan(minimum: 2)], mode, device: device)
      var slotted = try CloneRig([.pan(minimum: 2)], mode)
      let story: [(time: Int64, places: [(x: Int32, y: Int32)], script: String)] = [
        (0, [(640, 640)], "A↓64,64@0"), (10, [(704, 640)], "A→70.4,64@10"),
        (20, [(768, 640)], "A→76.8,64@20"), (100, [], "A↑@100"),
        (200, [(640, 640)], "B↓64,64@200"), (210, [(640, 640), (6400, 3200)], "C↓640,320@210"),
        (220, [(704, 640), (6464, 3200)], "B→70.4,64 C→646.4,320@220"),
        (230, [(1280, 640), (7040, 3200)], "B→128,64 C→704,320@230"), (240, [], "B↑ C↑@240"),
      ]
      for step in story { slotless.report(at: step.time, slotless: step.places) }
      slotted.play(story.map(\.script).joined(separator: " "))
      #expect(slotless.lines == slotted.lines)
      // In `hold` the two fingers of the pan never reach the app.
      #expect(
        slotless.lines.count >= 3 && slotless.lines[0].hasSuffix("0 down 640,640"),
        "\(mode) \(slotless.lines)")
    }
  }

  @Test(
    "FLT-86 the corners that a semi-multitouch panel reports reach the app as they are; gestures see the middle"
  )
  func semiMultitouch() throws {
    var device = TestScreen.description(slotMaximum: 1)
    device.properties.insert(EventCode.semiMultitouchProperty)
    var rig = try CloneRig([.pan(passive: true)], device: device)
    rig.report(at: 0, (Self.id, 1), (Self.x, 2000), (Self.y, 3000))
    // The other finger lands above to the right: both corners are new.
    rig.report(at: 10, (Self.y, 1000), (Self.slot, 1), (Self.id, 2), (Self.x, 4000), (Self.y, 3000))
    rig.report(at: 20, (Self.slot, 0), (Self.x, 1900), (Self.slot, 1), (Self.x, 4100))
    rig.report(at: 30, (Self.id, -1), (Self.slot, 0), (Self.y, 3000))
    rig.report(at: 40, (Self.id, -1))
    #expect(
      rig.lines.map { $0.split(separator: " ", maxSplits: 1).last.map { $0.split(separator: ", ").sorted() } }
        == [
          ["0 down 2000,3000"], ["0 move 2000,1000", "1 down 4000,3000"],
          ["0 move 1900,1000", "1 move 4100,3000"], ["0 move 1900,3000", "1 up"], ["0 up"],
        ])
    #expect(rig.gestures.isEmpty)
  }

  @Test(
    "FF-21 a contact that stays silent while others go on ends for the app in the mode's way, and its slot is free"
  )
  func frozen() throws {
    for (mode, ends) in [
      (AppSettings.Mode.hold, ["0 up"]), (.lift, ["0 up"]), (.cancel, ["0 palm", "0 up"]),
    ] {
      var rig = try CloneRig([.pan(passive: true)], mode)
      rig.report(
        at: 0, (Self.id, 1), (Self.x, 100), (Self.y, 50), (Self.slot, 1), (Self.id, 2), (Self.x, 900))
      for number in 1...70 { rig.report(at: Int64(500 * number), (Self.x, 900 + Int32(number))) }
      let told = rig.lines.filter { $0.contains(" 0 ") && !$0.contains("down") }
      #expect(
        told.map {
          $0.replacing(",", with: "").split(separator: " ").dropFirst().prefix(2).joined(separator: " ")
        } == ends)
      let time = told.first.flatMap { $0.split(separator: " ").first.flatMap { Int($0) } }
      #expect((30_000...31_000).contains(time ?? 0))
      rig.report(at: 40_000, (Self.slot, 0), (Self.id, 3), (Self.x, 300))
      #expect(rig.lines.last == "40000 0 down 300,50")
      rig.report(at: 40_010, (Self.id, -1), (Self.slot, 1), (Self.id, -1))
      #expect(rig.lines.last?.contains("0 up") == true && rig.lines.last?.contains("1 up") == true)
    }
  }

  @Test("FLT-45 TCH-36 a finger above the glass is in no frame of the clone, and BTN_TOUCH says so")
  func hovering() throws {
    let distance = EventCode.contactDistance
    var device = TestScreen.description()
    device.codes[EventCode.absolute]?.insert(distance)
    device.axes[distance] = AxisRange(minimum: 0, maximum: 3)
    for settings in [TouchSettings(), TouchSettings.debouncing] {
      var rig = try CloneRig([.pan(passive: true)], device: device, settings: settings)
      rig.report(at: 0, (Self.id, 8), (Self.x, 500), (Self.y, 700), (distance, 2))
      rig.report(at: 20, (Self.x, 510))
      #expect(rig.events.isEmpty)
      rig.report(at: 40, (distance, 0))
      rig.report(at: 50, (Self.x, 530))
      rig.report(at: 90, (distance, 1), (Self.x, 900), (Self.y, 0))
      rig.advance(to: .milliseconds(400))
      #expect(rig.lines.prefix(2) == ["40 0 down 510,700", "50 0 move 530,700"])
      #expect(rig.lines.last?.hasSuffix(" 0 up") == true && rig.lines.count == 3)
      #expect(!rig.events.contains { $0.code == distance && $0.value > 0 })
      rig.report(at: 500, (distance, 0))
      #expect(rig.lines.last == "500 0 down 900,0")
      rig.report(at: 550, (Self.id, -1))
      rig.advance(to: .milliseconds(900))
      let keys = rig.events.filter { $0.code == EventCode.touch }.map(\.value)
      #expect(keys == [1, 0, 1, 0])
    }
  }

  @Test("FLT-45 D16 values in the report of a lift that only BTN_TOUCH tells do not reach the app")
  func liftByKey() throws {
    var rig = try CloneRig([.pan(passive: true)])
    rig.report(at: 0, (Self.id, 8), (Self.x, 500), (Self.y, 700), (EventCode.touch, 1))
    rig.report(at: 60, (Self.x, 0), (Self.y, 0), (EventCode.touch, 0))
    rig.report(at: 80)
    #expect(rig.lines == ["0 0 down 500,700"])
    rig.report(at: 400, (EventCode.touch, 1), (Self.x, 600))
    #expect(rig.lines.count == 3 && rig.lines[1].hasSuffix(" 0 up"))
    #expect(!rig.events.contains { $0.code == Self.x && $0.value == 0 })
  }

  @Test("FLT-45 D16 a finger that lands far away before a lift in doubt is another contact of the clone")
  func landingInDoubt() throws {
    var rig = try CloneRig([.pan(passive: true)])
    rig.report(at: 0, (Self.id, 8), (Self.x, 500), (Self.y, 700), (EventCode.touch, 1))
    for (time, value) in [(10, 0), (20, 1), (30, 0), (45, 1), (95, 0)] as [(Int64, Int32)] {
      rig.report(at: time, (EventCode.touch, value))
    }
    rig.report(at: 400, (Self.x, 1500), (EventCode.touch, 1))
    #expect(rig.lines.count == 3 && rig.lines[1].hasSuffix(" 0 up"))
    #expect(rig.lines.last == "400 0 down 1500,700")
  }

  @Test(
    "FLT-45 TCH-4 values in the report of the lift do not reach the app, whatever their order",
    arguments: [true, false])
  func valuesOfLift(liftsFirst: Bool) throws {
    var rig = try CloneRig([.pan(passive: true)], device: Self.rich)
    rig.report(at: 0, (Self.id, 1), (Self.x, 500), (Self.y, 700), (EventCode.touchMajor, 30))
    rig.report(at: 10, (Self.x, 520))
    if liftsFirst {
      rig.report(at: 60, (Self.id, -1), (Self.x, 0), (Self.y, 0), (EventCode.touchMajor, 0))
    } else {
      rig.report(at: 60, (Self.x, 0), (Self.y, 0), (EventCode.touchMajor, 0), (Self.id, -1))
    }
    #expect(words(rig.events).last == ["39=-1", "14a=0"])
    // The next contact takes what the slot remembers.
    rig.report(at: 100, (Self.id, 2), (Self.x, 800), (EventCode.touchMajor, 25))
    #expect(rig.lines.last == "100 0 down 800,0")
  }

  @Test("FLT-45 TCH-4 a touch that the filter holds ends where it was, too")
  func valuesOfHeldLift() throws {
    var rig = try CloneRig([.tap(touches: 2)])
    rig.report(at: 0, (Self.id, 1), (Self.x, 500), (Self.y, 700))
    rig.report(at: 10, (Self.x, 503))
    rig.report(at: 40, (Self.x, 0), (Self.y, 0), (Self.id, -1))
    rig.advance(to: .milliseconds(2000))
    #expect(rig.lines.first?.hasSuffix("0 down 500,700") == true && rig.lines.last?.hasSuffix("0 up") == true)
    #expect(!rig.events.contains { $0.code == Self.x && $0.value == 0 })
  }

  @Test("FLT-46 TCH-38 a contact that changes the panel's slot keeps the clone's, and its id")
  func changedSlot() throws {
    var rig = try CloneRig([.pan(passive: true)])
    rig.report(at: 0, (Self.id, 1), (Self.x, 100), (Self.y, 60))
    rig.report(
      at: 20, (Self.id, 2), (Self.x, 900), (Self.slot, 1), (Self.id, 1), (Self.x, 110), (Self.y, 60))
    rig.report(at: 30, (Self.slot, 0), (Self.x, 910), (Self.slot, 1), (Self.x, 120))
    rig.report(at: 40, (Self.slot, 0), (Self.id, 1), (Self.x, 130), (Self.slot, 1), (Self.id, -1))
    rig.report(at: 50, (Self.slot, 0), (Self.x, 140))
    rig.report(at: 60, (Self.id, -1))
    #expect(rig.lines.first == "0 0 down 100,60" && rig.lines.last == "60 0 up")
    let moves = rig.lines.first { $0.hasPrefix("30 ") } ?? ""
    #expect(moves.contains("0 move 120,60") && moves.contains("1 move 910,60"))
    #expect(rig.lines.contains("50 0 move 140,60"))
    #expect(rig.events.filter { $0.code == Self.id && $0.value >= 0 }.count == 2)
    #expect(rig.events.filter { $0.code == Self.id && $0.value < 0 }.count == 2)
  }

  @Test("FLT-87 what cannot be cloned is refused with its reason")
  func refusals() throws {
    let wide = TestScreen.description(slotMaximum: 100)
    let panel = try DeviceJudgement.judgeAxes(of: wide, touchProtocol: .multitouch)
    #expect(throws: CloneDescription.Refusal.tooManySlots(101)) { try CloneDescription(of: wide, panel) }
    var keyboard = TestScreen.description()
    keyboard.codes[EventCode.key] = CodeSet([EventCode.touch, 16])
    let lettered = try DeviceJudgement.judgeAxes(of: keyboard, touchProtocol: .multitouch)
    #expect(throws: CloneDescription.Refusal.letterKeys) { try CloneDescription(of: keyboard, lettered) }
  }

  @Test(
    "FLT-55, FLT-76 to FLT-79, FLT-83 a clone has the panel's axes without fuzz, one key, a tool and its name"
  )
  func description() throws {
    var device = Self.rich
    device.name = "a\nb" + String(repeating: "ä", count: 60)
    device.codes[EventCode.key] = CodeSet([EventCode.touch, 0x110, 116])
    device.codes[4] = CodeSet([5])
    device.axes[Self.x]?.fuzz = 4
    let panel = try DeviceJudgement.judgeAxes(of: device, touchProtocol: .multitouch)
    let clone = try CloneDescription(of: device, panel).device
    #expect(clone.codes[EventCode.key]?.codes == [EventCode.touch])
    // MSC_TIMESTAMP would be wrong for touches that were held.
    #expect(Set(clone.codes.keys) == [EventCode.key, EventCode.absolute])
    #expect(clone.axes[Self.x]?.fuzz == 0)
    #expect(clone.axes[Self.x]?.maximum == device.axes[Self.x]?.maximum)
    #expect(clone.axes[EventCode.x] == clone.axes[Self.x])
    #expect(clone.axes[Self.id]?.maximum == 65_535)
    #expect(clone.name.hasPrefix("a?bä") && clone.name.utf8.count == 79)
    #expect(clone.properties.codes == [EventCode.directProperty])
    // A hostile panel claims tools that the keeper makes for no device.
    device.axes[Self.tool] = AxisRange(minimum: -5, maximum: 4000)
    let hostile = try CloneDescription(of: device, panel).device
    #expect(hostile.axes[Self.tool] == AxisRange(minimum: 0, maximum: 15))
    let plain = TestScreen.description()
    let least = try CloneDescription(
      of: plain, DeviceJudgement.judgeAxes(of: plain, touchProtocol: .multitouch))
    #expect(least.device.axes[Self.tool]?.maximum == EventCode.palmTool)
  }
}

extension TouchSettings {
  /// Settings that join a lift and a landing soon after it.
  fileprivate static var debouncing: TouchSettings {
    var settings = TouchSettings()
    settings.debounce = .milliseconds(40)
    return settings
  }
}
