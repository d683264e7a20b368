import DaemonTestSupport
import GestureCore
import GestureProtocol
import GestureTestSupport
import GesturedConfiguration
import GesturedScene
import LinuxEventLoop
import LinuxInput
import SystemPackage
import Testing
import TouchInput

@testable import GesturedBase
@testable import GesturedDevices
@testable import GesturedServing

/// A panel from its clone to its release, with a keeper on a socket and without a kernel's panel.
@Suite struct FilterDeskTests {
  private let files: DaemonFiles
  private let room: FilterRoom

  init() throws {
    files = try DaemonFiles()
    room = try FilterRoom(files)
  }

  @Test("FLT-3 a clone, its node, 300 ms, the grab: then touches go to the keeper, and nothing before")
  func order() throws {
    try room.want()
    #expect(room.keeper.requests == [FakeKeeper.hello])
    room.keeper.welcome()
    try room.turn()
    #expect(room.keeper.requests == [FakeKeeper.make])
    room.keeper.make(device: 0, folder: 7)
    try room.turn()
    try room.pass(299)
    #expect(room.screen.panel.log == [])
    room.noteNode(7)
    try room.pass(299)
    #expect(room.screen.panel.log == [])
    try room.pass(1)
    #expect(room.screen.panel.log == ["grab"] && room.told == [.on])
    #expect(room.desk.node(of: 1) == "/dev/input/event7")
    room.read("A↓100,100@0 A→130,100@10 A↑@20")
    #expect(room.keeper.frames == ["↓0", "·", "↑0"])
  }

  @Test("FLT-13 fingers that are down at the start are ignored, and the panel is taken once they have lifted")
  func touchedAtStart() throws {
    let room = try FilterRoom(files, isTouched: true)
    try room.want()
    _ = room.keeper.requests
    room.keeper.welcome()
    try room.turn()
    _ = room.keeper.requests
    room.keeper.make(device: 0, folder: 7)
    try room.turn()
    room.noteNode(7)
    try room.pass(1000)
    #expect(room.screen.panel.log == [] && room.told == [])
    room.screen.panel.state = PanelState(slotCount: 10)
    room.read("Z↑@10")
    #expect(room.screen.panel.log == ["grab"] && room.told == [.on])
    room.read("B↓100,100@0 B↑@20")
    #expect(room.keeper.frames == ["↓0", "↑0"])
  }

  @Test(
    "FLT-10, FF-18 a filter that a reload switches off with fingers down ends them, and gives the panel back")
  func reloadedOff() throws {
    try room.filter()
    room.read("A↓100,100@0")
    try room.want(false)
    #expect(room.keeper.frames == ["↓0", "↑0", "end"])
    #expect(room.screen.panel.log == ["grab", "ungrab"])
    #expect(room.told == [.on, .off(.configuration)])
    room.read("A→130,100@10 A↑@20 B↓100,100@100 B↑@120")
    #expect(room.keeper.frames == [])
    // Switched on again, the clone is still there.
    try room.want()
    #expect(room.screen.panel.isGrabbed && room.told.last == .on)
  }

  @Test("FF-18 a reload that changes the mode with fingers down ends them, and takes the panel again at rest")
  func reloadedMode() throws {
    try room.filter()
    room.read("A↓100,100@0")
    room.screen.filter.app.mode = .lift
    room.desk.client.renew(1, at: room.now)
    room.settle()
    #expect(room.keeper.frames == ["↓0", "↑0", "end"])
    #expect(!room.screen.panel.isGrabbed)
    room.read("A↑@20")
    #expect(room.screen.panel.log == ["grab", "ungrab", "grab"] && room.told.last == .on)
  }

  @Test("FF-3 a keeper that dies with fingers down leads to a panel that others can read, in the same turn")
  func keeperDies() throws {
    try room.filter()
    room.read("A↓100,100@0")
    room.keeper.die()
    try room.turn()
    #expect(room.screen.panel.log == ["grab", "ungrab"] && !room.screen.panel.isGrabbed)
    #expect(room.told == [.on, .off(.keeper)])
    #expect(room.screen.hasTouches)
    room.read("A↑@100")
    // The next attempt leads to a filter again.
    try room.pass(200)
    #expect(room.keeper.requests == [FakeKeeper.hello])
    room.keeper.welcome()
    try room.turn()
    #expect(room.keeper.requests == [FakeKeeper.make])
    room.keeper.make(device: 0, folder: 8)
    try room.turn()
    room.noteNode(8)
    try room.pass(300)
    #expect(room.screen.panel.isGrabbed && room.told.last == .on)
    room.read("A↓100,100@0 A↑@20")
    #expect(room.keeper.frames == ["↓0", "↑0"])
  }

