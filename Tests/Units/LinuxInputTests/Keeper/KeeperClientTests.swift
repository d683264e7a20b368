import CFilter
import GestureCore
import GestureTestSupport
import Testing
import TouchInput

@testable import LinuxInput

@Suite("The keeper's client")
struct KeeperClientTests {
  @Test("FLT-3 the clone is made first, and the panel is grabbed 300 ms after udev has told of its node")
  func order() throws {
    var rig = KeeperRig()
    try rig.add()
    #expect(rig.take() == ["connect", "hello"])
    rig.answer(.welcome(version: KeeperAnswer.version))
    #expect(rig.take() == ["make 7"])
    rig.answer(.made(device: 2, panel: 7, sysname: "input12"), hasPipe: true)
    rig.pass(1000)
    #expect(rig.take() == [])
    rig.client.reportNode("input12", at: rig.now)
    rig.pass(299)
    #expect(rig.take() == [])
    rig.pass(1)
    #expect(rig.take() == ["grab 1", "1 on"])
    #expect(rig.client.nextDeadline == nil)
  }

  @Test("FLT-1 a panel that is not to be filtered leads to no connection")
  func unwanted() throws {
    var rig = KeeperRig()
    try rig.add(isWanted: false)
    rig.pass(60_000)
    #expect(rig.take() == ["1 off configuration"])
    #expect(rig.client.nextDeadline == nil)
  }

  @Test("FLT-4 and FLT-6 a panel that is touched is asked at each lift of the last finger, and by no timer")
  func rest() throws {
    var rig = KeeperRig()
    rig.grabOutcome = .notAtRest
    try rig.filter()
    #expect(rig.grabbed.isEmpty && rig.client.nextDeadline == nil && rig.client.awaitsRest(1))
    _ = rig.take()
    rig.client.reportRest(1, at: rig.now)
    rig.act()
    #expect(rig.take() == ["grab 1"])
    rig.grabOutcome = .grabbed
    rig.client.reportRest(1, at: rig.now)
    rig.act()
    #expect(rig.take() == ["grab 1", "1 on"])
    #expect(!rig.client.awaitsRest(1))
  }

  @Test("FLT-11 and FLT-103 a pause gives the panel back at once and keeps the clone; its end grabs again")
  func pause() throws {
    var rig = KeeperRig()
    try rig.filter()
    _ = rig.take()
    for _ in 0..<20 {
      rig.client.pause(1, true, at: rig.now)
      rig.act()
      #expect(rig.take() == ["release 1", "1 paused request"])
      rig.client.pause(1, false, at: rig.now)
      rig.act()
      #expect(rig.take() == ["grab 1", "1 on"])
    }
  }

  @Test("FLT-12 resting fingers switch the filter off until a client or a reload asks for it")
  func released() throws {
    var rig = KeeperRig()
    try rig.filter()
    _ = rig.take()
    rig.client.release(1, at: rig.now)
    rig.act()
    #expect(rig.take() == ["release 1", "1 off released"])
    rig.client.reportRest(1, at: rig.now)
    rig.pass(60_000)
    #expect(rig.take() == [] && rig.grabbed.isEmpty)
    rig.client.retry(at: rig.now)
    rig.act()
    #expect(rig.grabbed == [1])
  }

  @Test("FLT-12 with release_for_ms the filter begins again by itself, once no finger touches the panel")
  func releasedForAWhile() throws {
    var rig = KeeperRig()
    rig.releaseSpan = .milliseconds(45_000)
    try rig.filter()
    _ = rig.take()
    rig.pass(700)
    rig.client.release(1, at: rig.now)
    rig.act()
    #expect(rig.client.nextDeadline == rig.now + .milliseconds(45_000))
    #expect(rig.client.returnTime(of: 1) == rig.now + .milliseconds(45_000))
    rig.pass(44_999)
    #expect(rig.take() == ["release 1", "1 off released"])
    rig.grabOutcome = .notAtRest
    rig.pass(1)
    #expect(rig.take() == ["grab 1"] && rig.grabbed.isEmpty)
    #expect(rig.client.returnTime(of: 1) == nil && rig.client.nextDeadline == nil)
    rig.grabOutcome = .grabbed
    rig.client.reportRest(1, at: rig.now)
    rig.act()
    #expect(rig.grabbed == [1])
  }

