import DaemonTestSupport
import GestureCore
import Testing

@testable import GesturedDaemon

/// Recognizers of several clients, each over a connection of its own.
@Suite("Recognizers of several clients, served") struct OwnerServingTests {
  private static let quiet = "[recognizer.base]\nkind = \"hover\"\n"

  /// A rig, client 1 with the region Q in P, and client 2, which owns P.
  private func rig(_ toml: String = quiet) throws -> (ServingRig, Client, Client) {
    let rig = try ServingRig(toml)
    let (c1, c2) = (try rig.connect(), try rig.connect())
    #expect(try c2.declare(region: "P").isGranted)
    #expect(try c1.declare(region: "Q", in: "P", frame: "[0,0,50,50]").isGranted)
    return (rig, c1, c2)
  }

  @Test("MULTI-1 a client's pan on its container fails another's tap on a child of it")
  func fullForce() throws {
    let (rig, c1, c2) = try rig()
    #expect(try c2.declare([#"{"name":"pan","kind":"pan","region":"P"}"#]).isGranted)
    #expect(try c1.declare([#"{"name":"tap","kind":"tap","region":"Q"}"#]).isGranted)
    _ = (c1.told(), c2.told())
    try rig.touch("A↓100,100@10 A→115,100@20 A↑@40 ⏲500")
    #expect(c2.told() == ["pan:began", "pan:ended"])
    #expect(c1.told() == [])
  }

  @Test("MULTI-2 on the root of the configuration a client's pan is passive: both report")
  func passive() throws {
    let (rig, c1, c2) = try rig()
    #expect(try c2.declare([#"{"name":"pan","kind":"pan","region":"root"}"#]).isGranted)
    #expect(try c1.declare([#"{"name":"tap","kind":"tap","region":"Q"}"#]).isGranted)
    _ = (c1.told(), c2.told())
    try rig.touch("A↓100,100@10 A→115,100@20 A↑@40 ⏲500")
    #expect(c2.told() == ["pan:began", "pan:ended"])
    #expect(c1.told() == ["tap:ended"])
  }

  @Test("MULTI-2 unless the configuration says that recognisers of others are full there")
  func full() throws {
    let (rig, c1, c2) = try rig(Self.quiet + "\n[region.root]\nrecognizers = \"full\"\n")
    #expect(try c2.declare([#"{"name":"pan","kind":"pan","region":"root"}"#]).isGranted)
    #expect(try c1.declare([#"{"name":"tap","kind":"tap","region":"Q"}"#]).isGranted)
    _ = (c1.told(), c2.told())
    try rig.touch("A↓100,100@10 A→115,100@20 A↑@40 ⏲500")
    #expect(c2.told() == ["pan:began", "pan:ended"])
    #expect(c1.told() == [])
  }

  @Test("MULTI-3 of two full taps on one region the one that was added last wins; a deeper one before")
  func ties() throws {
    let (rig, c1, c2) = try rig()
    #expect(
      try c2.ask(#"{"command":"regions","edits":[{"change":{"name":"P","recognizers":"full"}}]}"#).isGranted)
    #expect(try c1.declare([#"{"name":"one","kind":"tap","region":"P"}"#]).isGranted)
    #expect(try c2.declare([#"{"name":"two","kind":"tap","region":"P"}"#]).isGranted)
    _ = (c1.told(), c2.told())
    try rig.touch("A↓600,400@10 A↑@40 ⏲500")
    #expect((c1.told(), c2.told()) == ([], ["two:ended"]))
    #expect(try c1.declare([#"{"name":"deep","kind":"tap","region":"Q"}"#]).isGranted)
    _ = c1.told()
    try rig.touch("B↓100,100@600 B↑@640 ⏲1000")
    #expect((c1.told(), c2.told()) == (["deep:ended"], []))
  }

  @Test("MULTI-10 a required one whose client goes counts as failed")
  func death() throws {
    let rig = try ServingRig(Self.quiet)
    let c2 = try rig.connect()
    #expect(try c2.declare(region: "P").isGranted)
    var c1: Client? = try rig.connect()
    #expect(try c1?.declare(region: "Q", in: "P").isGranted == true)
    #expect(
      try c1?.declare([#"{"name":"five","kind":"tap","taps":5,"region":"Q","public":true}"#]).isGranted
        == true)
    #expect(
      try c2.declare([#"{"name":"hold","kind":"long_press","region":"P","require_to_fail":["kind:tap"]}"#])
        .isGranted)
    _ = c2.told()
    try rig.touch("A↓100,100@10 ⏲700")
    #expect(c2.told() == [])
    c1 = nil
    try rig.settle()
    #expect(c2.told() == ["hold:began"])
  }

  @Test("MULTI-11 a name means one's own, else the configuration's, and never another client's private one")
  func names() throws {
    let (rig, c1, c2) = try rig("[recognizer.back]\nkind = \"tap\"\n")
    let waiting = #"{"name":"wait","kind":"pan","region":"P","require_to_fail":["back"]}"#
    #expect(try c2.declare([waiting]).isGranted)
    #expect(try c1.declare([#"{"name":"secret","kind":"swipe","region":"Q"}"#]).isGranted)
    let reply = try c2.declare([#"{"name":"drag","kind":"pan","region":"P","require_to_fail":["secret"]}"#])
    #expect(reply.errorCode == "unknown_recognizer")
    #expect(!reply.contains(#""hint":"secret""#))
    let kinds = #"{"name":"drag","kind":"pan","region":"P","require_to_fail":["kind:swipe"]}"#
    // A kind may be one that no recognizer has, so the answer reveals nothing about others' declarations.
    #expect(try c2.declare([kinds]).isGranted)
    // The same name for another owner.
    #expect(try c2.declare([#"{"name":"secret","kind":"swipe","region":"P"}"#]).isGranted)
    #expect(try c2.declare([#"{"name":"secret","kind":"tap","region":"P"}"#]).errorCode == "name_taken")
    try rig.settle()
  }

  @Test("MULTI-12 no client's recogniser delays another's reset")
  func resets() throws {
    let (rig, c1, c2) = try rig()
    #expect(try c2.declare([#"{"name":"five","kind":"tap","taps":5,"region":"P"}"#]).isGranted)
    #expect(try c1.declare([#"{"name":"tap","kind":"tap","region":"Q"}"#]).isGranted)
    _ = (c1.told(), c2.told())
    try rig.touch("A↓100,100@10 A↑@40 B↓100,100@100 B↑@140 ⏲1000")
    #expect(c1.told() == ["tap:ended", "tap:ended"])
  }
}