  @Test("FF-4 a keeper that reads nothing loses the panel 200 ms after the pipe is full")
  func stalled() throws {
    try room.filter()
    var rounds = 0
    while room.desk.clones[1]?.isFull == false, rounds < 10_000 {
      room.read("A↓100,100@0 A→\(101 + rounds % 50),100@1 A↑@2")
      rounds += 1
    }
    #expect(rounds < 10_000)
    try room.pass(199)
    #expect(room.screen.panel.isGrabbed)
    try room.pass(1)
    #expect(!room.screen.panel.isGrabbed)
    #expect(room.told == [.on, .off(.stalled)])
    #expect(room.desk.clones.isEmpty)
  }

  @Test("FF-4 a keeper that hangs loses the panel 200 ms after the first frame that it does not take")
  func hangs() throws {
    try room.filter()
    room.read("A↓100,100@0 A↑@20")
    try room.pass(199)
    #expect(room.screen.panel.isGrabbed)
    try room.pass(1)
    #expect(!room.screen.panel.isGrabbed)
    #expect(room.told == [.on, .off(.stalled)])
  }

  @Test("FF-4 a keeper that takes its frames keeps the panel, and nothing is due at rest")
  func reads() throws {
    try room.filter()
    for _ in 0..<5 {
      room.read("A↓100,100@0 A↑@20")
      #expect(room.keeper.frames == ["↓0", "↑0"])
      try room.pass(200)
    }
    #expect(room.screen.panel.isGrabbed && room.told == [.on])
    #expect(room.desk.nextDeadline == nil)
  }

  @Test("FF-4 a pipe with room again within 200 ms loses no frame")
  func roomAgain() throws {
    try room.filter()
    var rounds = 0
    while room.desk.clones[1]?.isFull == false, rounds < 10_000 {
      room.read("A↓100,100@0 A↑@2")
      rounds += 1
    }
    var frames = room.keeper.frames
    try room.turn()
    while true {
      let more = room.keeper.frames
      if more.isEmpty { break }
      frames += more
      try room.turn()
    }
    #expect(frames.count == 2 * rounds)
    try room.pass(1000)
    #expect(room.screen.panel.isGrabbed && room.told == [.on])
  }

  @Test("FF-4 a filter that ends while the pipe is full keeps its clone if the keeper reads on within 200 ms")
  func endsFull() throws {
    try room.filter()
    try room.fill()
    room.read("A↓100,100@0")
    room.desk.client.pause(1, true, at: room.now)
    room.settle()
    #expect(!room.screen.panel.isGrabbed && room.desk.clones.count == 1)
    var frames: [String] = []
    while true {
      let more = room.keeper.frames
      if more.isEmpty { break }
      frames += more
      try room.turn()
    }
    #expect(frames.suffix(3) == ["↓0", "↑0", "end"])
    try room.pass(1000)
    room.read("A↑@10")
    room.desk.client.pause(1, false, at: room.now)
    room.settle()
    #expect(room.screen.panel.isGrabbed && room.told == [.on, .paused, .on])
    room.read("A↓100,100@200 A↑@220")
    #expect(room.keeper.frames == ["↓0", "↑0"])
  }

  @Test("FF-4 a filter that ends while the keeper hangs closes the pipe 200 ms later")
  func endsStalled() throws {
    try room.filter()
    try room.fill()
    room.read("A↓100,100@0")
    room.desk.client.pause(1, true, at: room.now)
    room.settle()
    try room.pass(200)
    #expect(!room.screen.panel.isGrabbed && room.desk.clones.isEmpty)
    var last: [String] = []
    while last != ["closed"] { last = room.keeper.frames }
  }

  @Test("FF-5 and FF-6 without a keeper, or with one that refuses, the panel stays readable")
  func refusals() throws {
    let alone = try FilterRoom(files, socket: "/nowhere/filter.sock")
    try alone.want()
    #expect(alone.told == [.off(.keeper)])
    #expect("\(try #require(alone.desk.client.fault(of: 1)))".contains("install gestured-filter"))

    try room.want()
    #expect(room.keeper.requests == [FakeKeeper.hello])
    room.keeper.welcome()
    try room.turn()
    _ = room.keeper.requests
    room.keeper.refuse(step: 4, errno: 2)
    try room.turn()
    #expect(room.told == [.off(.keeper)])
    #expect("\(try #require(room.desk.client.fault(of: 1)))".contains("modprobe uinput"))
    #expect(room.screen.panel.log == [])
  }