  @Test("FLT-12 the time of release_for_ms goes on while the panel is away, and while a client pauses it")
  func releasedForAWhileAndReplugged() throws {
    var rig = KeeperRig()
    rig.releaseSpan = .milliseconds(9000)
    try rig.filter()
    rig.client.release(1, at: rig.now)
    rig.client.remove(1, at: rig.now)
    rig.act()
    rig.pass(5000)
    try rig.filter(2, device: 1)
    #expect(rig.client.state(of: 2) == .off(.released))
    rig.client.pause(2, true, at: rig.now)
    rig.pass(4000)
    #expect(rig.client.state(of: 2) == .paused && rig.grabbed.isEmpty)
    rig.client.pause(2, false, at: rig.now)
    rig.act()
    #expect(rig.grabbed == [2])
  }

  @Test("FLT-12 a panel that was away for longer than release_for_ms is filtered at once, and told so")
  func releasedForAWhileAndRepluggedLate() throws {
    var rig = KeeperRig()
    rig.releaseSpan = .milliseconds(6500)
    try rig.filter()
    rig.client.release(1, at: rig.now)
    rig.client.remove(1, at: rig.now)
    rig.act()
    rig.pass(600_000)
    _ = rig.take()
    try rig.filter(2, device: 1)
    #expect(rig.grabbed == [2] && !rig.take().contains("2 off released"))
    #expect(rig.client.returnTime(of: 2) == nil)
  }

  @Test("FF-31 the pipe of a clone that is made anew stays open until the keeper answers, and then closes")
  func renewedPipe() throws {
    var rig = KeeperRig()
    try rig.filter()
    _ = rig.take()
    for answer in 0..<3 {
      try rig.add(properties: ["ID_SEAT": "seat-\(answer)"])
      #expect(rig.take() == ["release 1", "make 7"] && rig.pipes == [1])
      switch answer {
      case 0: rig.client.reportPipeLost(1, isStalled: false, at: rig.now)
      case 1: rig.answer(.refused(panel: 7, KeeperRefusal(step: 3, error: 11)))
      default: rig.client.remove(1, at: rig.now)
      }
      rig.act()
      #expect(rig.take() == ["close 1"] && rig.pipes.isEmpty)
      guard answer < 2 else { return }
      rig.pass(1100)
      rig.answer(.made(device: 0, panel: 7, sysname: "input2\(answer)"), hasPipe: true)
      rig.client.reportNode("input2\(answer)", at: rig.now)
      rig.pass(300)
      _ = rig.take()
    }
  }

  @Test("SEC-7 a panel beyond the keeper's clones says so, and gets its clone once a number is free")
  func ninthPanel() throws {
    var rig = KeeperRig()
    for number in 1...8 { try rig.filter(number, panel: UInt64(number + 20), device: UInt32(number - 1)) }
    try rig.add(9, panel: 40)
    rig.answer(.refused(panel: 40, KeeperRefusal(step: 2, error: 28)))
    let fault = try #require(rig.client.fault(of: 9))
    #expect("\(fault)".contains("at most 8 clones") && "\(fault)".contains("enabled = false"))
    _ = rig.take()
    rig.client.remove(3, at: rig.now)
    rig.act()
    #expect(rig.take() == ["release 3", "close 3", "drop 2"])
    rig.answer(.gone(device: 2, error: 0))
    #expect(rig.take() == ["make 40"])
  }

  @Test("FLT-12 a panel that is plugged in again stays switched off, until a client or a reload asks for it")
  func releasedAndReplugged() throws {
    var rig = KeeperRig()
    try rig.filter()
    rig.client.release(1, at: rig.now)
    rig.client.remove(1, at: rig.now)
    rig.act()
    try rig.filter(2, device: 1)
    #expect(rig.grabbed.isEmpty && rig.client.state(of: 2) == .off(.released))
    rig.client.remove(2, at: rig.now)
    rig.act()
    try rig.filter(3, panel: 8, device: 3)
    try rig.filter(4, device: 2)
    #expect(rig.grabbed == [3] && rig.client.state(of: 4) == .off(.released))
    rig.client.resume(nil, at: rig.now)
    rig.act()
    #expect(rig.grabbed == [3, 4])
  }

  @Test("FLT-12 a reload that waited for the fingers that switched the filter off does not switch it on")
  func releasedBeforeReload() throws {
    var rig = KeeperRig()
    try rig.filter()
    let wanted = rig.now
    rig.pass(5000)
    rig.client.release(1, at: rig.now)
    rig.client.retry(wanted: wanted, at: rig.now)
    rig.act()
    #expect(rig.grabbed.isEmpty && rig.client.state(of: 1) == .off(.released))
    rig.pass(1000)
    rig.client.retry(wanted: rig.now, at: rig.now)
    rig.act()
    #expect(rig.grabbed == [1])
  }

