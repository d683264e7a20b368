import GestureCore
import GestureTestSupport
import Testing

@Suite("Responder chain")
struct ResponderChainTests {
  /// F0, with values for V and for the root.
  private func tree(
    v configureV: (inout Region) -> Void = { _ in }, root configureRoot: (inout Region) -> Void = { _ in }
  ) -> RegionTree {
    var tree = RegionTree.f0
    tree.change("V", configureV)
    tree.change("root", configureRoot)
    return tree
  }

  private func receivers(of name: String, in tree: RegionTree) -> [String] {
    var receivers: [Int] = []
    ResponderChain.receivers(of: tree.existing(name), in: tree, into: &receivers)
    return receivers.map { tree.regions[$0].name }
  }

  @Test("RSP-1 from a region to its controller, the regions around it, the window, the application, nobody")
  func order() {
    let tree = tree(v: { $0.controller = "c" })
    let chain = Array(ResponderChain(from: .region(tree.existing("V")), in: tree))
    #expect(
      chain == [
        .region(tree.existing("V")), .controller(ofRegion: tree.existing("V")), .region(RegionTree.root),
        .window(RegionTree.window), .application,
      ])
    #expect(ResponderChain.responder(after: .application, in: tree) == nil)
  }

  @Test("RSP-1 a region that is not its controller's root goes on to its parent")
  func insideController() {
    var tree = tree(v: { $0.controller = "c" })
    let inner = tree.add("Q", to: "V", points: 0, 0, 10, 10) { $0.controller = "c" }
    let chain = Array(ResponderChain(from: .region(inner), in: tree).prefix(3))
    #expect(
      chain == [.region(inner), .region(tree.existing("V")), .controller(ofRegion: tree.existing("V"))])
  }

  @Test("RSP-1 a controller is in a chain once, though a region of another lies between two of its own")
  func controllerOnce() {
    var tree = tree(v: { $0.controller = "c" })
    tree.add("other", to: "V", points: 0, 0, 100, 100) { $0.controller = "d" }
    let inner = tree.add("Q", to: "other", points: 0, 0, 10, 10) { $0.controller = "c" }
    let chain = Array(ResponderChain(from: .region(inner), in: tree).prefix(5))
    #expect(
      chain == [
        .region(inner), .region(tree.existing("other")), .controller(ofRegion: tree.existing("other")),
        .region(tree.existing("V")), .controller(ofRegion: tree.existing("V")),
      ])
  }

  @Test("RSP-2 who handles a touch stops it unless it forwards it; who ignores it passes it on")
  func handling() {
    #expect(receivers(of: "V", in: tree()) == ["V"])
    #expect(receivers(of: "V", in: tree(v: { $0.handling = .forwards })) == ["V", "root"])
    #expect(receivers(of: "V", in: tree(v: { $0.handling = .ignores })) == ["root"])
    let nobody = tree(v: { $0.handling = .ignores }, root: { $0.handling = .ignores })
    #expect(receivers(of: "V", in: nobody) == [])
  }

  @Test("RSP-4 a region that handles touches is told of all four phases")
  func phases() throws {
    let rig = try GestureRig([], regions: .f0)
    rig.play("A↓200,200@0 B↓300,300@5 A→210,200@10 A↑@20 B✕@30")
    #expect(
      rig.touches.map(\.description) == [
        "V:began{1}@0", "V:began{2}@5", "V:moved{1}@10", "V:ended{1}@20", "V:cancelled{2}@30",
      ])
  }
}
