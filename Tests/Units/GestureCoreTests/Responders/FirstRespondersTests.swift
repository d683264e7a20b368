import GestureCore
import GestureTestSupport
import Testing

@Suite("First responders")
struct FirstRespondersTests {
  private var tree: RegionTree
  private let v: Int
  private let q: Int
  private var responders = FirstResponders()

  /// F0 with Q beside V; both may be first responder.
  init() {
    var tree = RegionTree.f0
    tree.change("V") { $0.canBecomeFirstResponder = true }
    q = tree.add("Q", points: 600, 100, 100, 100) { $0.canBecomeFirstResponder = true }
    v = tree.existing("V")
    self.tree = tree
  }

  private func chain() -> [Responder] { Array(ResponderChain(from: responders.start, in: tree)) }

  @Test("RSP-6 a window has one first responder at most, and only a region that can becomes it")
  mutating func become() {
    let first = responders.become(v, in: tree)
    #expect(first == .changed)
    let refused = responders.become(RegionTree.root, in: tree)
    #expect(refused == .refused)
    #expect(responders.firstResponder(of: RegionTree.window) == v)
    let second = responders.become(q, in: tree)
    #expect(second == .changed)
    #expect(responders.firstResponder(of: RegionTree.window) == q)
    let resigned = responders.resign(q, in: tree)
    #expect(resigned == .changed)
    #expect(responders.firstResponder(of: RegionTree.window) == nil)
  }

  @Test("RSP-7 the one that is has to agree")
  mutating func agreement() {
    tree.change("V") { $0.canResignFirstResponder = false }
    _ = responders.become(v, in: tree)
    let other = responders.become(q, in: tree)
    #expect(other == .refused)
    let own = responders.resign(v, in: tree)
    #expect(own == .refused)
    #expect(responders.firstResponder(of: RegionTree.window) == v)
  }

  @Test("RSP-8 events that no finger made start at the first responder of the key window and climb")
  mutating func start() {
    tree.change("V") { $0.controller = "c" }
    _ = responders.become(v, in: tree)
    #expect(
      chain() == [
        .region(v), .controller(ofRegion: v), .region(RegionTree.root), .window(RegionTree.window),
        .application,
      ])
  }

  @Test("RSP-10 without a first responder they start at the key window, then the application")
  func noFirstResponder() {
    #expect(chain() == [.window(RegionTree.window), .application])
  }

  @Test(
    "RSP-11 any controller's region can be first responder, and what it leaves climbs to the controllers around it"
  )
  mutating func nestedControllers() {
    tree.change("root") { $0.controller = "c1" }
    tree.change("V") { $0.controller = "c2" }
    _ = responders.become(v, in: tree)
    let handler = ResponderChain(from: responders.start, in: tree).first {
      $0 == .controller(ofRegion: RegionTree.root)
    }
    #expect(handler == .controller(ofRegion: RegionTree.root))
    #expect(chain().contains(.controller(ofRegion: v)))
  }

  @Test("RSP-12 a tap makes a region that takes text first responder, and no other")
  mutating func text() {
    let field = tree.add("field", points: 0, 0, 50, 20, kind: .textField)
    let other = responders.tap(v, in: tree)
    #expect(other == .unchanged)
    let first = responders.tap(field, in: tree)
    #expect(first == .changed)
    let again = responders.tap(field, in: tree)
    #expect(again == .unchanged)
    #expect(responders.start == .region(field))
  }

  @Test("RSP-13 a region that is removed is first responder no more, without being asked")
  mutating func removal() throws {
    tree.change("V") { $0.canResignFirstResponder = false }
    _ = responders.become(v, in: tree)
    try tree.apply([.remove("V")])
    let forgotten = responders.forgetGone(in: tree)
    #expect(forgotten == [RegionTree.window])
    #expect(responders.firstResponder(of: RegionTree.window) == nil)
  }

  @Test(
    "RSP-14, RSP-15 an action without a target goes to the first that can perform it, the sender's chain last"
  )
  mutating func action() {
    let button = tree.add("button", points: 0, 0, 50, 20, kind: .button)
    _ = responders.become(v, in: tree)
    func target(_ able: Responder...) -> Responder? {
      responders.target(sentBy: .region(button), in: tree) { able.contains($0) }
    }
    #expect(target(.region(v), .region(RegionTree.root)) == .region(v))
    #expect(target(.region(RegionTree.root)) == .region(RegionTree.root))
    #expect(target(.region(button)) == .region(button))
    #expect(target() == nil)
  }

  @Test("RSP-16 becoming what one is changes nothing")
  mutating func twice() {
    let first = responders.become(v, in: tree)
    let second = responders.become(v, in: tree)
    #expect([first, second] == [.changed, .unchanged])
  }

  @Test("RSP-17 another key window takes the events to its first responder")
  mutating func keyWindow() throws {
    tree.addWindow("W2", points: 0, 0, 1024, 640)
    let field = tree.add("field", to: "W2", points: 0, 0, 50, 20, kind: .textField)
    _ = responders.become(v, in: tree)
    _ = responders.become(field, in: tree)
    #expect(responders.start == .region(v))
    let isKey = responders.makeKey(tree.existing("W2"), in: tree)
    #expect(isKey == .changed)
    #expect(responders.start == .region(field))
    let window2 = tree.existing("W2")
    try tree.apply([.remove("W2")])
    let forgotten = responders.forgetGone(in: tree)
    #expect(forgotten == [RegionTree.window, window2])
    #expect(responders.start == .region(v))
  }
}