  @Test("FLT-92 a changed property makes the clone anew once the last finger has lifted, the old clone first")
  func changedProperty() throws {
    var rig = KeeperRig()
    try rig.filter()
    _ = rig.take()
    let properties = ["ID_SEAT": "seat-kitchen"]
    try rig.add(isTouched: true, properties: properties)
    #expect(rig.take() == [] && rig.grabbed == [1] && rig.client.awaitsRest(1))
    rig.client.reportRest(1, at: rig.now)
    rig.act()
    #expect(rig.take() == ["release 1", "make 7"] && rig.pipes == [1])
    #expect(!rig.client.awaitsRest(1))
    rig.answer(.made(device: 0, panel: 7, sysname: "input20"), hasPipe: true)
    rig.client.reportNode("input20", at: rig.now)
    rig.pass(300)
    #expect(rig.take() == ["grab 1"])
    try rig.add(properties: properties)
    #expect(rig.take() == [])
    try rig.add()
    #expect(rig.take() == ["release 1", "make 7"] && rig.pipes == [1])
  }

  @Test("FF-10 a node that goes while the keeper lives gives its panel back, and the clone is made anew")
  func nodeGone() throws {
    var rig = KeeperRig()
    try rig.filter()
    try rig.filter(2, panel: 8, device: 1)
    _ = rig.take()
    rig.client.reportNodeGone(1, at: rig.now)
    rig.act()
    #expect(rig.take() == ["release 1", "close 1", "drop 0", "1 off no node"])
    #expect(rig.client.fault(of: 1) == .noNode)
    #expect(rig.grabbed == [2])
    rig.answer(.gone(device: 0, error: 0))
    rig.pass(200)
    #expect(rig.take() == ["make 7"])
    rig.answer(.made(device: 0, panel: 7, sysname: "input30"), hasPipe: true)
    rig.client.reportNode("input30", at: rig.now)
    rig.pass(300)
    #expect(rig.grabbed == [1, 2])
  }

  @Test("FF-6 and FF-8 a refused clone, and a grab that was refused, are tried again at the next plug")
  func plugged() throws {
    var rig = KeeperRig()
    try rig.add()
    rig.answer(.welcome(version: KeeperAnswer.version))
    rig.answer(.refused(panel: 7, KeeperRefusal(step: 7, error: 12)))
    _ = rig.take()
    try rig.add(2, panel: 8)
    #expect(rig.take() == ["make 7", "make 8"])
    rig.grabOutcome = .refused(.resourceBusy)
    rig.answer(.made(device: 0, panel: 7, sysname: "input10"), hasPipe: true)
    rig.client.reportNode("input10", at: rig.now)
    rig.pass(300)
    #expect(rig.client.state(of: 1) == .off(.grabbed))
    _ = rig.take()
    rig.grabOutcome = .grabbed
    try rig.add(3, panel: 9)
    #expect(rig.grabbed == [1])
  }

  @Test(
    "FF-19 what happens to one panel leaves the other panel's grab, pipe and state alone", arguments: 0..<8)
  func neighbours(_ event: Int) throws {
    var rig = KeeperRig()
    try rig.filter()
    try rig.filter(2, panel: 8, device: 1)
    _ = rig.take()
    switch event {
    case 0: rig.client.remove(1, at: rig.now)
    case 1: rig.client.reportPipeLost(1, isStalled: true, at: rig.now)
    case 2: rig.client.pause(1, true, at: rig.now)
    case 3: rig.client.release(1, at: rig.now)
    case 4: rig.answer(.gone(device: 0, error: 19))
    case 5: rig.answer(.dropped(device: 0, fault: 1))
    case 6: rig.client.reportNodeGone(1, at: rig.now)
    default: try rig.add(isWanted: false)
    }
    rig.act()
    #expect(rig.grabbed == [2] && rig.pipes.contains(2))
    rig.pass(60_000)
    #expect(rig.client.state(of: 2) == .on || event == 1 || event >= 4 && event <= 6)
    #expect(rig.log.first == "release 1")
    #expect(!rig.log.prefix(4).contains { $0.hasPrefix("2 ") || $0.hasSuffix(" 2") })
  }

