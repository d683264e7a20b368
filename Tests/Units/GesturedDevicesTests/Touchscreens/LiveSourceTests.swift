import DaemonTestSupport
import FoundationEssentials
import GestureCore
import GestureProtocol
import GestureTestSupport
import LinuxEventLoop
import LinuxInput
import SystemPackage
import Testing

@testable import GesturedBase
@testable import GesturedDevices
@testable import GesturedServing

/// The discovery of the machine's devices.
@Suite struct LiveSourceTests {
  private let files: DaemonFiles
  private let publisher: Publisher
  private let source: LiveSource
  private let log = KeptLog()

  init() throws {
    files = try DaemonFiles()
    publisher = try Publisher(dumpingTo: files, logger: log.logger)
    source = LiveSource(
      configuration: files.configuration, FamilyDesk(publisher), waitsForPermission: true)
  }

  /// The number of this process's descriptors of a device.
  private func descriptors(of device: String) -> Int {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return files.count {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == device
    }
  }

  @Test(
    "D4 a device that is plugged in and out a thousand times, told of twice, late or never, leaves nothing behind",
    arguments: [true, false])
  func replugs(isThere: Bool) throws {
    let turn = publisher.turn
    // /dev/random can be opened, but the daemon does not read it as a device, so it must close the descriptor each time. No other test of
    // this process opens it.
    var story = InputDeviceNode.Story(3)
    if isThere { story.device = ("/dev/random", 0x108) }
    let node = InputDeviceNode.make(story)
    var other = story
    other.name = "another"
    let successor = InputDeviceNode.make(other)
    let removal = DeviceChange.removed(systemPath: node.systemPath, deviceNumber: node.deviceNumber)
    var now = Instant.milliseconds(1000)
    for round in 0..<1000 {
      var changes: [DeviceChange] = [.added(node), .changed(node), removal]
      switch round % 4 {
      case 0: changes = [.added(node), .added(node), removal, removal]
      // The notice of the removal comes too late, and another device uses the number at once.
      case 1: changes = [.added(node), .added(successor), removal]
      case 2: changes = [removal, .added(node), .changed(successor), removal]
      default: break
      }
      for change in changes {
        turn.begin(at: now)
        source.apply(change)
        now = now + .milliseconds(70)
        turn.begin(at: now)
        source.advance()
      }
    }
    #expect(source.nextDeadline == nil)
    #expect(source.places.allSatisfy { $0.open == nil })
    #expect(source.roster[node.systemPath] == nil)
    if isThere { #expect(descriptors(of: "/dev/random") == 0) }
    #expect(log.lines.count < 300)
  }

  @Test("D25 where udev's socket fails it is opened anew a second later, and all is looked at anew")
  func deafness() throws {
    let turn = publisher.turn
    var now = Instant.milliseconds(1000)
    turn.begin(at: now)
    try source.start()
    #expect(source.nextDeadline == nil)

    for delay: Int64 in [1000, 2000] {
      // The descriptor is replaced with /dev/null, so reading the socket fails like a broken one.
      let socket = try #require(source.monitorDescriptor, "this machine has no netlink socket of udev")
      let null = try FileDescriptor.open(FilePath("/dev/null"), .readOnly)
      _ = try null.duplicate(as: socket)
      try null.close()
      _ = turn.takes(.all)
      source.read(PollEvent(token: TokenKind.token(of: TokenKind.monitor), readiness: .readable))
      #expect(turn.owes(.families) && turn.owes(.deadlines))
      #expect(source.monitorDescriptor == nil)
      #expect(source.nextDeadline == now + .milliseconds(Double(delay)))
      #expect(log.lines.last?.contains("until gestured hears udev again") == true)

      now = now + .milliseconds(Double(delay))
      turn.begin(at: now)
      source.advance()
      // The daemon reads displays in turns of their own.
      while let due = source.nextDeadline, due <= now {
        source.advance()
      }
      #expect(source.monitorDescriptor != nil)
      #expect(source.nextDeadline == nil)
      #expect(log.lines.last == "notice: udev is heard again")
    }
    source.stop()
  }

  @Test(
    "FLT-3, FF-23 after each event of the keeper the next deadline is looked at, whether anything was done")
  func deadlinesOfFilter() {
    let turn = publisher.turn
    turn.begin(at: .milliseconds(1000))
    _ = turn.takes(.all)
    source.read(PollEvent(token: TokenKind.token(of: TokenKind.filter), readiness: .readable))
    #expect(turn.owes(.deadlines))
  }

  @Test(
    "QUE-1, RES-6 of several readable nodes the earliest stamp is first, and of one stamp the first device")
  func orderOfStamps() {
    let nodes = [(0, 2), (1, 1), (2, 3)].map { index, rank in
      LiveSource.ReadableNode(index: index, isTouchscreen: true, rank: rank)
    }
    func first(_ stamps: [Int64?]) -> Int? {
      LiveSource.first(of: nodes) { stamps[$0.index].map { .milliseconds($0) } }?.index
    }
    #expect(first([11, 12, 10]) == 2)
    #expect(first([10, 11, 12]) == 0)
    #expect(first([10, 10, 10]) == 1)
    #expect(first([10, 11, 10]) == 0)
    #expect(first([nil, 12, 11]) == 2)
    #expect(first([nil, nil, nil]) == nil)
  }
}
