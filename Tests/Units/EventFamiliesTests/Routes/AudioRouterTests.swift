import EventFamilies
import GestureCore
import Testing

@Suite("Audio route")
struct AudioRouterTests {
  /// The plugs in jacks from a time on, in ms. Several switches in one list are one report.
  private typealias Step = (time: Int64, switches: [(AudioPort, Bool)])

  private struct Rig {
    var settings = AudioSettings()
    var router = AudioRouter()
    var switches: [Int: JackSwitches] = [:]
    var changes: [RouteChange] = []

    mutating func plug(_ device: Int = 1, _ steps: [Step]) {
      for (time, reported) in steps {
        advance(to: time - 1)
        var jack = switches[device] ?? JackSwitches(settle: settings.settle)
        for (port, isIn) in reported { jack.record(port, isIn: isIn) }
        if let change = jack.endReport(at: .milliseconds(time)) {
          changes.append(router.apply(change, of: device, at: .milliseconds(time)))
        }
        switches[device] = jack
      }
    }

    mutating func advance(to time: Int64) {
      for device in switches.keys.sorted() {
        while let (change, due) = switches[device]?.advance(to: .milliseconds(time)) {
          changes.append(router.apply(change, of: device, at: due))
        }
      }
    }

    /// Lines such as `1@200 headphones+built_in_mic`.
    var lines: [String] {
      changes.map { change in
        "\(change.reason.rawValue)@\(change.time.microseconds / 1000) "
          + change.route.ports.map(\.rawValue).joined(separator: "+")
      }
    }
  }

  private func lines(_ steps: [Step], until end: Int64 = 9000) -> [String] {
    var rig = Rig()
    rig.plug(1, steps)
    rig.advance(to: end)
    return rig.lines
  }

  @Test("AUD-1, AUD-7 plugged in: reason 1 once it has settled, with both routes")
  func plugIn() {
    var rig = Rig()
    rig.plug(1, [(0, [(.headphones, true)])])
    rig.advance(to: 1000)
    #expect(rig.lines == ["1@200 headphones+built_in_mic"])
    #expect(rig.changes[0].previous.ports == [.speaker, .builtInMicrophone])
    #expect(rig.changes[0].ports == [.headphones])
  }