  @Test(
    "FF-26 ten thousand pauses and resumes under a resting finger are one release, and one grab at its lift")
  func restless() throws {
    var rig = KeeperRig()
    try rig.filter()
    _ = rig.take()
    rig.grabOutcome = .notAtRest
    for _ in 0..<10_000 {
      rig.client.pause(1, true, at: rig.now)
      rig.act()
      rig.client.pause(1, false, at: rig.now)
      rig.act()
    }
    let log = rig.take()
    #expect(log.filter { $0 == "release 1" }.count == 1)
    #expect(rig.grabbed.isEmpty && rig.client.nextDeadline == nil)
    rig.grabOutcome = .grabbed
    rig.client.reportRest(1, at: rig.now)
    rig.act()
    #expect(rig.grabbed == [1] && rig.take().last == "1 on")
  }

  @Test("FF-5 each fault ends in the next step")
  func steps() {
    let faults: [KeeperFault] = [
      .noConnection(.noSuchFileOrDirectory), .noConnection(.permissionDenied),
      .noConnection(.connectionRefused),
      .version(2), .lost, .malformed, .silent, .refused(KeeperRefusal(step: 4, error: 2)),
      .refused(KeeperRefusal(step: 7, error: 22)), .destroyed(19), .stalled, .dropped(0),
      .notGrabbed(.resourceBusy), .notGrabbed(.invalidArgument), .noNode,
    ]
    for fault in faults {
      let step = "\(fault)".split(separator: ": ").dropFirst().joined(separator: ": ")
      #expect(["install ", "run ", "look ", "find ", "report "].contains { step.hasPrefix($0) }, "\(fault)")
    }
  }

