import DaemonTestSupport
import GestureCore
import GestureTestSupport
import GesturedConfiguration
import Testing

@testable import GesturedDaemon

/// Actions that climb from the first responder, over real connections: UIKit's nil-targeted actions.
@Suite("Actions") struct ActionTests {
  /// A form with two fields and a button: the controller of the form, the window and the application come after them.
  static let form = SceneText(DaemonFiles.threeRecognizers)
    .region("form", [0, 0, 160, 100], controller: "form")
    .region(
      "field", in: "form", [0, 0, 60, 20], isFocusable: true, #"kind = "text_field""#,
      #"actions = ["select"]"#
    )
    .region("other", in: "form", [0, 30, 60, 20], #"kind = "text_field""#)
    .region("button", in: "form", [80, 0, 40, 20], #"actions = ["blink"]"#)
    .table("controller.form", #"actions = ["copy"]"#)
    .table("application", #"actions = ["copy", "undo"]"#)
    .rights("focus", "inhibit").text

  /// The actions since the last call: `copy for controller:form`, with the value where there is one.
  private func actions(_ client: Client) -> [String] {
    client.news.of("action").map { line in
      let value = line.field("value").map { "=\($0)" } ?? ""
      return "\(line.word("action"))\(value) for \(line.field("responder") ?? "none")"
    }
  }

  private func be(_ responders: String, _ client: Client) throws -> String {
    try client.ask(#"{"command":"subscribe","filter":[{"type":"device"}],"responders":[\#(responders)]}"#)
  }

  private func perform(_ client: Client, _ fields: String) throws -> String {
    try client.ask(#"{"command":"perform","action":\#(fields)}"#)
  }

  private func focus(_ region: String, _ client: Client) throws {
    #expect(try client.ask(#"{"command":"focus","region":"\#(region)"}"#).isGranted)
  }

  @Test("ACT-1, ACT-2, RSP-14 copy: of a text field climbs to the controller, which alone declares it")
  func copyUpTheChain() throws {
    let rig = try ServingRig(Self.form)
    let (sender, field, form, application) = (
      try rig.connect(), try rig.connect(), try rig.connect(), try rig.connect()
    )
    try field.subscribe(#""filter":[{"type":"action","region":"field"}]"#)
    #expect(try be(#""controller:form""#, form).isGranted)
    #expect(try be(#""application""#, application).isGranted)
    try focus("field", sender)
    for client in [field, form, application] { _ = client.news }
    #expect(
      try perform(sender, #""copy","value":{"plain":true}"#).contains(#""responder":"controller:form""#))
    let line = try #require(form.news.of("action").first)
    #expect(
      line.contains(
        #""action":"copy","value":{"plain":true},"responder":"controller:form","sender":"client""#))
    #expect(line.field("client") != nil && line.field("seq") == nil)
    #expect(try perform(sender, #""undo""#).contains(#""responder":"application""#))
    #expect(try perform(sender, #""select""#).contains(#""responder":"field""#))
    #expect(actions(field) == ["select for field"])
    #expect(actions(form) == [] && actions(application) == ["undo for application"])
    // Without its controller's client, the action climbs on.
    #expect(try form.ask(#"{"command":"unsubscribe"}"#).isGranted)
    #expect(try perform(sender, #""copy""#).contains(#""responder":"application""#))
  }

  @Test("ACT-1 an action that is declared and that nobody takes now is unhandled")
  func unhandled() throws {
    let rig = try ServingRig(Self.form)
    let client = try rig.connect()
    let reply = try perform(client, #""copy""#)
    #expect(reply.isGranted && reply.contains(#""unhandled":true"#) && reply.field("responder") == nil)
  }

  @Test("ACT-1, RSP-14 after the first responder's chain, the action goes along the sender's")
  func senderChain() throws {
    let rig = try ServingRig(Self.form)
    let client = try rig.connect()
    try client.subscribe(#""filter":[{"type":"action","region":"button"}]"#)
    try focus("field", client)
    #expect(try perform(client, #""blink""#).contains("unhandled"))
    #expect(try perform(client, #""blink","sender":"button""#).contains(#""responder":"button""#))
    let line = try #require(client.news.of("action").last ?? client.lines.of("action").last)
    #expect(line.contains(#""sender":"client","region":"button""#))
  }

  @Test("ACT-1 an action with a target goes there and nowhere else")
  func target() throws {
    let rig = try ServingRig(Self.form)
    let client = try rig.connect()
    #expect(try be(#""controller:form","application""#, client).isGranted)
    #expect(
      try perform(client, #""copy","target":"application""#).contains(#""responder":"application""#))
    #expect(try perform(client, #""undo","target":"controller:form""#).contains("unhandled"))
    #expect(try perform(client, #""select","target":"field""#).contains("unhandled"))
    let wrong = try perform(client, #""copy","target":"feild""#)
    #expect(wrong.errorCode == "unknown_region" && wrong.contains(#""hint":"field""#))
  }

  @Test("ACT-2 a client declares actions of its regions and of the responders that it is")
  func declaredByClients() throws {
    let rig = try ServingRig(Self.form)
    let (client, sender) = (try rig.connect(), try rig.connect())
    #expect(
      try client.ask(
        #"{"command":"regions","edits":[{"add":{"name":"mine","parent":"form","frame":[0,60,20,20],"can_become_first_responder":true,"actions":["cut","paste"]}}]}"#
      ).isGranted)
    #expect(try be(#"{"name":"controller:form","actions":["print"]}"#, client).isGranted)
    try focus("mine", sender)
    _ = client.news
    #expect(try perform(sender, #""paste","value":"text""#).contains(#""responder":"mine""#))
    #expect(try perform(sender, #""print""#).contains(#""responder":"controller:form""#))
    #expect(try perform(sender, #""copy""#).contains(#""responder":"controller:form""#))
    #expect(
      actions(client) == [
        "paste=text for mine", "print for controller:form", "copy for controller:form",
      ])
  }

  @Test("ACT-3, RSP-15 an owner that is asked and says no, or nothing in time, leaves the action to the next")
  func canPerform() throws {
    let rig = try ServingRig(Self.form)
    let (asked, sender, application) = (try rig.connect(), try rig.connect(), try rig.connect())
    #expect(try be(#"{"name":"controller:form","ask":["can_perform"]}"#, asked).isGranted)
    #expect(try be(#""application""#, application).isGranted)
    try focus("field", sender)
    for client in [asked, application] { _ = client.news }

    func send() throws {
      _ = sender.news
      try sender.send(#"{"command":"perform","action":"copy","value":7}"#)
      let question = try #require(asked.news.of("ask").last)
      #expect(
        question.contains(#""what":"can_perform","action":"copy","value":7,"responder":"controller:form"}"#))
      #expect(sender.news.of("reply") == [])
    }
    try send()
    try asked.send(#"{"command":"answer","question":1,"value":true}"#)
    #expect(sender.news.of("reply").last?.contains(#""responder":"controller:form""#) ?? false)
    #expect(actions(asked) == ["copy=7 for controller:form"] && actions(application) == [])

    try send()
    try asked.send(#"{"command":"answer","question":2,"value":false}"#)
    #expect(sender.news.of("reply").last?.contains(#""responder":"application""#) ?? false)
    #expect(actions(asked) == [] && actions(application) == ["copy=7 for application"])

    try send()
    try rig.advance(toMilliseconds: 4)
    #expect(sender.news.of("reply") == [])
    try rig.advance(toMilliseconds: 6)
    #expect(sender.news.of("reply").last?.contains(#""responder":"application""#) ?? false)
    #expect(asked.news.of("timeout").last?.contains(#""question":3,"value":false"#) ?? false)
    #expect(actions(application) == ["copy=7 for application"])
    // A late answer is an error, and changes nothing.
    try asked.send(#"{"command":"answer","question":3,"value":true}"#)
    #expect(asked.news.of("reply").last?.errorCode == "late")
    #expect(actions(application) == [])
  }

  @Test("ACT-3 where the asked client goes, or the sender does, nothing waits for them")
  func askedClientGoes() throws {
    let rig = try ServingRig(Self.form)
    var asked: Client? = try rig.connect()
    let (sender, application) = (try rig.connect(), try rig.connect())
    #expect(
      try asked.map { try be(#"{"name":"controller:form","ask":["can_perform"]}"#, $0).isGranted } ?? false)
    #expect(try be(#""application""#, application).isGranted)
    try focus("field", sender)
    _ = application.news
    try sender.send(#"{"command":"perform","action":"copy"}"#)
    asked = nil
    try rig.settle()
    #expect(sender.lines.of("reply").last?.contains(#""responder":"application""#) ?? false)
    #expect(actions(application) == ["copy for application"])
  }

  // MARK: Recognizers

  @Test("ACT-4 a double tap on a field makes it first responder and performs select: there")
  func doubleTap() throws {
    let rig = try ServingRig(
      Self.form + """

        [recognizer.pick]
        kind = "tap"
        taps = 2
        region = "field"
        action = "select"
        """)
    let client = try rig.connect()
    // No subscription names the recognizer: who takes its action is enough for it to work.
    try client.subscribe(#""filter":[{"type":"action","region":"field"}]"#)
    _ = client.news
    try rig.touch("A↓100,50@10 A↑@60 A↓100,50@160 A↑@210 ⏲800")
    let line = try #require(client.news.of("action").first)
    #expect(
      line.hasSuffix(
        #""action":"select","responder":"field","sender":"recognizer","region":"field","device":1,"recognizer":"pick","kind":"tap"}"#
      ), "\(line)")
    #expect(client.lines.of("action").count == 1)
  }

  @Test("ACT-4 a recognizer's action goes to its target, once a gesture")
  func recognizerTarget() throws {
    let rig = try ServingRig(
      Self.form + """

        [recognizer.drag]
        kind = "pan"
        action = "copy"
        target = "application"
        """)
    let (form, application) = (try rig.connect(), try rig.connect())
    #expect(try be(#""controller:form""#, form).isGranted)
    #expect(try be(#""application""#, application).isGranted)
    // Without the target, the controller of the first responder would take it.
    try focus("field", form)
    for client in [form, application] { _ = client.news }
    try rig.touch("A↓500,300@10 A→540,300@30 A→580,300@50 A→620,300@70 A↑@90 ⏲600")
    #expect(actions(application) == ["copy for application"] && actions(form) == [])
  }

  @Test("ACT-4 in private mode no recognizer sends an action, and no client performs one")
  func privateMode() throws {
    let rig = try ServingRig(
      Self.form + "\n[recognizer.two]\nkind = \"tap\"\ntouches = 2\naction = \"copy\"\n")
    let (client, holder) = (try rig.connect(), try rig.connect())
    #expect(try be(#""application""#, client).isGranted)
    #expect(try holder.ask(#"{"command":"inhibit"}"#).isGranted)
    _ = client.news
    try rig.touch("A↓500,300@10 B↓600,300@10 A↑@60 B↑@60 ⏲700")
    #expect(actions(client) == [])
    #expect(try perform(client, #""copy""#).errorCode == "unavailable")
    #expect(try holder.ask(#"{"command":"release"}"#).isGranted)
    try rig.touch("A↓500,300@1010 B↓600,300@1010 A↑@1060 B↑@1060 ⏲1700")
    #expect(actions(client) == ["copy for application"])
  }

  // MARK: Bad input

  @Test("ACT-1 an action that nobody declares is an error with a hint")
  func undeclared() throws {
    let rig = try ServingRig(Self.form)
    let client = try rig.connect()
    let reply = try perform(client, #""cpoy""#)
    #expect(reply.errorCode == "invalid_value" && reply.contains(#""path":"action","hint":"copy""#))
    for wrong in [#""co py""#, #""""#, "3", #""copy","value":null"#, #""copy","target":3"#] {
      #expect(try perform(client, wrong).errorCode == "invalid_value", "\(wrong)")
    }
  }

  @Test("ACT-1 an action that its takers pass on in a circle is refused, and the taker keeps it")
  func circle() throws {
    let rig = try ServingRig(Self.form)
    let (form, application, sender) = (try rig.connect(), try rig.connect(), try rig.connect())
    #expect(try be(#""controller:form""#, form).isGranted)
    #expect(try be(#""application""#, application).isGranted)
    try focus("field", sender)
    for client in [form, application] { _ = client.news }
    #expect(try perform(sender, #""copy","value":1"#).contains("controller:form"))
    #expect(form.news.of("action").last?.field("action_id") == "1")
    #expect(try perform(form, #""copy","pass":1"#).contains(#""responder":"application""#))
    let line = try #require(application.news.of("action").last)
    #expect(line.contains(#""action_id":1"#) && line.field("value") == "1")
    let circle = try perform(application, #""copy","pass":1,"target":"controller:form""#)
    #expect(circle.errorCode == "conflict" && circle.contains("has taken this action already; allowed: "))
    // Nothing is lost: the taker still has it, and finds that no responder is left.
    #expect(try perform(application, #""copy","pass":1"#).contains("unhandled"))
    let late = try perform(application, #""copy","pass":1"#)
    #expect(late.errorCode == "late" && late.contains("allowed: each of the latest 64 actions, once"))
    let unknown = try perform(application, #""copy","pass":9"#)
    #expect(
      unknown.errorCode == "unknown_question" && unknown.contains("allowed: the action_id of a line action"))
    #expect(actions(form) == [] && actions(application) == [])
  }

  @Test("ACT-1, H8 a client without the right scene reaches the clients of its own user, and no other")
  func outsiders() throws {
    let rig = try ServingRig(Self.form)
    let (owner, sender, own) = (
      try rig.connect(), try rig.connect(as: .user(4711)), try rig.connect(as: .user(4711))
    )
    #expect(try be(#""application""#, owner).isGranted)
    _ = owner.news
    #expect(try perform(sender, #""copy""#).contains("unhandled"))
    #expect(actions(owner) == [])
    // Another user may be the application for its own clients.
    #expect(try be(#""application""#, own).isGranted)
    _ = own.news
    #expect(try perform(sender, #""copy""#).contains(#""responder":"application""#))
    #expect(actions(own) == ["copy for application"])
    #expect(try perform(owner, #""copy""#).contains(#""responder":"application""#))
    #expect(actions(own) == [] && owner.lines.of("action").count == 1)
    // An observer sees the actions of its own scene only.
    let observer = try rig.connect(as: .user(4712))
    try observer.subscribe(#""filter":[{"type":"action"}]"#)
    _ = observer.news
    #expect(try perform(owner, #""copy""#).isGranted)
    #expect(observer.news.of("action") == [])
  }

  @Test("ACT-1, H8 an observer sees every action of its scene, with the responder or without one")
  func observer() throws {
    let rig = try ServingRig(Self.form)
    let (monitor, client) = (try rig.connect(), try rig.connect())
    try monitor.subscribe(#""filter":[{"type":"action"}]"#)
    _ = monitor.news
    #expect(try perform(client, #""undo""#).contains("unhandled"))
    #expect(try be(#""application""#, client).isGranted)
    #expect(try perform(client, #""undo""#).isGranted)
    #expect(actions(monitor) == ["undo for none", "undo for application"])
  }

  @Test("ACT-1, H6 where places are hidden, no client learns who takes an action")
  func hiddenPlaces() throws {
    let rig = try ServingRig(Self.form + "\n[socket]\npositions = \"none\"\n")
    let client = try rig.connect()
    #expect(try perform(client, #""copy""#).errorCode == "not_permitted")
    #expect(try be(#""application""#, client).errorCode == "not_permitted")
  }

  @Test("ACT-2 a wrong action, target or table in the configuration is a mistake with its line")
  func mistakes() {
    func mistakes(_ toml: String) -> String {
      do throws(ConfigurationError) {
        _ = try Configuration.parse(Array(toml.utf8), file: "t.toml")
        return ""
      } catch {
        return "\(error)"
      }
    }
    #expect(mistakes("[application]\nactions = [\"co py\"]").contains("t.toml:2"))
    #expect(mistakes("[application]\nactoins = \"copy\"").contains("actions"))
    #expect(mistakes("[controller.a]\nactions = 3").contains("t.toml:2"))
    let tap = "[recognizer.t]\nkind = \"tap\"\n"
    #expect(mistakes(tap + "target = \"root\"").contains("found without action"))
    #expect(mistakes(tap + "action = \"a\"\ntarget = \"rooot\"").contains("root"))
    #expect(mistakes(tap + "action = \"a\"\ntarget = \"controller:x\"").isEmpty)
  }
}