  @Test("FF-7 a clone that the kernel has destroyed gives its panel back")
  func destroyed() throws {
    try room.filter()
    room.read("A↓100,100@0")
    room.keeper.destroy(device: 0, errno: 22)
    try room.turn()
    #expect(!room.screen.panel.isGrabbed && room.told == [.on, .off(.keeper)])
  }

  @Test("FF-24 a daemon that stops ends touches on the clone, then gives the panel back")
  func stopped() throws {
    try room.filter()
    room.read("A↓100,100@0")
    #expect(room.keeper.frames == ["↓0"])
    room.desk.stop(room)
    #expect(room.keeper.frames == ["↑0", "end"])
    #expect(room.keeper.frames == ["closed"])
    #expect(room.screen.panel.log == ["grab", "ungrab"])
  }

  @Test("FLT-103 while one of two clients holds a pause the panel is listened to; its end resumes it")
  func pauses() throws {
    try room.filter()
    room.read("A↓100,100@0")
    room.desk.pause(nil, by: 1)
    room.desk.pause(1, by: 2)
    room.settle()
    #expect(!room.screen.panel.isGrabbed && room.told == [.on, .paused])
    #expect(room.keeper.frames == ["↓0", "↑0", "end"])
    room.desk.resume(nil, by: 1)
    room.settle()
    #expect(!room.screen.panel.isGrabbed)
    room.read("A↑@100")
    #expect(room.desk.forgetPauses(of: [2, 3]) && !room.desk.forgetPauses(of: [2]))
    room.settle()
    #expect(room.screen.panel.isGrabbed && room.told == [.on, .paused, .on])
    #expect(room.desk.reports.map(\.state) == ["on"])
  }

  @Test("FLT-15 on, paused, on, off: each change is told once, in its order, and is the state in status")
  func changes() throws {
    try room.filter()
    #expect(room.desk.reports.first?.state == "on")
    room.desk.pause(nil, by: 1)
    room.settle()
    #expect(room.desk.reports.first?.state == "paused" && room.desk.reports.first?.reason == "request")
    room.desk.pause(nil, by: 1)
    room.desk.pause(1, by: 2)
    room.settle()
    room.desk.resume(nil, by: 1)
    room.desk.resume(nil, by: 2)
    room.settle()
    try room.want(false)
    #expect(room.told == [.on, .paused, .on, .off(.configuration)])
    #expect(room.desk.reports.first?.reason == "configuration")
  }

  @Test("FLT-103 a pause of one panel holds while its client does, also when the panel is plugged in again")
  func pausedAndReplugged() throws {
    try room.filter()
    room.desk.pause(1, by: 1)
    room.settle()
    #expect(room.told == [.on, .paused])
    room.desk.client.remove(1, at: room.now)
    room.desk.forget(panel: 1)
    room.settle()
    try room.want(as: 2)
    #expect(room.desk.client.state(of: 2) == .paused)
    // Another panel is not paused.
    try room.want(as: 3, panel: 6)
    #expect(room.desk.client.state(of: 3) == .off(.starting))
    #expect(room.desk.forgetPauses(of: [1]))
    #expect(room.desk.client.state(of: 2) == .off(.starting))
  }

  @Test(
    "FLT-92 a property that changes under a finger makes the clone anew at the lift, also while another panel waits for its rest"
  )
  func changedProperty() throws {
    // A finger rests on the second panel, whose clone is ready.
    room.touched = [2]
    try room.filter(as: 2, panel: 6, device: 1, folder: 8)
    #expect(room.told == [] && room.awaited == [2])
    try room.filter()
    #expect(room.awaited == [2])
    room.read("A↓100,100@0")
    #expect(room.keeper.frames == ["↓0"])

    let properties = ["ID_SEAT": "seat-kitchen"]
    try room.want(properties: properties)
    #expect(room.awaited == [1, 2])
    #expect(room.keeper.requests == [] && room.screen.panel.log == ["grab"] && room.told == [.on])
    room.read("A→130,100@10")
    #expect(room.keeper.frames == ["·"] && room.awaited == [1, 2])
    room.read("A↑@10")
    #expect(room.keeper.frames == ["↑0", "end"])
    // The keeper reads the lift before it answers (FF-31).
    #expect(room.keeper.frames == [] && room.keeper.requests == [FakeKeeper.make])
    #expect(room.screen.panel.log == ["grab", "ungrab"] && room.awaited == [2])

    room.keeper.make(device: 0, folder: 9)
    try room.turn()
    room.noteNode(9)
    try room.pass(300)
    #expect(room.screen.panel.isGrabbed && room.desk.node(of: 1) == "/dev/input/event9")
    room.read("B↓100,100@0 B↑@20")
    #expect(room.keeper.frames == ["↓0", "↑0"])
    // The same properties once more change nothing.
    try room.want(properties: properties)
    #expect(room.keeper.requests == [] && room.awaited == [2])
  }