  @Test("FLT-106 each panel has its own fault")
  func faults() throws {
    var rig = KeeperRig()
    try rig.filter()
    try rig.add(2, panel: 8)
    rig.answer(.refused(panel: 8, KeeperRefusal(step: 7, error: 22)))
    #expect(rig.client.fault(of: 1) == nil)
    #expect(rig.client.fault(of: 2) == .refused(KeeperRefusal(step: 7, error: 22)))
    rig.client.reportPipeLost(1, isStalled: true, at: rig.now)
    #expect(rig.client.fault(of: 1) == .stalled)
    #expect(rig.client.fault(of: 2) == .refused(KeeperRefusal(step: 7, error: 22)))
    rig.client.reportConnectionEnd(at: rig.now)
    rig.act()
    // A panel that comes while the keeper is away has the keeper's fault.
    try rig.add(3, panel: 9)
    for panel in 1...3 { #expect(rig.client.fault(of: panel) == .lost) }
    #expect(rig.client.fault(of: 4) == nil)
  }

  @Test(
    "FF-3 a lost keeper gives every grab back before all else, and is tried again after 0.2, 1, 5, then 30 s")
  func lost() throws {
    var rig = KeeperRig()
    try rig.filter()
    try rig.filter(2, panel: 8, device: 1)
    #expect(rig.grabbed == [1, 2])
    _ = rig.take()
    rig.noConnection = .connectionRefused
    rig.client.reportConnectionEnd(at: rig.now)
    rig.act()
    #expect(rig.take() == ["release 1", "release 2", "disconnect", "1 off keeper", "2 off keeper"])
    #expect(rig.grabbed.isEmpty && rig.pipes.isEmpty)
    for pause: Int64 in [200, 1000, 5000, 30_000, 30_000] {
      rig.pass(pause - 1)
      #expect(rig.take() == [])
      rig.pass(1)
      #expect(rig.take() == ["connect"])
    }
    rig.noConnection = nil
    rig.pass(30_000)
    #expect(rig.take() == ["connect", "hello"])
  }

  @Test(
    "FF-3 a keeper that fails at each touch is tried less and less often, and as before once it has served for 30 s"
  )
  func unreliable() throws {
    var rig = KeeperRig()
    try rig.filter()
    func serve() {
      rig.answer(.welcome(version: KeeperAnswer.version))
      rig.answer(.made(device: 0, panel: 7, sysname: "input10"), hasPipe: true)
      rig.client.reportNode("input10", at: rig.now)
      rig.pass(300)
    }
    func fail(after milliseconds: Int64, pause: Int64) {
      rig.pass(milliseconds)
      #expect(rig.grabbed == [1])
      rig.client.reportConnectionEnd(at: rig.now)
      rig.act()
      _ = rig.take()
      rig.pass(pause - 1)
      #expect(rig.take() == [])
      rig.pass(1)
      #expect(rig.take() == ["connect", "hello"])
      serve()
    }
    for pause: Int64 in [200, 1000, 5000, 30_000] { fail(after: 1000, pause: pause) }
    fail(after: 30_000, pause: 200)
  }

  @Test("SEC-10 and FF-3 a clone that drops a frame is made again after a pause, which grows")
  func drops() throws {
    var rig = KeeperRig()
    try rig.filter()
    for pause: Int64 in [200, 1000] {
      #expect(rig.grabbed == [1])
      rig.answer(.dropped(device: 0, fault: 0))
      #expect(rig.grabbed.isEmpty && rig.pipes.isEmpty)
      _ = rig.take()
      rig.pass(pause - 1)
      #expect(rig.take() == [])
      rig.pass(1)
      #expect(rig.take() == ["make 7"])
      rig.answer(.made(device: 0, panel: 7, sysname: "input10"), hasPipe: true)
      rig.client.reportNode("input10", at: rig.now)
      rig.pass(300)
    }
  }

  @Test("FLT-1 a panel whose filter is switched off while its clone is missing wakes nothing")
  func switchedOff() throws {
    var rig = KeeperRig()
    try rig.add()
    rig.answer(.welcome(version: KeeperAnswer.version))
    rig.answer(.refused(panel: 7, KeeperRefusal(step: 4, error: 2)))
    #expect(rig.client.nextDeadline != nil)
    try rig.add(isWanted: false)
    rig.client.retry(at: rig.now)
    rig.act()
    #expect(rig.client.nextDeadline == nil)
  }

  @Test("FF-4 a full pipe gives back its panel alone, and the clone is asked for again")
  func stalled() throws {
    var rig = KeeperRig()
    try rig.filter()
    try rig.filter(2, panel: 8, device: 1)
    _ = rig.take()
    rig.client.reportPipeLost(1, isStalled: true, at: rig.now)
    rig.act()
    #expect(rig.take() == ["release 1", "close 1", "1 off stalled"])
    #expect(rig.grabbed == [2])
    rig.pass(200)
    #expect(rig.take() == ["make 7"])
    // The keeper does not answer.
    rig.pass(5000)
    #expect(rig.grabbed.isEmpty && !rig.isConnected)
  }

  @Test(
    "FF-5 without a keeper, with another version, or without uinput the panel is listened to, and the reason says what to do"
  )
  func missing() throws {
    var rig = KeeperRig()
    rig.noConnection = .noSuchFileOrDirectory
    try rig.add()
    #expect(rig.take() == ["connect", "1 off keeper"])
    #expect("\(rig.client.fault(of: 1) ?? .lost)".contains("install gestured-filter"))
    rig.noConnection = nil
    rig.pass(200)
    rig.answer(.welcome(version: KeeperAnswer.version + 1))
    #expect(rig.client.fault(of: 1) == .version(KeeperAnswer.version + 1) && !rig.isConnected)
    rig.pass(1000)
    rig.answer(.welcome(version: KeeperAnswer.version))
    let refusal = KeeperRefusal(step: 4, error: 2)
    rig.answer(.refused(panel: 7, refusal))
    #expect("\(rig.client.fault(of: 1) ?? .lost)".contains("modprobe uinput"))
    #expect(
      "\(KeeperFault.refused(KeeperRefusal(step: 4, error: 13)))".contains("install gestured-filter again"))
    #expect(rig.client.state(of: 1) == .off(.keeper) && rig.grabbed.isEmpty)
  }

  @Test("FF-6 a refused clone is asked for again at the next reload")
  func refused() throws {
    var rig = KeeperRig()
    try rig.add()
    rig.answer(.welcome(version: KeeperAnswer.version))
    rig.answer(.refused(panel: 7, KeeperRefusal(step: 7, error: 22)))
    _ = rig.take()
    rig.pass(600_000)
    #expect(rig.take() == [] && rig.client.nextDeadline == nil)
    rig.client.retry(at: rig.now)
    rig.act()
    #expect(rig.take() == ["make 7"])
  }

  @Test("FF-7 a clone that the kernel takes no events for gives back its panel alone")
  func destroyed() throws {
    var rig = KeeperRig()
    try rig.filter()
    try rig.filter(2, panel: 8, device: 1)
    _ = rig.take()
    rig.answer(.gone(device: 0, error: 19))
    #expect(rig.take() == ["release 1", "close 1", "1 off keeper"])
    #expect(rig.grabbed == [2])
  }

