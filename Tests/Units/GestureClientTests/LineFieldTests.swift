import GestureTestSupport
import Testing

@testable import GestureClient

/// Every field of the wire has a property, and every command a method.
@Suite("The fields of lines, as properties")
struct LineFieldTests {
  private func event(_ line: String) -> GestureEvent { GestureLine(line.utf8).event }

  @Test("TFW-1, TFW-2, TFW-3 a line of touches has its window, all touches, and each touch's own fields")
  func touches() throws {
    let line =
      #"{"type":"touches","seq":1,"time":2,"event":0,"subtype":0,"device":1,"sequence":3,"region":"V","window":"side","phase":"moved","#
      + #""touches":[{"id":9,"location":[2,3],"precise_location":[2.01,3],"region_location":[1,1.5],"#
      + #""previous_location":[1,3],"region_previous_location":[0.5,1.5],"tap_count":1,"window":"window","#
      + #""radius":4,"radius_tolerance":0.5,"force":1,"max_force":4,"coalesced":[{"time":2,"location":[2,3],"#
      + #""region_location":[1,1.5],"force":1}],"coalesced_lost":3,"#
      + #""predicted":[{"time":2.01,"location":[3,3],"estimated":["location"]}]}],"#
      + #""all":[{"id":9,"phase":"moved","location":[2,3],"tap_count":1}],"others":2}"#
    guard case .touches(let update) = event(line), let touch = update.touches.first else {
      Issue.record("\(event(line))")
      return
    }
    #expect(update.window == "side" && update.all?.map(\.id) == [9] && update.others == 2)
    #expect(touch.window == "window" && touch.preciseLocation == ScreenPoint(x: 2.01, y: 3))
    #expect(touch.regionPreviousLocation == ScreenPoint(x: 0.5, y: 1.5))
    #expect(touch.radiusTolerance == 0.5 && touch.maximumForce == 4 && touch.coalescedLost == 3)
    #expect(touch.coalesced?.first?.regionLocation == ScreenPoint(x: 1, y: 1.5))
    #expect(touch.coalesced?.first?.estimated == nil && touch.predicted?.first?.estimated == ["location"])
  }

  @Test("ADD-13, ADD-14, ADD-17 a gesture has its fingers, and a transform its velocities")
  func fingers() throws {
    let line =
      #"{"type":"gesture","seq":1,"time":2,"device":1,"sequence":3,"gesture_id":4,"recognizer":"map","kind":"transform","state":"ended","touch_count":1,"region":"V","location":[2,3],"region_location":[1,2],"translation":[1,2],"scale":2,"rotation":1,"matrix":[1,0,0,1,0,0],"velocity":[3,4],"scale_velocity":5,"rotation_velocity":6,"fingers":[{"id":9,"location":[1,3],"region_location":[0,2]},{"id":10,"location":[3,3],"region_location":[2,2],"up":true}]}"#
    guard case .gesture(let gesture) = event(line), let fingers = gesture.fingers else {
      Issue.record("\(event(line))")
      return
    }
    #expect(fingers.map(\.id) == [9, 10] && fingers.map(\.isUp) == [false, true])
    #expect(fingers[0].location == ScreenPoint(x: 1, y: 3))
    #expect(fingers[1].regionLocation == ScreenPoint(x: 2, y: 2))
    #expect(gesture.velocity == ScreenPoint(x: 3, y: 4))
    #expect(gesture.scaleVelocity == 5 && gesture.rotationVelocity == 6)
    #expect(GestureSubscription(fingers: true).fields == ["fingers": true])
  }