  @Test(
    "FLT-92 a property that changes while a recognizer holds a lifted tap costs no touch: the app has the tap first",
    arguments: [false, true])
  func changedPropertyWhileHeld(isLifted: Bool) throws {
    let room = try FilterRoom(files, [.tap("double", taps: 2)])
    try room.filter()
    let properties = ["ID_SEAT": "seat-kitchen"]
    if isLifted {
      room.read("A↓100,100@0 A↑@80")
      try room.want(properties: properties)
    } else {
      room.read("A↓100,100@0")
      try room.want(properties: properties)
      room.read("A↑@80")
    }
    #expect(room.keeper.frames == [] && room.keeper.requests == [] && room.awaited == [1])
    try room.pass(440)
    #expect(room.keeper.frames == ["↓0"] && room.keeper.requests == [] && room.awaited == [1])
    try room.pass(20)
    #expect(room.keeper.frames == ["↑0", "end"])
    #expect(room.keeper.frames == [] && room.keeper.requests == [FakeKeeper.make])
  }

  @Test("FLT-4 the rest of a panel that is closed is not waited for")
  func closedPanel() throws {
    room.touched = [1]
    try room.filter()
    #expect(room.awaited == [1])
    room.desk.client.remove(1, at: room.now)
    room.settle()
    #expect(room.awaited == [])
  }

  @Test("FF-10 a clone's node that goes while the keeper lives gives the panel back in that turn")
  func nodeGone() throws {
    try room.filter()
    room.read("A↓100,100@0")
    #expect(room.keeper.frames == ["↓0"])
    room.desk.forget("/sys/devices/virtual/input/input9/event9")
    room.settle()
    #expect(room.screen.panel.isGrabbed)
    room.desk.forget("/sys/devices/virtual/input/input7/event7")
    room.settle()
    #expect(!room.screen.panel.isGrabbed && room.told == [.on, .off(.noNode)])
    #expect(room.keeper.frames == ["↑0", "end"])
    #expect(room.keeper.requests == [FakeKeeper.drop])
    try room.pass(200)
    #expect(room.keeper.requests == [FakeKeeper.make])
  }

  @Test("D25 and FF-10 a clone's node that went while udev was not heard gives the panel back")
  func nodeMissed() throws {
    try room.filter()
    room.desk.replaceNodes([.make(InputDeviceNode.Story(7, phys: "gestured/0/touch"))])
    room.settle()
    #expect(room.screen.panel.isGrabbed)
    room.desk.replaceNodes([])
    room.settle()
    #expect(!room.screen.panel.isGrabbed && room.told == [.on, .off(.noNode)])
  }

  @Test("FF-29 a clone that udev has not answered for is not used")
  func withoutUdev() throws {
    try room.want()
    _ = room.keeper.requests
    room.keeper.welcome()
    try room.turn()
    _ = room.keeper.requests
    room.keeper.make(device: 0, folder: 7)
    try room.turn()
    var story = InputDeviceNode.Story(7, phys: "gestured/0/touch")
    story.isInitialized = false
    room.desk.add(.make(story))
    room.settle()
    try room.pass(1000)
    #expect(!room.screen.panel.isGrabbed)
    room.noteNode(7)
    try room.pass(300)
    #expect(room.screen.panel.isGrabbed)
  }

  @Test("FLT-12 five resting fingers give the panel back and lift on the clone, until a client resumes")
  func released() throws {
    try room.filter()
    let landing = room.now
    room.read("A↓100,100@0 B↓200,100@0 C↓300,100@0 D↓400,100@0 E↓500,100@0")
    _ = room.keeper.frames
    #expect(room.screen.releaseDue == landing + .milliseconds(5001))
    try room.pass(4900)
    #expect(room.screen.panel.isGrabbed)
    room.desk.client.release(1, at: room.now)
    room.settle()
    #expect(room.told == [.on, .off(.released)])
    #expect(room.keeper.frames == ["↑0 ↑1 ↑2 ↑3 ↑4", "end"])
    #expect(room.screen.releaseDue == nil && !room.screen.panel.isGrabbed)
    room.read("A↑@10 B↑@10 C↑@10 D↑@10 E↑@10")
    #expect(!room.screen.panel.isGrabbed && room.keeper.frames == [])
    room.desk.resume(nil, by: 1)
    room.settle()
    #expect(room.screen.panel.isGrabbed && room.told.last == .on)
  }
}