  @Test("FF-8 a panel that another program has grabbed is tried at each lift and every 10 s")
  func grabbedByOther() throws {
    var rig = KeeperRig()
    rig.grabOutcome = .refused(.resourceBusy)
    try rig.filter()
    #expect(rig.take().suffix(2) == ["grab 1", "1 off grabbed"])
    #expect(rig.client.fault(of: 1) == .notGrabbed(.resourceBusy))
    rig.pass(9999)
    #expect(rig.take() == [])
    rig.pass(1)
    #expect(rig.take() == ["grab 1"])
    rig.client.reportRest(1, at: rig.now)
    rig.act()
    #expect(rig.take() == ["grab 1"])
    rig.grabOutcome = .grabbed
    rig.pass(10_000)
    #expect(rig.take() == ["grab 1", "1 on"])
  }

  @Test("FF-10 a clone whose node does not come within 5 s is given back, and asked for again after 30 s")
  func noNode() throws {
    var rig = KeeperRig()
    try rig.add()
    rig.answer(.welcome(version: KeeperAnswer.version))
    rig.answer(.made(device: 3, panel: 7, sysname: "input12"), hasPipe: true)
    _ = rig.take()
    rig.pass(5000)
    #expect(rig.take() == ["close 1", "drop 3", "1 off no node"])
    #expect(rig.client.fault(of: 1) == .noNode)
    rig.pass(29_999)
    #expect(rig.take() == [])
    rig.pass(1)
    #expect(rig.take() == ["make 7"])
    #expect(rig.grabbed.isEmpty)
  }

  @Test("FF-12 a panel that goes gives its clone back; one whose clone comes too late drops it")
  func gone() throws {
    var rig = KeeperRig()
    try rig.filter()
    _ = rig.take()
    rig.client.remove(1, at: rig.now)
    rig.act()
    #expect(rig.take() == ["release 1", "close 1", "drop 0"])
    try rig.add(2)
    rig.client.remove(2, at: rig.now)
    rig.act()
    _ = rig.take()
    rig.answer(.made(device: 0, panel: 7, sysname: "input13"), hasPipe: true)
    #expect(rig.take() == ["drop 0"])
    #expect(rig.pipes.isEmpty && rig.grabbed.isEmpty)
  }

  @Test(
    "FF-12 a panel that goes while its clone has no pipe gives its clone back",
    arguments: ClonelessPanel.allCases
  )
  func goneWithoutPipe(_ state: ClonelessPanel) throws {
    var rig = KeeperRig()
    try rig.filter()
    try rig.filter(2, panel: 8, device: 1)
    switch state {
    case .dropped: rig.answer(.dropped(device: 0, fault: 1))
    case .stalled: rig.client.reportPipeLost(1, isStalled: true, at: rig.now)
    case .switchedOff:
      rig.answer(.dropped(device: 0, fault: 1))
      try rig.add(isWanted: false)
    case .changedAndOff: try rig.add(isWanted: false, properties: ["ID_SEAT": "seat-kitchen"])
    case .refused:
      rig.client.reportPipeLost(1, isStalled: true, at: rig.now)
      rig.pass(200)
      rig.answer(.refused(panel: 7, KeeperRefusal(step: 8, error: 24)))
    case .asked:
      rig.client.reportPipeLost(1, isStalled: true, at: rig.now)
      rig.pass(200)
    }
    rig.client.remove(1, at: rig.now)
    rig.act()
    if state == .asked { rig.answer(.refused(panel: 7, KeeperRefusal(step: 8, error: 24))) }
    #expect(rig.take().filter { $0.hasPrefix("drop") } == ["drop 0"])
    rig.answer(.gone(device: 0, error: 0))
    #expect(rig.grabbed == [2])
  }

  @Test("FF-12 whatever happened before, the keeper has no clone once the last panel has gone")
  func nothingLeft() throws {
    for seed: UInt64 in 0..<1000 {
      var random = SeededGenerator(seed: seed)
      var rig = KeeperRig()
      var keeper = ModelKeeper()
      for _ in 0..<100 {
        let panel = UInt64.random(in: 7...9, using: &random)
        let number = Int(panel) - 6
        let device = UInt32(number - 1)
        switch Int.random(in: 0..<12, using: &random) {
        case 0, 1:
          try rig.add(
            number, panel: panel, isWanted: Int.random(in: 0..<4, using: &random) > 0,
            properties: Bool.random(using: &random) ? ["ID_SEAT": "seat-kitchen"] : [:])
        case 2: rig.client.remove(number, at: rig.now)
        case 3: rig.client.reportPipeLost(number, isStalled: Bool.random(using: &random), at: rig.now)
        case 4: rig.client.reportNodeGone(number, at: rig.now)
        case 5: keeper.fail(device)
        case 6: if keeper.clones[device] != nil { keeper.answers.append(.dropped(device: device, fault: 1)) }
        case 7: keeper.refusal = [nil, 1, 8, FILTER_STEP_RATE.rawValue].randomElement(using: &random) ?? nil
        case 8: if Int.random(in: 0..<8, using: &random) == 0 { rig.client.reportConnectionEnd(at: rig.now) }
        case 9: rig.client.reportNode("input\(device)", at: rig.now)
        default: rig.pass(Int64.random(in: 1...400, using: &random))
        }
        rig.act()
        if Bool.random(using: &random) { keeper.serve(&rig) }
      }
      for number in rig.client.numbers { rig.client.remove(number, at: rig.now) }
      rig.act()
      while keeper.serve(&rig) {}
      #expect(keeper.clones.isEmpty, "seed \(seed)")
    }
  }

