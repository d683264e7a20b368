import GestureCore
import Testing

@testable import GestureProtocol

@Suite final class SceneLineTests {
  private var encoder = MessageEncoder(Samples.vocabulary)

  @Test("A reply carries its id back as it came, and what it says besides in order")
  func reply() {
    func text(_ id: RequestID?, _ fields: [ReplyField] = []) -> String {
      Samples.text { encoder.write(replyTo: id, fields, to: &$0) }
    }
    #expect(text(.number("1.50")) == #"{"type":"reply","id":1.50,"ok":true}"# + "\n")
    #expect(text(nil) == #"{"type":"reply","ok":true}"# + "\n")
    let fields = [
      ReplyField("units", .text("a\"\n")), ReplyField("size", .list([.decimal(1.5), .integer(2)])),
      ReplyField("nothing", .decimal(.nan)), ReplyField("time", .time(.milliseconds(1500))),
      ReplyField("inner", .object([ReplyField("x", .decimal(.infinity)), ReplyField("held", .flag(false))])),
    ]
    #expect(
      text(.text("a\\b"), fields)
        == #"{"type":"reply","id":"a\\b","ok":true,"units":"a\"\u000a","size":[1.5,2],"time":1.5,"#
        + #""inner":{"held":false}}"# + "\n")
  }

  @Test("A refusal says which error, where, and what may have been meant")
  func refusal() {
    let error = RequestError(.unknownField, "no such key", path: "filter[0].kinds", hint: "kind")
    #expect(
      Samples.text { encoder.write(replyTo: .number("2"), error, to: &$0) }
        == #"{"type":"reply","id":2,"error":{"code":"unknown_field","message":"no such key","#
        + #""path":"filter[0].kinds","hint":"kind"}}"# + "\n")
    #expect(
      Samples.text { encoder.write(replyTo: nil, RequestError(.timeout, "late"), to: &$0) }
        == #"{"type":"reply","error":{"code":"timeout","message":"late"}}"# + "\n")
  }

  @Test(
    "VIEW-13 a region is told with its owner as its reader sees it, and its frame and zones in the reader's units"
  )
  func region() {
    encoder.setGeometry(of: 1, size: Size(160, 100), pixels: nil)
    let message = RegionMessage(
      time: .milliseconds(1500), device: 1, name: "panel", state: .present, parent: "root", owner: 3,
      frame: Rect(Point(16, 10), Size(80, 50)),
      exclusions: [
        ExclusionMessage(name: "bar", frame: Rect(Point(0, 0), Size(160, 10)), touchTypes: []),
        ExclusionMessage(name: "edge", frame: Rect(Point(0, 0), Size(8, 100)), touchTypes: ["pen"]),
      ])
    func text(for reader: Int, _ form: LineForm, isSnapshot: Bool) -> String {
      Samples.text { encoder.write(message, seq: 4, for: reader, in: form, isSnapshot: isSnapshot, to: &$0) }
    }
    let begin =
      #"{"type":"region","seq":4,"time":1.5,"device":1,"region":"panel","state":"present","parent":"root","owner":"#
    func zones(_ bar: String, _ edge: String) -> String {
      #","exclusions":[{"name":"bar","frame":[\#(bar)]},{"name":"edge","frame":[\#(edge)],"touch_types":["pen"]}]"#
    }
    #expect(
      text(for: 3, .millimetres, isSnapshot: false)
        == begin + #""self","frame":[16,10,80,50]"# + zones("0,0,160,10", "0,0,8,100") + "}\n")
    #expect(
      text(for: 4, LineForm(units: .normalized, hasPlaces: false), isSnapshot: true)
        == begin + #""other","frame":[0.1,0.1,0.5,0.5]"# + zones("0,0,1,0.1", "0,0,0.05,1")
        + #","snapshot":true}"# + "\n")
  }

  @Test("zones for which a line has no room are left out, and the line is whole")
  func manyZones() {
    let name = String(repeating: "\u{1}", count: 255)
    let zone = ExclusionMessage(name: name, frame: Rect(Point(0, 0), Size(160, 10)), touchTypes: ["pen"])
    let message = RegionMessage(
      time: Instant(microseconds: 0), device: 1, name: "root", state: .present, parent: nil, owner: 0,
      frame: nil,
      exclusions: Array(repeating: zone, count: 200))
    let text = Samples.text { encoder.write(message, seq: 4, for: 0, to: &$0) }
    #expect(text.hasSuffix("}]}\n"))
    #expect((30_000...65_536).contains(text.utf8.count))
  }

  @Test("A recognizer is told with its finger counts, its region, its owner and what it may do")
  func recognizer() {
    let message = RecognizerMessage(
      time: .milliseconds(1500), name: "back", kind: "swipe", state: .added, numbersOfTouches: [2, 3],
      region: "panel", owner: RegionTree.configuration, isPublic: false, isPassive: true, isEnabled: true)
    #expect(
      Samples.text { encoder.write(message, seq: 4, for: 1, to: &$0) }
        == #"{"type":"recognizer","seq":4,"time":1.5,"recognizer":"back","kind":"swipe","state":"added","#
        + #""touch_count":[2,3],"region":"panel","owner":"configuration","public":false,"passive":true,"#
        + #""enabled":true}"# + "\n")
  }

  @Test("The private mode says when it begins, and at its end how much it held back")
  func inhibit() {
    let time = Instant.milliseconds(1500)
    #expect(
      Samples.text {
        encoder.write(InhibitMessage(time: time, hasBegun: true, suppressed: 9), seq: 4, to: &$0)
      }
        == #"{"type":"inhibit","seq":4,"time":1.5,"state":"began"}"# + "\n")
    #expect(
      Samples.text {
        encoder.write(InhibitMessage(time: time, hasBegun: false, suppressed: 9), seq: 5, to: &$0)
      }
        == #"{"type":"inhibit","seq":5,"time":1.5,"state":"ended","suppressed":9}"# + "\n")
  }

  @Test("A snapshot marks the gestures it tells of, and ends with how much it told")
  func snapshot() {
    guard
      case .gesture(let pan) = Samples.gesture(
        2, state: .changed, GestureValues(.displacement(.zero), .velocity(.zero)))
    else { return }
    let form = LineForm.millimetres
    let line = Samples.text { encoder.write(pan, isSnapshot: true, device: 1, seq: 7, in: form, to: &$0) }
    #expect(line.hasSuffix(#""velocity":[0,0],"snapshot":true}"# + "\n"))
    #expect(
      Samples.text { encoder.write(pan, device: 1, seq: 7, in: form, to: &$0) }
        == line.replacing(#","snapshot":true"#, with: ""))
    #expect(
      Samples.text { encoder.write(snapshotOf: 1, regions: 4, gestures: 2, to: &$0) }
        == #"{"type":"snapshot","devices":1,"regions":4,"gestures":2}"# + "\n")
  }
}
