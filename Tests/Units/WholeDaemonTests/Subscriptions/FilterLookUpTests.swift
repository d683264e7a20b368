import DaemonTestSupport
import GestureCore
import GestureProtocol
import GestureTestSupport
import GesturedConfiguration
import Testing

@testable import GesturedDaemon
@testable import GesturedServing

@Suite("Filters look up what has changed") struct FilterLookUpTests {
  private static let toml = """
    [recognizer.tap]
    kind = "tap"
    touches = [1, 2]

    [recognizer.back]
    kind = "swipe"
    region = "V"

    [region.V]
    frame = [0, 0, 80, 100]
    """

  private static let filters: [String] = [
    "", #""recognizer":"x""#, #""kind":["tap","pan"]"#, #""region":"V""#,
    #""region":"root","descendants":false"#,
    #""region":"a","touch_count":[1]"#, #""device":1"#, #""device":"T2","region":["root","b"]"#,
    #""type":["region","recognizer"],"region":"c""#, #""type":"transition""#,
  ]

  @Test("A filter that was there all the time finds what one finds that comes now", arguments: 0..<6)
  func isAsNew(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let rig = try ServingRig(Self.toml)
    let clients = [try rig.connect(), try rig.connect()]
    let all = Self.filters.map { "{\($0)}" }.joined(separator: ",")
    for client in clients {
      #expect(try client.ask(#"{"command":"subscribe","filter":[\#(all)]}"#).isGranted)
    }
    let regions = ["a", "b", "c", "V", "root"]
    func one(_ words: [String]) -> String { words[Int.random(in: words.indices, using: &random)] }
    var screens = [1]
    var count = 1
    for step in 0..<120 {
      let client = clients[step % 2]
      switch Int.random(in: 0..<9, using: &random) {
      case 0, 1:
        try client.send(
          #"{"command":"regions","edits":[{"add":{"name":"\#(one(regions))","parent":"\#(one(regions))","frame":[0,0,9,9],"foreign_children":true}}]}"#
        )
      case 2: try client.send(#"{"command":"regions","edits":[{"remove":"\#(one(regions))"}]}"#)
      case 3:
        try client.send(
          #"{"command":"regions","edits":[{"move":"\#(one(regions))","to":"\#(one(regions))"}]}"#)
      case 4, 5:
        try client.send(
          #"{"command":"recognizers","edits":[{"add":{"name":"\#(one(["x","y","z"]))","kind":"\#(one(["tap","pan","swipe"]))","public":\#(one(["true","false"]))}}]}"#
        )
      case 6: try client.send(#"{"command":"recognizers","edits":[{"remove":"\#(one(["x","y","z"]))"}]}"#)
      case 7:
        try client.send(
          #"{"command":"recognizers","edits":[{"change":{"name":"\#(one(["x","y","z"]))","region":"\#(one(regions))","public":\#(one(["true","false"]))}}]}"#
        )
      default:
        if screens.count > 2 {
          rig.source.unplug(screens.removeFirst())
        } else {
          rig.source.plugIn(try rig.files.screen(one(["T1", "T2"])))
          count += 1
          screens.append(count)
        }
      }
      try rig.settle()
      for client in clients { _ = client.news }
      let scope = rig.daemon.publisher.everyone.scope
      for subscriber in rig.daemon.connections.all {
        let fresh = Subscription(
          subscriber.subscription.source, of: subscriber.subscription.client, in: scope)
        let (expected, kept) = (fresh.filters, subscriber.subscription.filters)
        #expect(expected == kept, "after step \(step)")
        guard expected == kept else { return }
      }
      try rig.advance(to: rig.now + .milliseconds(100))
    }
  }

  @Test("A recognizer that changes is looked up alone, and a region's place concerns nobody")
  func isLittle() throws {
    var scope = SubscriptionScope()
    let configuration = try DaemonFiles(Self.toml).configuration
    var set = try RecognizerSet(configuration.recognizers)
    #expect(scope.setRecognizers(set).groups.flatMap(\.numbers) == [0, 1, 2])
    #expect(scope.setRecognizers(set).groups.flatMap(\.numbers) == [])
    try set.setRegion(2, nil)
    #expect(scope.setRecognizers(set).groups.flatMap(\.numbers) == [2])
    set.setEnabled(0, false)
    #expect(scope.setRecognizers(set).groups.flatMap(\.numbers) == [])
    let (tree, _) = configuration.regionTree(
      on: ScreenNames(device: "T1"), isFirst: true, screen: Size(160, 100), pixels: nil)
    scope.set(.init(number: 1, names: ["T1"], regions: tree))
    #expect(scope.setRegions(of: 1, tree).regions == [])
    var inner = tree
    try inner.apply([.add(Region("Q", frame: Rect(.zero, Size(9, 9))), to: "V")], owner: 1)
    let (q, v) = (try #require(inner.number(named: "Q")), try #require(inner.number(named: "V")))
    #expect(scope.setRegions(of: 1, inner).regions == [q])
    var moved = inner
    try moved.apply([.change(Region("Q", frame: Rect(.zero, Size(19, 19))))], owner: 1)
    #expect(scope.setRegions(of: 1, moved).regions == [])
    try moved.apply([.move("Q", to: "root")], owner: 1)
    #expect(scope.setRegions(of: 1, moved).regions == [q])
    try moved.apply(
      [.move("Q", to: "V"), .add(Region("W", frame: Rect(.zero, Size(9, 9))), to: "root")], owner: 1)
    try moved.apply([.move("Q", to: "W")], owner: 1)
    let w = try #require(moved.number(named: "W"))
    #expect(Set(scope.setRegions(of: 1, moved).regions) == [w, q])
    #expect(scope.setRegions(of: 1, inner).regions.contains(q))
    #expect(v != q)
  }
}