  @Test(
    "SEC-5 answers that the protocol does not allow end the connection and give the panel back",
    arguments: 0..<6)
  func nonsense(_ kind: Int) throws {
    var rig = KeeperRig()
    try rig.filter()
    let (answer, hasPipe): (KeeperAnswer?, Bool) =
      switch kind {
      case 0: (nil, false)
      case 1: (.welcome(version: KeeperAnswer.version), false)
      case 2: (.made(device: 0, panel: 7, sysname: "input10"), true)
      case 3: (.made(device: 1, panel: 99, sysname: "input11"), false)
      case 4: (.gone(device: 0, error: 0), true)
      default: (.refused(panel: 7, KeeperRefusal(step: 1, error: 22)), false)
      }
    rig.answer(answer, hasPipe: hasPipe)
    #expect(rig.grabbed.isEmpty && !rig.isConnected && rig.pipes.isEmpty)
  }

  @Test(
    "SEC-5 whatever a hostile keeper says, only a panel with a connection, a pipe and a settled clone is grabbed"
  )
  func fuzz() throws {
    for seed: UInt64 in 0..<400 {
      var random = SeededGenerator(seed: seed)
      var rig = KeeperRig()
      for _ in 0..<300 {
        let panel = UInt64.random(in: 7...9, using: &random)
        let number = Int(panel) - 6
        let device = UInt32.random(in: 0..<4, using: &random)
        switch Int.random(in: 0..<16, using: &random) {
        case 0: try rig.add(number, panel: panel, isWanted: Bool.random(using: &random))
        case 1: rig.client.remove(number, at: rig.now)
        case 2: rig.client.pause(number, Bool.random(using: &random), at: rig.now)
        case 3: rig.client.release(number, at: rig.now)
        case 4: rig.client.retry(at: rig.now)
        case 5: rig.client.reportRest(number, at: rig.now)
        case 6: rig.client.reportConnectionEnd(at: rig.now)
        case 7: rig.answer(.welcome(version: KeeperAnswer.version))
        case 8, 9, 10:
          rig.answer(
            .made(device: device, panel: panel, sysname: "input\(device)"),
            hasPipe: Int.random(in: 0..<8, using: &random) > 0)
          rig.client.reportNode("input\(device)", at: rig.now)
        case 11: rig.answer(.gone(device: device, error: 0))
        case 12: rig.answer(.dropped(device: device, fault: 1))
        case 13: rig.client.reportPipeLost(number, isStalled: Bool.random(using: &random), at: rig.now)
        case 14:
          rig.grabOutcome =
            [.grabbed, .notAtRest, .refused(.resourceBusy)].randomElement(using: &random) ?? .grabbed
        default: rig.pass(Int64.random(in: 1...1000, using: &random))
        }
        rig.act()
        for panel in rig.grabbed {
          #expect(rig.isConnected && rig.pipes.contains(panel) && rig.client.isGrabbed(panel), "seed \(seed)")
        }
        for panel in rig.client.numbers where rig.client.isGrabbed(panel) {
          #expect(rig.grabbed.contains(panel), "seed \(seed)")
        }
      }
      rig.client.reportConnectionEnd(at: rig.now)
      rig.act()
      #expect(rig.grabbed.isEmpty, "seed \(seed)")
    }
  }
}

/// The ways in which a panel that was filtered has a clone without a pipe.
enum ClonelessPanel: CaseIterable {
  case dropped
  case stalled
  case switchedOff
  case changedAndOff
  case refused
  case asked
}