  @Test("AUD-2 pulled out: reason 2 at once")
  func pullOut() {
    #expect(
      lines([(0, [(.headphones, true)]), (5000, [(.headphones, false)])])
        == ["1@200 headphones+built_in_mic", "2@5000 speaker+built_in_mic"])
  }

  @Test("AUD-3 the two switches of a headset are one event")
  func headset() {
    #expect(
      lines([(0, [(.headphones, true)]), (30, [(.headsetMicrophone, true)])]) == [
        "1@230 headphones+headset_mic"
      ])
  }

  @Test("AUD-4 pulled out in one report is one event, in two it is two")
  func removal() {
    let plug: Step = (0, [(.headphones, true), (.headsetMicrophone, true)])
    #expect(
      lines([plug, (1000, [(.headphones, false), (.headsetMicrophone, false)])])
        == ["1@200 headphones+headset_mic", "2@1000 speaker+built_in_mic"])
    #expect(
      lines([plug, (1000, [(.headphones, false)]), (1040, [(.headsetMicrophone, false)])])
        == ["1@200 headphones+headset_mic", "2@1000 speaker+headset_mic", "2@1040 speaker+built_in_mic"])
  }

  @Test("AUD-5, AUD-6 contacts that bounce are one plug, and a plug that is pulled before it rests is none")
  func bouncing() {
    let bounces: [Step] = [
      (0, [(.headphones, true)]), (50, [(.headphones, false)]), (120, [(.headphones, true)]),
    ]
    #expect(lines(bounces) == ["1@320 headphones+built_in_mic"])
    #expect(lines([(0, [(.headphones, true)]), (100, [(.headphones, false)])]) == [])
  }

  @Test("AUD-8 what is in at the start is the route, and no change")
  func start() {
    var router = AudioRouter()
    router.adopt([.headphones, .headsetMicrophone], of: 1)
    #expect(router.route.ports == [.headphones, .headsetMicrophone])
    var jack = JackSwitches(settle: .milliseconds(200))
    jack.adopt([.headphones])
    jack.record(.headphones, isIn: true)
    #expect(jack.endReport(at: .milliseconds(10)) == nil)
    #expect(jack.deadline == nil)
  }

  @Test("AUD-9 the output that came last is the route; what has not settled is nothing to fall back to")
  func last() {
    var rig = Rig()
    rig.plug(1, [(0, [(.videoOut, true)])])
    rig.plug(2, [(1000, [(.headphones, true)])])
    rig.plug(3, [(1900, [(.lineOut, true)])])
    rig.plug(2, [(2000, [(.headphones, false)])])
    #expect(
      rig.lines
        == ["1@200 hdmi+built_in_mic", "1@1200 headphones+built_in_mic", "2@2000 hdmi+built_in_mic"])
  }

  @Test("AUD-10 pulling out what is not the route changes nothing but what is there")
  func notTheRoute() {
    var rig = Rig()
    rig.plug(1, [(0, [(.videoOut, true)])])
    rig.plug(2, [(1000, [(.headphones, true)])])
    rig.plug(1, [(2000, [(.videoOut, false)])])
    #expect(rig.lines.last == "2@2000 headphones+built_in_mic")
    #expect(rig.changes.last?.ports == [.videoOut])
  }

  @Test("AUD-12 line out, line in and video out are ports like the others")
  func otherPorts() {
    #expect(lines([(0, [(.lineOut, true)])]) == ["1@200 line_out+built_in_mic"])
    #expect(lines([(0, [(.lineIn, true)])]) == ["1@200 speaker+line_in"])
    #expect(AudioPort(switch: 0x08) == .videoOut && AudioPort(switch: 0x05) == nil)
  }

  @Test("AUD-13 a plug of unknown kind is told as such, and is nothing beside a known one, on removal too")
  func unknown() {
    #expect(lines([(0, [(.unknown, true)])]) == ["1@200 unknown+built_in_mic"])
    let both: [Step] = [
      (0, [(.unknown, true)]), (100, [(.headphones, true)]), (900, [(.headphones, false)]),
      (920, [(.unknown, false)]),
    ]
    #expect(lines(both) == ["1@300 headphones+built_in_mic", "2@900 speaker+built_in_mic"])
  }

  @Test("AUD-14, AUD-15 another category is reason 3, the same again nothing")
  func category() {
    var router = AudioRouter()
    #expect(router.setCategory(.playback, of: 1, at: .milliseconds(1))?.reason == .category)
    #expect(router.setCategory(.playback, of: 1, at: .milliseconds(2)) == nil)
    #expect(router.category == .playback)
    #expect(router.forget(1, at: .milliseconds(3))?.category == nil)
  }

  @Test("AUD-16 the loudspeaker by request, and back")
  func override() {
    var router = AudioRouter()
    router.adopt([.headphones], of: 1)
    let forced = router.setOverride(true, of: 7, at: .milliseconds(1))
    #expect(forced?.reason == .override && forced?.route.output == .speaker)
    let back = router.setOverride(false, of: 7, at: .milliseconds(2))
    #expect(back?.reason == .override && back?.route.output == .headphones)
    #expect(router.setOverride(false, of: 7, at: .milliseconds(3)) == nil)
  }

  @Test("AUD-17 a category that needs an input where there is none: reason 7")
  func noInput() {
    var settings = AudioSettings()
    settings.hasMicrophone = false
    var router = AudioRouter(settings)
    #expect(router.setCategory(.record, of: 1, at: .milliseconds(1))?.reason == .noSuitableRoute)
    router.adopt([.headsetMicrophone], of: 1)
    #expect(router.setCategory(.playAndRecord, of: 1, at: .milliseconds(2))?.reason == .category)
  }

  @Test("AUD-18 what changed while the machine slept is one event, and nothing where nothing did")
  func wake() {
    var router = AudioRouter()
    router.adopt([.headphones, .headsetMicrophone], of: 1)
    #expect(router.wake([(1, [.headphones, .headsetMicrophone])], at: .milliseconds(1)) == nil)
    let change = router.wake([(1, [])], at: .milliseconds(2))
    #expect(change?.reason == .wake && change?.route.output == .speaker)
  }

  @Test("AUD-19 a property of a port: reason 8")
  func configuration() {
    var router = AudioRouter()
    let change = router.configurationChanged(at: .milliseconds(1))
    #expect(change.reason == .configuration && change.route == change.previous)
  }

  @Test("AUD-20 a switch that is told twice is told once")
  func twice() {
    #expect(
      lines([(0, [(.headphones, true)]), (300, [(.headphones, true)])]) == ["1@200 headphones+built_in_mic"])
  }

  @Test("AUD-23 a device that goes takes its plugs with it")
  func gone() {
    var router = AudioRouter()
    router.adopt([.headphones], of: 1)
    #expect(router.remove(1, at: .milliseconds(9))?.reason == .oldDevice)
    #expect(router.remove(1, at: .milliseconds(9)) == nil)
    #expect(router.route.output == .speaker)
  }

  @Test("AUD-24 after a dropped stretch what is otherwise comes as if it were reported")
  func dropped() {
    var jack = JackSwitches(settle: .milliseconds(200))
    jack.adopt([.headphones])
    #expect(jack.compare(with: [.headphones], at: .milliseconds(1)) == nil)
    #expect(jack.compare(with: [.lineOut], at: .milliseconds(2)) == .pulledOut([.headphones]))
    #expect(jack.advance(to: .milliseconds(300))?.change == .pluggedIn([.lineOut]))
  }

  @Test("Any switches in any order: the route is always made of what is in")
  func random() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      var rig = Rig()
      var present: [Int: Set<AudioPort>] = [1: [], 2: []]
      var time: Int64 = 0
      for _ in 0..<40 {
        time += Int64.random(in: 1...400, using: &generator)
        let device = Int.random(in: 1...2, using: &generator)
        let port = AudioPort.switches.randomElement(using: &generator)?.port ?? .unknown
        let isIn = Bool.random(using: &generator)
        if isIn { present[device]?.insert(port) } else { present[device]?.remove(port) }
        rig.plug(device, [(time, [(port, isIn)])])
      }
      rig.advance(to: time + 1000)
      let plugged = present.values.reduce(Set()) { $0.union($1) }
      for port in rig.router.route.ports where ![.speaker, .builtInMicrophone].contains(port) {
        #expect(plugged.contains(port))
      }
      #expect(rig.changes.allSatisfy { $0.reason == .newDevice || $0.reason == .oldDevice })
    }
  }
}