  @Test("ADD-7, ADD-9 an idle line has its span, and how long no finger was down")
  func idle() throws {
    guard
      case .idle(let began) = event(
        #"{"type":"idle","time":6.5,"state":"began","after":5,"devices":[1,2],"snapshot":true}"#),
      case .idle(let ended) = event(#"{"type":"idle","time":40,"state":"ended","after":30,"idle_for":33.5}"#)
    else {
      Issue.record("no idle lines")
      return
    }
    #expect(began.state == .began && began.after == 5 && began.devices == [1, 2] && began.isSnapshot)
    #expect(ended.state == .ended && ended.time == 40 && ended.idleFor == 33.5 && !ended.isSnapshot)
    let fields = GestureSubscription(idle: [5, 30]).fields
    #expect(fields == ["idle": .list([.number(5), .number(30)])])
  }

  @Test("ADD-18, ADD-19 a region has its matrix and size, and a touchscreen its rotation")
  func places() {
    let region = event(
      #"{"type":"region","seq":1,"time":1,"device":1,"region":"a","state":"added","matrix":[2,0,0,2,1,1],"bounds_origin":[5,0],"size":[4,3]}"#
    )
    guard case .region(let notice) = region else {
      Issue.record("\(region)")
      return
    }
    #expect(notice.matrix == [2, 0, 0, 2, 1, 1] && notice.size == ScreenPoint(x: 4, y: 3))
    #expect(notice.frame == nil && notice.boundsOrigin == ScreenPoint(x: 5, y: 0))
    guard case .device(let screen) = event(FakeDaemon.device) else {
      Issue.record("no device")
      return
    }
    #expect(screen.rotation == 0)
  }

  @Test("PRS-5, RSP-11 a gesture of presses says how many and on what, and a responder if it has the key")
  func presses() {
    let gesture = event(
      #"{"type":"gesture","seq":1,"time":1,"device":0,"sequence":2,"gesture_id":1,"recognizer":"a","kind":"tap","state":"ended","touch_count":0,"region":"root","taps":1,"presses":2,"name":"Sofa"}"#
    )
    guard case .gesture(let notice) = gesture,
      case .responder(let responder) = event(
        #"{"type":"responder","seq":1,"time":1,"device":1,"window":"w","region":"r","key":true}"#)
    else {
      Issue.record("\(gesture)")
      return
    }
    #expect(notice.presses == 2 && notice.name == "Sofa")
    #expect(responder.isKey == true)
  }

  @Test("RES-5 a deferral has its edge, its region and the sequence of the finger")
  func deferral() {
    let line =
      #"{"type":"deferred","seq":1,"time":20.25,"device":1,"sequence":9,"edge":"left","region":"game"}"#
    guard case .deferred(let notice) = event(line) else {
      Issue.record("\(event(line))")
      return
    }
    #expect(notice.edge == .left && notice.region == "game" && notice.sequence == 9 && notice.time == 20.25)
  }

  @Test("TFW-5 a subscription asks for a region's coordinates")
  func relative() {
    #expect(GestureSubscription(relativeTo: "card").fields == ["relative_to": "card"])
    #expect(GestureSubscription(passive: true).fields == ["passive": true])
  }

  @Test("DMN-10 a question says what the gesture would be; a hold for long is no question")
  func questions() {
    let asked = event(
      #"{"type":"ask","question":1,"time":1.5,"device":1,"recognizer":"a","kind":"pan","what":"should_begin","touch_count":1,"region":"V","location":[7,4],"translation":[1,2],"velocity":[3,4],"progress":0.5}"#
    )
    let other = event(
      #"{"type":"ask","question":2,"time":1.5,"device":1,"recognizer":"a","kind":"pan","what":"simultaneous","region":"V","other_kind":"tap","other_region":"list","other_region_kind":"table"}"#
    )
    let press = event(
      #"{"type":"ask","question":3,"time":1.5,"device":0,"recognizer":"a","kind":"tap","what":"should_receive","press":"select"}"#
    )
    guard case .question(let begin) = asked, case .question(let conflict) = other,
      case .question(let receive) = press
    else {
      Issue.record("\(asked) \(other) \(press)")
      return
    }
    #expect(begin.kind == .pan && begin.touchCount == 1 && begin.region == "V")
    #expect(begin.location == ScreenPoint(x: 7, y: 4))
    #expect(Set(begin.values.keys) == ["translation", "velocity", "progress"])
    #expect(begin.values["progress"] == .number(0.5))
    #expect(conflict.region == "V" && conflict.otherRegion == "list" && conflict.otherRegionKind == "table")
    #expect(conflict.otherKind == .tap && conflict.other == nil && conflict.values.isEmpty)
    #expect(receive.press == "select")
    let hold = #"{"type":"timeout","time":3,"device":1,"recognizer":"a","what":"holds_touches"}"#
    #expect(event(hold) == .holding(TouchHold(time: 3, device: 1, recognizer: "a")))
    #expect(event(#"{"type":"timeout","question":4,"value":true}"#) == .timeout(question: 4))
    #expect(event(#"{"type":"timeout","what":"later"}"#) == .unknown(type: "timeout"))
  }

  @Test("TFW-2, RMT-15, RES-7, AUD-16, MOT-19 requests have methods")
  func requests() async throws {
    let daemon = try FakeDaemon { client in
      client.say(FakeDaemon.hello)
      let replies = [
        (#"{"command":"subscribe","id":2,"touches":"all"}"#, ""),
        (#"{"command":"subscribe","id":3,"touches":["coalesced","all"]}"#, ""),
        (
          #"{"command":"remote","disable":["stop"],"enable":["play","pause"],"id":4}"#, #","receiving":false"#
        ),
        (#"{"category":"multi_route","command":"audio","id":5}"#, #","route":["hdmi","headphones"]"#),
        (#"{"command":"audio","id":6,"override":"speaker"}"#, #","route":["speaker"]"#),
        (#"{"command":"motion_get","id":7}"#, #","time":1.5,"device":2,"name":"s","rotation_rate":[0,0,1]"#),
      ]
      for (number, (request, fields)) in replies.enumerated() {
        #expect(client.hear() == request)
        client.say(#"{"type":"reply","id":\#(number + 2),"ok":true\#(fields)}"#)
      }
      _ = client.hear()
    }
    let connection = try await GestureConnection.connect(to: daemon.path, patience: .endless)
    try await connection.subscribe(GestureSubscription(touches: [.all]))
    try await connection.subscribe(GestureSubscription(touches: [.coalesced, .all]))
    try await connection.setRemoteCommands(enabled: ["play", "pause"], disabled: ["stop"])
    #expect(try await connection.setAudioCategory("multi_route") == ["hdmi", "headphones"])
    #expect(try await connection.overrideAudioToSpeaker() == ["speaker"])
    let reading = try await connection.motion()
    #expect(reading.device == 2 && reading.rotationRate == [0, 0, 1])
  }

  @Test("ACT-2, ACT-3 an action and the question whether one is performed have all fields")
  func actions() {
    let lines = [
      #"{"type":"action","action_id":1,"time":7.5,"action":"copy","value":{"plain":true},"responder":"controller:form","sender":"client","region":"menu","client":3}"#,
      #"{"type":"action","time":8,"action":"select","sender":"recognizer","region":"field","device":1,"recognizer":"pick","kind":"tap"}"#,
      #"{"type":"ask","question":2,"time":8,"what":"can_perform","action":"copy","value":7,"responder":"application"}"#,
    ]
    guard case .action(let copy) = event(lines[0]), case .action(let select) = event(lines[1]),
      case .actionQuestion(let question) = event(lines[2])
    else {
      Issue.record("\(lines.map(event))")
      return
    }
    #expect(copy.id == 1 && copy.value == ["plain": true] && copy.responder == "controller:form")
    #expect(copy.sender == .client && copy.client == 3 && copy.region == "menu")
    #expect(select.sender == .recognizer && select.recognizer == "pick" && select.kind == .tap)
    #expect(select.responder == nil && select.id == nil && select.device == 1)
    #expect(question.question == 2 && question.value == 7 && question.responder == "application")
  }

  @Test("ACT-1, ACT-3, RES-1 responders, perform and passOn have methods")
  func actionRequests() async throws {
    let daemon = try FakeDaemon { client in
      client.say(FakeDaemon.hello)
      let replies = [
        (
          #"{"command":"subscribe","id":2,"responders":[{"name":"application"},{"actions":["copy"],"ask":["can_perform"],"name":"controller:form","types":["action"]}]}"#,
          ""
        ),
        (
          #"{"action":"copy","command":"perform","id":3,"sender":"menu","target":"field","value":[1]}"#,
          #","responder":"field""#
        ),
        (#"{"action":"copy","command":"perform","id":4,"pass":9}"#, #","unhandled":true"#),
      ]
      for (number, (request, fields)) in replies.enumerated() {
        #expect(client.hear() == request)
        client.say(#"{"type":"reply","id":\#(number + 2),"ok":true\#(fields)}"#)
      }
      #expect(client.hear() == #"{"command":"answer","question":2,"value":true}"#)
    }
    let connection = try await GestureConnection.connect(to: daemon.path, patience: .endless)
    try await connection.subscribe(
      GestureSubscription(responders: [
        .application(),
        .controller("form", taking: [.action], performing: ["copy"], asksCanPerform: true),
      ]))
    #expect(try await connection.perform("copy", value: [1], target: "field", sender: "menu") == "field")
    guard
      case .action(let taken) = event(
        #"{"type":"action","action_id":9,"time":7,"action":"copy","responder":"field","sender":"client","client":3}"#
      ),
      case .actionQuestion(let question) = event(
        #"{"type":"ask","question":2,"time":8,"what":"can_perform","action":"copy","responder":"field"}"#)
    else {
      Issue.record("no action")
      return
    }
    #expect(try await connection.passOn(taken) == nil)
    try connection.answer(question, true)
  }
}
