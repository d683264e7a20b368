import DaemonTestSupport
import GestureCore
import Testing

@testable import GesturedDaemon

/// Clients as delegates, over real connections.
@Suite("Questions to clients") struct QuestionTests {
  private static let quiet = "[recognizer.base]\nkind = \"hover\"\n"

  @Test("DMN-10, JSN-9 a silent client: should_begin is true at 5 ms, and a timeout line says so")
  func silence() throws {
    let rig = try ServingRig(Self.quiet)
    let (client, other) = (try rig.connect(), try rig.connect())
    #expect(
      try client.declare(
        region: "own", #"{"name":"back","kind":"tap","region":"own","ask":["should_begin"]}"#
      )
      .isGranted)
    _ = (client.told(), other.told())
    try rig.touch("A↓100,100@10 A↑@80")
    #expect(client.told() == ["ask back should_begin 1"])
    try rig.advance(toMilliseconds: 84)
    #expect(client.told() == [])
    try rig.advance(toMilliseconds: 90)
    #expect(client.told() == ["timeout 1 true", "back:ended"])
    try client.answer(1, false)
    #expect(client.told() == ["error late"])
    try client.answer(2, true)
    #expect(client.told() == ["error unknown_question"])
    #expect(other.told() == [])
  }

  @Test("DMN-10 an answer counts at the next event, never in between, and gets no reply")
  func answers() throws {
    let rig = try ServingRig(Self.quiet)
    let client = try rig.connect()
    try client.declare(
      region: "own", #"{"name":"drag","kind":"pan","region":"own","ask":["should_begin"]}"#)
    _ = client.told()
    try rig.touch("A↓100,100@10 A→150,100@20")
    let question = client.news.of("ask").last ?? ""
    #expect(question.contains(#""what":"should_begin","touch_count":1,"region":"own","location":["#))
    #expect(question.field("translation") == "[7.8125,0]")
    try client.answer(1, true)
    #expect(client.told() == [])
    try rig.touch("A→160,100@24")
    #expect(client.told() == ["drag:began"])
    try rig.touch("A↑@40 B↓100,100@100 B→150,100@120")
    try client.answer(2, false)
    try rig.touch("B→160,100@124 B→170,100@140 B↑@150 ⏲200")
    #expect(client.told() == ["drag:ended", "ask drag should_begin 2"])
  }

  @Test("DMN-10 the other questions: touch, event, simultaneous recognition and failure requirements")
  func matters() throws {
    let rig = try ServingRig(Self.quiet)
    let client = try rig.connect()
    try client.declare(
      region: "own",
      #"{"name":"one","kind":"pan","region":"own"}"#,
      #"{"name":"two","kind":"pan","region":"own","ask":["should_receive_event","should_receive","simultaneous","require_failure","be_required_to_fail"]}"#
    )
    _ = client.told()
    try rig.touch("A↓100,100@10")
    #expect(
      client.told() == [
        "ask two should_receive_event 1", "ask two be_required_to_fail 2", "ask two require_failure 3",
      ])
    for question in 1...3 { try client.answer(question, question == 1) }
    _ = client.told()
    try rig.touch("A→101,100@13")
    let touch = client.news.of("ask").first ?? ""
    #expect(
      touch.contains(#""what":"should_receive","touch":{"id":1,"phase":"moved","location":[15.7813,15.625]"#))
    try client.answer(4, true)
    try rig.touch("A→150,100@20")
    let together = client.news.of("ask").first ?? ""
    #expect(
      together.contains(
        #""what":"simultaneous","region":"own","other":"one","other_kind":"pan","other_region":"own","other_region_kind":"view"}"#
      ))
    try client.answer(5, true)
    try rig.touch("A→160,100@24")
    #expect(client.told() == ["two:began", "one:began"])
  }

  @Test("ARB-13 a question about another recognizer says of which kind the other's region is")
  func regionOfTheOther() throws {
    let rig = try ServingRig(Self.quiet)
    let client = try rig.connect()
    let regions =
      #"{"add":{"name":"desk","frame":[0,0,90,90]}},"#
      + #"{"add":{"name":"photo","parent":"desk","frame":[0,0,60,60],"kind":"image","interaction":true}}"#
    #expect(try client.ask(#"{"command":"regions","edits":[\#(regions)]}"#).isGranted)
    #expect(
      try client.declare([
        #"{"name":"lift","kind":"pan","region":"photo"}"#,
        #"{"name":"hold","kind":"pan","region":"desk","ask":["simultaneous"]}"#,
      ]).isGranted)
    _ = client.told()
    try rig.touch("A↓100,100@10 A→150,100@30")
    let question = client.news.of("ask").last ?? ""
    #expect(question.contains(#""what":"simultaneous","region":"desk","other":"lift""#))
    #expect(question.contains(#""other_region":"photo","other_region_kind":"image"}"#))
  }

  @Test("DMN-10 status counts the questions that a client has not answered in time, and no others")
  func countedTimeouts() throws {
    let rig = try ServingRig(Self.quiet)
    let (client, other) = (try rig.connect(), try rig.connect())
    try client.declare(
      region: "own", #"{"name":"back","kind":"tap","region":"own","ask":["should_begin"]}"#)
    func count(_ client: Client) throws -> String? {
      try client.ask(#"{"command":"status"}"#).field("timeouts")
    }
    _ = client.told()
    try rig.touch("A↓100,100@10 A↑@80")
    try client.answer(1, true)
    try rig.touch("⏲500")
    #expect(try count(client) == "0")
    try rig.touch("A↓100,100@1000 A↑@1080 ⏲1500 A↓100,100@2000 A↑@2080 ⏲2500")
    #expect(try count(client) == "2" && count(other) == "0")
  }

  @Test("DMN-10, ARB-39 a failure requirement is asked about once for each attempt and pair")
  func requirementsOnce() throws {
    let rig = try ServingRig(Self.quiet)
    let client = try rig.connect()
    try client.declare(
      region: "own",
      #"{"name":"press","kind":"long_press","region":"own","allowable_movement_mm":20,"ask":["require_failure"]}"#,
      #"{"name":"drag","kind":"pan","region":"own","ask":["be_required_to_fail"]}"#)
    _ = client.told()
    try rig.touch("A↓100,100@10")
    #expect(client.told() == ["ask press require_failure 1", "ask drag be_required_to_fail 2"])
    for question in 1...2 { try client.answer(question, true) }
    try rig.touch("A→101,100@40 A→102,100@70 A→103,100@900 A↑@1000")
    #expect(client.told() == ["press:began", "press:ended"])
    try rig.touch("A↓100,100@1400")
    #expect(client.told() == ["ask press require_failure 3", "ask drag be_required_to_fail 4"])
  }

  @Test("DMN-10, MULTI-11 a question does not name another client's private recogniser")
  func privacy() throws {
    let rig = try ServingRig(Self.quiet)
    let (c1, c2) = (try rig.connect(), try rig.connect())
    try c1.declare(region: "P", #"{"name":"secret","kind":"pan","region":"P"}"#)
    try c2.declare(
      region: "Q", in: "P", #"{"name":"mine","kind":"pan","region":"Q","ask":["simultaneous"]}"#)
    _ = (c1.told(), c2.told())
    try rig.touch("A↓100,100@10 A→150,100@20")
    let question = c2.news.of("ask").last ?? ""
    #expect(question.contains(#""other_kind":"pan""#) && !question.contains("secret"))
    #expect(c1.told() == [])
    try c2.answer(1, true)
    try rig.touch("A→160,100@24")
    #expect(c2.told() == ["mine:began"])
    #expect(c1.told() == ["secret:began"])
  }

  @Test("DMN-10 questions are numbered for each client by itself, and nobody answers those of another")
  func numbers() throws {
    let rig = try ServingRig(Self.quiet)
    let (c1, c2) = (try rig.connect(), try rig.connect())
    try c1.declare(region: "P", #"{"name":"one","kind":"tap","region":"P","ask":["should_begin"]}"#)
    try c2.declare(region: "Q", in: "P", #"{"name":"two","kind":"pan","region":"Q","ask":["should_begin"]}"#)
    _ = (c1.told(), c2.told())
    try rig.touch("A↓100,100@10 A↑@60 ⏲500")
    #expect(c1.told() == ["ask one should_begin 1", "timeout 1 true", "one:ended"])
    // The daemon never asked c2, so c2 has no question, whatever other clients were asked.
    for question in [1, 2, 3] { try c2.answer(question, true) }
    #expect(c2.told() == Array(repeating: "error unknown_question", count: 3))
    try rig.touch("A↓100,100@1000 A→150,100@1010")
    #expect(c2.told() == ["ask two should_begin 1"])
    try c2.answer(1, true)
    try rig.touch("A→160,100@1014 A↑@1050")
    #expect(c2.told() == ["two:began", "two:ended"])
    try c2.answer(1, true)
    #expect(c2.told() == ["error late"])
  }

  @Test(
    "DMN-10 while somebody holds the lease no client is asked about one finger, nor told that it was not asked"
  )
  func lease() throws {
    let rig = try ServingRig(Self.quiet)
    let (client, holder) = (try rig.connect(), try rig.connect())
    try client.declare(region: "own", #"{"name":"back","kind":"tap","region":"own","ask":["should_begin"]}"#)
    #expect(try holder.ask(#"{"command":"inhibit"}"#).isGranted)
    _ = client.told()
    try rig.touch("A↓100,100@10 A↑@80 ⏲100")
    #expect(client.told() == [])
  }
}
