import DaemonTestSupport
import GestureTestSupport
import Testing

@testable import GesturedDaemon

/// The place of scaled and rotated regions, at the socket.
@Suite("Scaled and rotated regions") struct RegionPlacementTests {
  private static let regions = """
    [region.straight]
    frame = [0, 0, 10, 10]

    [region.large]
    frame = [100, 50, 20, 10]
    scale = 2
    bounds_origin = [5, 0]

    [region.north_up]
    frame = [20, 20, 40, 30]
    rotation_degrees = 30
    scale = 2
    """

  /// The fields of lines that tell a region's place.
  private func places(_ lines: [String]) -> [String: String] {
    var places: [String: String] = [:]
    for line in lines.of("region") {
      places[line.word("region")] =
        ["frame", "matrix", "bounds_origin", "size"].compactMap { field in
          line.contains(#""\#(field)":"#) ? "\(field) \(line.word(field))" : nil
        }.joined(separator: " ")
    }
    return places
  }

  @Test("ADD-18 a rotated region has its matrix and size, a scaled one these and its frame, others the frame")
  func list() throws {
    let rig = try ServingRig(Self.regions)
    let client = try rig.connect()
    #expect(client.lines.first?.contains(#""region_matrix""#) == true)
    let places = places(try client.askForLines(#"{"command":"regions"}"#))
    #expect(places["root"] == "frame [0,0,160,100]")
    #expect(places["straight"] == "frame [0,0,10,10]")
    #expect(
      places["large"] == "frame [90,45,40,20] matrix [2,0,0,2,80,45] bounds_origin [5,0] size [20,10]")
    #expect(places["north_up"] == "matrix [1.7321,1,-1,1.7321,20.359,-10.9808] size [40,30]")
  }

  @Test("HIT-20 a scrolled region has its bounds_origin beside its frame, and news when it scrolls")
  func scrolled() throws {
    let rig = try ServingRig(
      SceneText("").region("list", [10, 20, 60, 40], "bounds_origin = [0, 35]").text)
    let client = try rig.connect()
    try client.subscribe(#""snapshot":true,"filter":[{"type":"region"}]"#)
    let told = try #require(client.news.of("region").first { $0.word("region") == "list" })
    #expect(told.contains(#""frame":[10,20,60,40],"bounds_origin":[0,35]"#) && !told.contains("matrix"))
    #expect(
      try client.ask(
        #"{"command":"regions","edits":[{"add":{"name":"own","frame":[80,0,40,40],"bounds_origin":[5,7]}}]}"#
      ).isGranted)
    try rig.settle()
    let added = try #require(client.lines.of("region").last { $0.word("region") == "own" })
    #expect(added.contains(#""bounds_origin":[5,7]"#))
    try client.send(#"{"command":"regions","edits":[{"change":{"name":"own","bounds_origin":[5,9]}}]}"#)
    try rig.settle()
    #expect(client.news.of("region").last?.contains(#""frame":[80,0,40,40],"bounds_origin":[5,9]"#) == true)
    try client.send(#"{"command":"regions","edits":[{"change":{"name":"own","bounds_origin":[0,0]}}]}"#)
    try rig.settle()
    #expect(client.news.of("region").last?.contains("bounds_origin") == false)
  }

  @Test("ADD-18 the matrix maps a touch's place in the region to its place on the screen")
  func sameAsTouches() throws {
    let rig = try ServingRig(Self.regions, raw: true)
    let client = try rig.connect(.raw)
    #expect(
      try client.ask(
        #"{"command":"subscribe","touches":"phases","filter":[{"type":"touches","region":"large"}]}"#
      ).isGranted)
    _ = client.news
    // 96, 50 mm is 8, 2.5 in the region.
    try rig.touch("A↓614.4,320@10")
    let line = try #require(client.news.of("touches").last)
    #expect(line.word("location") == "[96,50]" && line.word("region_location") == "[8,2.5]")
  }

  @Test("ADD-18 a region that a client rotates is told as changed; units are those of the subscription")
  func changed() throws {
    let rig = try ServingRig()
    let (client, watcher) = (try rig.connect(), try rig.connect())
    #expect(
      try watcher.ask(#"{"command":"subscribe","units":"normalized","filter":[{"type":"region"}]}"#).isGranted
    )
    _ = watcher.news
    for edit in [
      #"{"add":{"name":"Q","frame":[20,20,40,30]}}"#,
      #"{"change":{"name":"Q","rotation_degrees":30,"scale":2}}"#,
    ] {
      #expect(try client.ask(#"{"command":"regions","edits":[\#(edit)]}"#).isGranted)
    }
    let lines = watcher.news.of("region")
    #expect(lines.map { $0.word("state") } == ["added", "changed"])
    #expect(places([lines[0]])["Q"] == "frame [0.125,0.2,0.25,0.3]")
    #expect(
      places([lines[1]])["Q"] == "matrix [1.7321,1.6,-0.625,1.7321,0.1272,-0.1098] size [0.25,0.3]")
  }
}