/// One panel, its desk and its keeper.
private final class FilterRoom: FilteredPanels {
  let keeper = FakeKeeper()
  let screen: FilteredScreen
  let desk: FilterDesk
  private(set) var told: [FilterState] = []
  /// The panels whose rest matters.
  private(set) var awaited: Set<Int> = []
  /// The panels without a device on which a finger rests.
  var touched: Set<Int> = []
  private let publisher: Publisher

  init(
    _ files: DaemonFiles, _ own: [RecognizerDeclaration]? = nil, socket: String? = nil,
    isTouched: Bool = false
  ) throws {
    publisher = try Publisher(dumpingTo: files, own.map { try Scene($0) })
    screen = try FilteredScreen(publisher, isTouched: isTouched)
    desk = FilterDesk(publisher.turn, socket: socket ?? keeper.path)
  }

  var now: Instant { publisher.turn.now }

  func want(
    _ isWanted: Bool = true, as number: Int = 1, panel: UInt64 = 5, properties: [String: String] = [:]
  ) throws {
    let request = CloneRequest(
      panel: panel, clone: screen.clone, endsByPalm: false, properties: properties, table: nil)
    desk.client.set(
      number, request, settle: .milliseconds(300), isWanted: isWanted, isTouched: !screen.isAtRest, at: now)
    desk.applyPauses()
    settle()
  }

  /// Writes taps until the pipe is full.
  func fill() throws {
    var rounds = 0
    while desk.clones[1]?.isFull == false, rounds < 10_000 {
      read("A↓100,100@0 A↑@2")
      rounds += 1
    }
    #expect(rounds < 10_000)
  }

  /// Brings a panel to its grab, for which it has to be at rest.
  func filter(as number: Int = 1, panel: UInt64 = 5, device: UInt32 = 0, folder: UInt8 = 7) throws {
    try want(as: number, panel: panel)
    if keeper.requests == [FakeKeeper.hello] {
      keeper.welcome()
      try turn()
      _ = keeper.requests
    }
    keeper.make(device: device, folder: folder)
    try turn()
    noteNode(Int(folder))
    try pass(300)
    #expect(screen.panel.isGrabbed == (number == 1 && touched.isDisjoint(with: [1])))
  }

  func settle() { _ = desk.settle(self) }

  /// Handles what is readable and due, without waiting.
  func turn() throws {
    _ = try publisher.turn.poller.wait(timeout: .zero)
    for index in 0..<publisher.turn.poller.readyCount {
      desk.read(publisher.turn.poller[index])
      settle()
    }
    if let due = screen.nextDeadline, due <= now {
      screen.read([], at: now, after: .deadline)
      noteRest()
    }
    if let due = desk.nextDeadline, due <= now {
      desk.advance()
      settle()
    }
  }

  func pass(_ milliseconds: Int64) throws {
    publisher.turn.begin(at: now + .milliseconds(Double(milliseconds)))
    try turn()
  }

  func noteNode(_ number: Int) {
    desk.add(.make(InputDeviceNode.Story(number, phys: "gestured/0/touch")))
    settle()
  }

  /// The device reports a script, whose times count from now on. Its rest is noted where it matters.
  func read(_ script: String) {
    screen.read(script, after: now)
    noteRest()
  }

  private func noteRest() {
    guard awaited.contains(1), screen.isAtRest else { return }
    desk.client.reportRest(1, at: now)
    settle()
  }

  func grab(_ panel: Int, to clone: LiveClone) -> KeeperClient.GrabOutcome? {
    touched.contains(panel) ? .notAtRest : screen.grab(to: clone)
  }
  func endTouches(of panel: Int) { screen.endFilter() }
  func giveBack(_ panel: Int) { screen.giveBack() }
  func tell(_ panel: Int, _ state: FilterState) { told.append(state) }
  func awaitRests(of isAwaited: (Int) -> Bool) { awaited = Set((1...3).filter(isAwaited)) }
}
