import DaemonTestSupport
import GestureTestSupport
import Testing

/// The request `convert`.
@Suite("Points of one region in another") struct ConvertTests {
  private static let regions = """
    [region.photo]
    frame = [40, 20, 80, 60]
    rotation_degrees = 30
    scale = 2

    [region.face]
    parent = "photo"
    frame = [10, 5, 20, 20]

    [region.flat]
    frame = [0, 0, 10, 10]
    scale = [1, 0]

    [region.line]
    frame = [0, 0, 10, 10]
    matrix = [1, 2, 2, 4, 0, 0]

    """

  /// The numbers of a reply's points, one after another.
  private func numbers(_ reply: String) -> [Double] {
    guard let list = reply.split(separator: #""points":"#).last, reply.contains(#""points":"#) else {
      return []
    }
    return list.split { "[],}".contains($0) }.compactMap { Double($0) }
  }

  @Test(
    "TFW-4 a point of a turned region and its place in another one are the same point",
    arguments: [
      ("photo", nil), ("face", "photo"), ("face", nil), (nil, "face"),
    ] as [(String?, String?)])
  func backAndForth(origin: String?, target: String?) throws {
    let rig = try ServingRig(Self.regions)
    let client = try rig.connect()
    func convert(_ points: String, from origin: String?, to target: String?) throws -> [Double] {
      let names = (origin.map { #","from":"\#($0)""# } ?? "") + (target.map { #","to":"\#($0)""# } ?? "")
      return numbers(try client.ask(#"{"command":"convert","points":\#(points)\#(names)}"#))
    }
    let there = try convert("[[3,4],[17.5,-2]]", from: origin, to: target)
    #expect(there.count == 4 && there != [3, 4, 17.5, -2])
    let back = try convert("[[\(there[0]),\(there[1])],[\(there[2]),\(there[3])]]", from: target, to: origin)
    #expect(zip(back, [3, 4, 17.5, -2]).allSatisfy { abs($0 - $1) < 0.001 }, "\(back)")
  }

  @Test("TFW-4 a converted place is the one that lines about the region carry")
  func sameAsLines() throws {
    let rig = try ServingRig(Self.regions + "[recognizer.tap]\nkind = \"tap\"\nregion = \"photo\"\n")
    let client = try rig.connect()
    try rig.touch("A↓512,320@10 A↑@60")
    let line = try #require(client.news.of("gesture").last)
    let place = numbers(line.replacing(#""location":"#, with: #""points":"#))
    let reply = try client.ask(#"{"command":"convert","points":[[80,50]],"to":"photo"}"#)
    #expect(line.contains(#""location":[80,50]"#))
    let inRegion = numbers(reply)
    #expect(
      inRegion.count == 2 && place.suffix(8).contains(inRegion[0]) && line.contains(#""region_location":"#))
  }

  @Test("TFW-4 units of the screen: pixels where they are known, points, parts")
  func units() throws {
    let rig = try ServingRig("[device.t]\nname = \"T1\"\npixels = [1600, 1000]\n")
    let client = try rig.connect()
    for (units, points) in [
      ("mm", "[[80,50]]"), ("px", "[[800,500]]"), ("pt", "[[512,320]]"), ("normalized", "[[0.5,0.5]]"),
    ] {
      let there = try client.ask(#"{"command":"convert","points":[[80,50]],"to_units":"\#(units)"}"#)
      #expect(there.contains(#""points":\#(points)"#), "\(there)")
      let back = try client.ask(#"{"command":"convert","points":\#(points),"from_units":"\#(units)"}"#)
      #expect(back.contains(#""points":[[80,50]]"#), "\(back)")
    }
  }

  @Test(
    "TFW-4 what cannot be converted is refused with the reason",
    arguments: [
      (#""points":[[1,2]],"to":"phot""#, "unknown_region", "to"),
      (#""points":[[1,2]],"from":"nowhere""#, "unknown_region", "from"),
      (#""points":[[1,2]],"to":"flat""#, "unavailable", "to"),
      (#""points":[[1,2]],"from":"flat""#, "unavailable", "from"),
      (#""points":[[1,2]],"from":"line""#, "unavailable", "from"),
      (#""points":[[1,2]],"from":"photo","to":"line""#, "unavailable", "to"),
      (#""points":[[1,2]],"to_units":"px""#, "unavailable", "to_units"),
      (#""points":[[1,2]],"to_units":"inch""#, "invalid_value", "to_units"),
      (#""points":[]"#, "invalid_value", "points"),
      (#""points":[[1]]"#, "invalid_value", "points[0]"),
      (#""points":[[1,2],[1e9,0]]"#, "invalid_value", "points[1]"),
      (#""to":"photo""#, "missing_field", "points"),
      (#""points":[[1,2]],"device":7"#, "unknown_device", "device"),
    ])
  func refused(fields: String, code: String, path: String) throws {
    let rig = try ServingRig(Self.regions)
    let client = try rig.connect()
    let reply = try client.ask(#"{"command":"convert",\#(fields)}"#)
    #expect(reply.errorCode == code && reply.contains(#""path":"\#(path)""#), "\(reply)")
    if fields.contains("line") { #expect(reply.contains("“line” cannot be undone"), "\(reply)") }
  }

  @Test("H6 a socket without places converts only between regions that cover the screen")
  func withoutPlaces() throws {
    let rig = try ServingRig("[socket]\npositions = \"none\"\n" + Self.regions)
    let client = try rig.connect(as: .user(1001))
    #expect(
      try client.ask(#"{"command":"convert","points":[[1,2]],"to":"photo"}"#).errorCode == "unknown_region")
    #expect(try client.ask(#"{"command":"convert","points":[[1,2]],"to":"root"}"#).contains("[[1,2]]"))
  }
}