/// A keeper that answers as the program does, and has nothing but its clones.
private struct ModelKeeper {
  var clones: [UInt32: CloneRequest] = [:]
  var answers: [KeeperAnswer] = []
  /// The step at which it refuses clones; nil where it makes them.
  var refusal: UInt32?

  /// Reads all requests, and then sends all answers.
  ///
  /// - Returns: whether there were any.
  @discardableResult
  mutating func serve(_ rig: inout KeeperRig) -> Bool {
    let requests = rig.requests
    rig.requests.removeAll()
    if !rig.isConnected {
      // It destroys clones that no connection claims.
      clones.removeAll()
      answers.removeAll()
    }
    for request in requests where rig.isConnected { take(request) }
    let sent = answers
    answers.removeAll()
    for answer in sent {
      let hasPipe = if case .made = answer { true } else { false }
      rig.answer(answer, hasPipe: hasPipe)
    }
    return !requests.isEmpty || !sent.isEmpty
  }

  private mutating func take(_ request: KeeperRequest) {
    switch request {
    case .hello:
      // Earlier answers belong to an earlier connection.
      clones.removeAll()
      answers = [.welcome(version: KeeperAnswer.version)]
    case .make(let make):
      let device = UInt32(make.panel - 7)
      if refusal == FILTER_STEP_RATE.rawValue, clones[device] != make { clones[device] = nil }
      if let step = refusal, step != FILTER_STEP_RATE.rawValue || clones[device] == nil {
        answers.append(.refused(panel: make.panel, KeeperRefusal(step: step, error: 11)))
      } else {
        clones[device] = make
        answers.append(.made(device: device, panel: make.panel, sysname: "input\(device)"))
      }
    case .drop(let device):
      answers.append(.gone(device: device, error: clones[device] == nil ? 19 : 0))
      clones[device] = nil
    }
  }

  /// The kernel takes no events for a clone.
  mutating func fail(_ device: UInt32) {
    if clones.removeValue(forKey: device) != nil { answers.append(.gone(device: device, error: 19)) }
  }
}

@Suite("The keeper's packets")
struct KeeperPacketTests {
  @Test("SEC-5 requests have the sizes of the protocol, and zeros in what is not set")
  func requests() throws {
    #expect(KeeperRequest.hello.packet.count == 16)
    #expect(KeeperRequest.hello.packet.first == 1)
    #expect(KeeperRequest.drop(device: 3).packet == [4, 0, 0, 0, 3, 0, 0, 0])
    let make = KeeperRequest.make(try KeeperRig.request(endsByPalm: true)).packet
    #expect(make.count == 1696)
    #expect(make[8] == 7 && make[27] == 1)
    #expect(Array(make[36..<42]) == Array("Panel".utf8) + [0])
  }

  @Test("SEC-9 a property that the keeper would refuse is left out")
  func properties() throws {
    let base = try KeeperRig.request()
    func texts(_ properties: [String: String], table: String? = nil) -> [String] {
      CloneRequest(
        panel: 1, clone: base.clone, endsByPalm: false, properties: properties, table: table
      ).texts
    }
    #expect(texts(["ID_SEAT": "seat-kitchen", "WL_OUTPUT": "a\"b"])[1...2] == ["", "seat-kitchen"])
    #expect(texts(["LIBINPUT_CALIBRATION_MATRIX": "0 -1 1 1 0 0"])[0] == "0 -1 1 1 0 0")
    #expect(texts(["LIBINPUT_CALIBRATION_MATRIX": "0 nan 1 1 0 0"])[0] == "")
    #expect(texts([:], table: "kitchen")[3] == "kitchen")
    #expect(texts([:], table: "../x")[3] == "")
    // Clones have these names by their numbers.
    #expect(texts([:], table: "touch7")[3] == "" && texts([:], table: "touch8")[3] == "touch8")
  }

  @Test("SEC-5 a packet of any bytes is an answer of the protocol or none, and never traps")
  func hostile() {
    var random = SeededGenerator(seed: 20)
    for _ in 0..<200_000 {
      var packet = (0..<Int.random(in: 0...80, using: &random)).map { _ in
        UInt8.random(in: .min ... .max, using: &random)
      }
      if packet.count > 8, Bool.random(using: &random) {
        packet[0] = UInt8.random(in: 64...71, using: &random)
        for place in 1..<8 { packet[place] = 0 }
      }
      guard case .made(let device, _, let sysname) = KeeperAnswer(packet[...]) else { continue }
      #expect(device < 8 && sysname.hasPrefix("input"))
    }
  }
}
