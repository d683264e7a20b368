import FoundationEssentials
import GestureClient
import LinuxEventLoop
import Testing

@testable import GestureClient
@testable import gesturectl

@Suite("Monitor")
struct MonitorTests {
  private static let size = TerminalSize(columns: 90, rows: 20)

  private func model(tellsTouches: Bool = true) -> MonitorModel {
    var model = MonitorModel()
    model.apply(.connected(version: "9.9", tellsTouches: tellsTouches), at: 0)
    model.apply(.device(number: 1, name: "panel", width: 160, height: 100), at: 0)
    return model
  }

  private func place(_ x: Double, _ y: Double) -> MonitorNews.Place { MonitorNews.Place(x: x, y: y) }

  private func gesture(
    _ name: String, _ state: String, id: UInt64 = 1, sequence: UInt64 = 1, at place: MonitorNews.Place? = nil,
    client: Int? = nil
  ) -> MonitorNews {
    .gesture(
      MonitorNews.Gesture(
        device: 1, sequence: sequence, id: id, recognizer: .init(name: name, client: client), kind: "pan",
        state: state, touchCount: 2,
        region: "root",
        place: place, values: "translation 1, 2"))
  }

  private func transition(
    _ name: String, _ fingers: Int, _ state: String, _ reason: String, sequence: UInt64 = 1
  ) -> MonitorNews {
    .transition(
      MonitorNews.Transition(
        sequence: sequence, recognizer: .init(name: name), kind: "tap", touchCount: fingers, state: state,
        reason: reason))
  }

  /// The rows below the picture.
  private func rows(_ model: MonitorModel) -> [String] {
    let lines = draw(model, size: TerminalSize(columns: 160, rows: 24))
    // The first line of a list has the heads of the columns.
    return lines.drop { !$0.contains("└") }.dropFirst().filter { !$0.hasPrefix(" recognizer ") }.map { line in
      line.split(separator: " ").joined(separator: " ")
    }.filter { !$0.isEmpty }
  }

  private func draw(_ model: MonitorModel, size: TerminalSize = size, isASCII: Bool = false) -> [String] {
    MonitorPicture(size: size, usesColor: false, isASCII: isASCII).lines(model)
  }

  @Test("every picture fits its terminal, whatever it shows and however small the terminal is")
  func fits() {
    var model = model()
    model.apply(
      .region(device: 1, name: "region", box: .init(corner: place(-50, 90), width: 1e300, height: .infinity)),
      at: 0)
    model.apply(
      .moved(device: 1, [.init(id: 1, place: place(.nan, 1e18)), .init(id: 2, place: place(159, 99))]), at: 0)
    for number in 0..<40 { model.apply(gesture("recognizer \(number)", "changed"), at: 0) }
    for columns in [1, 20, 40, 41, 79, 80, 200] {
      for rows in [1, 5, 10, 11, 24, 60] {
        let lines = draw(model, size: TerminalSize(columns: columns, rows: rows))
        #expect(lines.count <= rows)
        #expect(lines.allSatisfy { $0.count <= columns })
      }
    }
  }

  @Test("ADD-18 a rotated region is drawn as it lies, by its matrix")
  func rotatedRegion() throws {
    let line =
      #"{"device":1,"region":"askew","state":"present","matrix":[0.8,0.6,-0.6,0.8,60,10],"bounds_origin":[10,0],"size":[40,30]}"#
    let notice = try JSONDecoder().decode(RegionNotice.self, from: Data(line.utf8))
    let news = try #require(MonitorNews(.region(notice)))
    guard case .region(1, "askew", let box) = news else {
      Issue.record("\(news)")
      return
    }
    #expect(box.corners == [place(68, 16), place(100, 40), place(82, 64), place(50, 40)])
    var model = model()
    model.apply(news, at: 0)
    #expect(draw(model).contains { $0.contains("askew") })
  }

  @Test(
    "a finger is a number where it is, with the dots of its trail behind it, and fades once it has lifted")
  func trail() {
    var model = model()
    model.apply(.moved(device: 1, [.init(id: 7, place: place(20, 50))]), at: 1)
    model.apply(.moved(device: 1, [.init(id: 7, place: place(120, 50))]), at: 1.1)
    let row = draw(model).first {
      $0.contains("1") && $0.contains("⠤") || $0.contains("⠒1") || $0.contains("⠉1") || $0.contains("⣀1")
    }
    #expect(row != nil)
    let isFading = model.fade(at: 9)
    #expect(isFading)
    #expect(model.screen?.trails.first?.points.count == 1)
    model.apply(.lifted(device: 1, [7]), at: 9.1)
    let isStillFading = model.fade(at: 20)
    #expect(!isStillFading)
    #expect(model.screen?.trails.isEmpty == true)
  }

  @Test("recognizers stand below, the latest first, with what they said last and how often they ended")
  func recognizers() {
    var model = model()
    model.apply(gesture("scroll", "began"), at: 1)
    model.apply(gesture("scroll", "ended"), at: 2)
    model.apply(gesture("back", "ended", id: 2), at: 3)
    let lines = draw(model)
    let back = lines.firstIndex { $0.contains(" back ") }
    let scroll = lines.firstIndex { $0.contains(" scroll ") }
    #expect((back ?? 99) < (scroll ?? 0))
    #expect(lines[scroll ?? 0].contains("ended") && lines[scroll ?? 0].contains("×1"))
    #expect(lines[scroll ?? 0].contains("translation 1, 2"))
  }

  @Test("what did not fire stands there with its reason, the one that matters of each name, after what fired")
  func failures() {
    var model = model()
    for count in [3, 2] {
      model.apply(transition("tap", count, "failed", "tooFewTouches(1 < \(count) touches)"), at: 1)
    }
    #expect(
      rows(model) == [
        "tap tap failed 1 finger had landed when one lifted, and it asks for 2 fingers · 2 fingers"
      ])
    model.apply(transition("tap", 1, "failed", "heldTooLong(900 ms >= 750 ms)"), at: 1)
    model.apply(transition("tap", 4, "failed", "tooFewTouches(1 < 4 touches)"), at: 1)
    #expect(
      rows(model) == [
        "tap tap failed the fingers were still down after 900 ms; less than 750 ms is asked for · 1 finger"
      ])
    model.apply(gesture("scroll", "ended"), at: 1)
    model.apply(transition("scroll", 3, "failed", "movedTooLittle(1 mm < 2 mm)"), at: 1)
    model.apply(transition("swipe", 1, "failed", "tooSlow"), at: 1)
    #expect(
      rows(model) == [
        "scroll pan ended translation 1, 2 · 2 fingers · ×1",
        "swipe tap failed it had not gone far enough when its time was over · 1 finger",
        "tap tap failed the fingers were still down after 900 ms; less than 750 ms is asked for · 1 finger",
      ])
    // The next touches. The result of the touches before is in the rows below.
    model.apply(transition("tap", 2, "failed", "tooFewTouches(1 < 2 touches)", sequence: 2), at: 2)
    #expect(
      rows(model).first
        == "tap tap failed 1 finger had landed when one lifted, and it asks for 2 fingers · 2 fingers")
  }

  @Test("ADD-21 recognizers of one name are a row for each client, with its number")
  func owners() {
    var model = model()
    model.apply(gesture("tap", "ended", id: 1, client: 3), at: 1)
    model.apply(gesture("tap", "ended", id: 2, client: 4), at: 1)
    model.apply(transition("tap", 1, "failed", "tooSlow", sequence: 2), at: 1)
    #expect(
      rows(model) == [
        "tap tap failed it had not gone far enough when its time was over · 1 finger",
        "tap#4 pan ended translation 1, 2 · 2 fingers · ×1",
        "tap#3 pan ended translation 1, 2 · 2 fingers · ×1",
      ])
  }

  @Test("a recognizer that competes, and that no client listens to, says that it is passive")
  func observed() {
    var model = model()
    let asks = (model.removeHearingRequest(), model.removeHearingRequest())
    #expect(asks == (true, false))
    model.apply(transition("tap", 1, "failed", "tooSlow"), at: 1)
    model.apply(gesture("scroll", "ended"), at: 1)
    let asksAgain = model.removeHearingRequest()
    #expect(asksAgain)
    model.apply(
      .hearing([
        .init(recognizer: .init(name: "tap"), isOnlyObserved: true),
        .init(recognizer: .init(name: "scroll"), isOnlyObserved: false),
      ]), at: 1)
    #expect(
      rows(model) == [
        "scroll pan ended translation 1, 2 · 2 fingers · ×1",
        "tap* tap failed it had not gone far enough when its time was over · 1 finger",
        "* works as passive: no client listens",
      ])
    model.apply(.hearing([]), at: 2)
    #expect(!rows(model).contains { $0.contains("passive") })
  }

  @Test("what was taken away says why, and what a daemon took with it is lost")
  func cancelled() {
    var model = model()
    model.apply(gesture("scroll", "began"), at: 1)
    model.apply(transition("scroll", 2, "cancelled", "touchCancelled"), at: 1)
    model.apply(gesture("scroll", "cancelled"), at: 1)
    #expect(
      rows(model) == [
        "scroll pan cancelled one of its touches was taken away: a palm, or a region that is gone · 2 fingers"
      ])
    model.apply(gesture("scroll", "began", sequence: 2), at: 2)
    model.apply(.lost("waiting for gestured"), at: 2)
    #expect(rows(model) == ["scroll pan lost translation 1, 2 · 2 fingers"])
  }

  @Test("of recognizers that were chosen only these are listed, after a new connection too")
  func chosen() {
    var model = MonitorModel(chosen: ["tap"])
    for _ in 1...2 {
      model.apply(.connected(version: "9.9", tellsTouches: true), at: 1)
      model.apply(.device(number: 1, name: "panel", width: 160, height: 100), at: 1)
      model.apply(gesture("scroll", "began"), at: 1)
      model.apply(transition("tap", 1, "failed", "tooSlow"), at: 1)
      #expect(rows(model) == ["tap tap failed it had not gone far enough when its time was over · 1 finger"])
    }
  }

  @Test("the picture stays where it is when more recognizers speak, and says that private mode is on")
  func steady() {
    var model = model()
    let first = draw(model)
    for number in 0..<9 { model.apply(gesture("r\(number)", "ended"), at: 1) }
    #expect(draw(model).firstIndex { $0.contains("└") } == first.firstIndex { $0.contains("└") })
    model.apply(.privateMode(true), at: 1)
    #expect(draw(model)[0].contains("private mode"))
    model.apply(.privateMode(false), at: 1)
    #expect(!draw(model)[0].contains("private mode"))
  }

  @Test("gestures in one place are labelled one below the other, and a finger has a number that no other has")
  func labels() {
    var model = model(tellsTouches: false)
    model.apply(gesture("scroll", "began", id: 1, at: place(80, 50)), at: 1)
    model.apply(gesture("hold", "began", id: 2, at: place(80, 50)), at: 1)
    let picture = draw(model).prefix { !$0.contains("└") }
    #expect(picture.contains { $0.contains("scroll") } && picture.contains { $0.contains("hold") })
    model = self.model()
    for id in [7, 8] as [UInt64] {
      model.apply(.moved(device: 1, [.init(id: id, place: place(9, 9))]), at: 1)
    }
    model.apply(.lifted(device: 1, [7]), at: 1)
    model.apply(.moved(device: 1, [.init(id: 9, place: place(30, 30))]), at: 1)
    let labels = model.screen?.trails.filter(\.isDown).map(\.label) ?? []
    #expect(labels.suffix(2) == ["2", "1"])
  }

  @Test("a terminal that changes its size, or that is to be drawn anew, is cleared, and gets every line")
  func page() {
    var page = MonitorPage(usesColor: false)
    func picture(_ columns: Int) -> MonitorPicture {
      MonitorPicture(size: TerminalSize(columns: columns, rows: 12), usesColor: false, isASCII: true)
    }
    page.show(model(), picture(80))
    #expect(page.renderUpdate().hasPrefix("\u{1B}[2J\u{1B}[1;1H"))
    page.show(model(), picture(80))
    #expect(page.isCurrent)
    page.show(nil, picture(60))
    #expect(!page.isCurrent)
    #expect(page.renderUpdate().hasPrefix("\u{1B}[2J"))
    page.forget()
    #expect(!page.isCurrent)
    let update = page.renderUpdate()
    #expect(update.hasPrefix("\u{1B}[2J") && update.contains("panel"))
  }

  @Test("without raw touches the places of gestures are shown, and the head line says so")
  func gesturesOnly() {
    var model = model(tellsTouches: false)
    model.apply(gesture("scroll", "began", at: place(80, 50)), at: 1)
    #expect(draw(model).contains { $0.contains("│") && $0.contains("scroll") })
    #expect(draw(model)[0].contains("gestures only"))
  }

  @Test("a daemon that is gone takes the fingers with it, and one that comes back begins anew")
  func reconnection() {
    var model = model()
    model.apply(.moved(device: 1, [.init(id: 1, place: place(1, 1))]), at: 1)
    model.apply(.lost("stopping: trying again"), at: 2)
    #expect(draw(model)[0].contains("stopping: trying again"))
    #expect(model.screen?.trails.isEmpty == true)
    model.apply(.connected(version: "10", tellsTouches: true), at: 3)
    #expect(model.screen == nil)
    #expect(draw(model)[0].contains("gestured 10"))
  }

  @Test("names from devices and clients never reach the terminal as commands, and never without bound")
  func hostileNames() {
    var model = model()
    model.apply(.device(number: 1, name: "\u{1B}]0;evil\u{7}\u{202E}", width: 160, height: 100), at: 0)
    for number in 0..<5000 {
      model.apply(gesture("\u{1B}[2J\(number)", "began", id: UInt64(number)), at: 1)
      model.apply(
        .region(device: 1, name: "r\(number)", box: .init(corner: place(0, 0), width: 1, height: 1)), at: 1)
      model.apply(.device(number: number, name: "d", width: 1, height: 1), at: 1)
    }
    #expect(model.activities.count <= MonitorActivities.limit)
    #expect(model.screens.count <= MonitorModel.screenLimit)
    #expect(!draw(model).joined().unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
  }

  @Test(
    "ACT-2, RES-5, ADD-7 the last line has the last action or deferred edge, and the first says how long it is idle"
  )
  func notices() throws {
    func take(_ text: String, _ model: inout MonitorModel) throws {
      model.apply(try #require(MonitorNews(GestureLine(Array(text.utf8)).event)), at: 1)
    }
    var model = model()
    try take(
      #"{"type":"action","time":12.5,"action":"copy","responder":"controller:form","sender":"client","client":3}"#,
      &model)
    #expect(rows(model) == ["no touch yet", "12.5 action copy of client 3, for controller:form"])
    try take(
      #"{"type":"deferred","seq":1,"time":13,"device":1,"sequence":1,"edge":"left","region":"game"}"#, &model)
    for number in 0..<40 { model.apply(gesture("recognizer \(number)", "changed"), at: 0) }
    #expect(rows(model).last == "13 game defers the system's edge left")
    let size = TerminalSize(columns: 120, rows: 24)
    #expect(draw(model, size: size).count == 24)
    try take(#"{"type":"idle","time":73,"state":"began","after":60,"devices":[1]}"#, &model)
    #expect(draw(model)[0].contains("· idle for 60 s"))
    try take(#"{"type":"idle","time":80,"state":"ended","after":60,"idle_for":67}"#, &model)
    #expect(!draw(model)[0].contains("idle"))
    model.apply(.idle(10), at: 2)
    model.apply(.lost("gone"), at: 3)
    #expect(!draw(model)[0].contains("idle"))
  }

  @Test("a terminal without Unicode gets nothing but ASCII")
  func ascii() {
    var model = model()
    model.apply(
      .moved(device: 1, [.init(id: 1, place: place(10, 10)), .init(id: 2, place: place(90, 90))]), at: 1)
    model.apply(gesture("scroll", "began"), at: 1)
    #expect(draw(model, isASCII: true).joined().allSatisfy { $0.isASCII })
  }

  @Test(
    "CLI-7 at 80 columns no reason is cut: it comes first, in words, below a head, and passive is said once")
  func wholeReasons() {
    var model = model()
    let names = ["tap", "swipe", "open_the_drawer", "close_the_drawer"]
    for name in names {
      model.apply(transition(name, 2, "failed", "tooFewTouches(1 < 2 touches)", sequence: 4), at: 1)
    }
    model.apply(
      .hearing(names.map { .init(recognizer: .init(name: $0), isOnlyObserved: true) }), at: 1)
    let lines = draw(model, size: TerminalSize(columns: 80, rows: 24))
    #expect(lines.count <= 24 && lines.allSatisfy { $0.count <= 80 })
    let text = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
    let reason = "1 finger had landed when one lifted, and it asks for 2 fingers"
    #expect(text.components(reason) == names.count, "\(text)")
    #expect(text.components("passive") == 1)
    #expect(lines.contains { $0.hasPrefix(" recognizer       state     values or reason") })
    let row = lines.first { $0.hasPrefix(" swipe*") }
    #expect(row?.hasPrefix(" swipe*           failed    1 finger had landed") == true)
    // A narrow terminal has the reason below the name.
    let narrow = draw(model, size: TerminalSize(columns: 44, rows: 40))
    #expect(narrow.allSatisfy { $0.count <= 44 })
    #expect(narrow.contains("   1 finger had landed when one lifted, and"))
  }

  @Test(
    "CLI-7 a row is whole or is not shown, and the last line counts the rows that have no room",
    arguments: 2...40)
  func countedRows(count: Int) {
    var model = model()
    for number in 0..<count {
      model.apply(transition("tap_\(number)", 2, "failed", "tooFewTouches(1 < 2 touches)"), at: 1)
    }
    let lines = draw(model, size: TerminalSize(columns: 80, rows: 24))
    #expect(lines.count <= 24)
    let names = lines.count { $0.hasPrefix(" tap_") }
    let text = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
    let reason = "1 finger had landed when one lifted, and it asks for 2 fingers · 2 fingers"
    #expect(text.components(reason) == names)
    #expect(names >= min(count, 5))
    #expect(lines.last { !$0.isEmpty } == " and \(count - names) more" || names == count, "\(lines)")
  }

  @Test("CLI-7 a name that is longer than a line continues on the next one")
  func longNames() {
    var model = model()
    let name = String(repeating: "ÿ", count: 250)
    model.apply(transition("tap", 2, "failed", "preventedBy(\(name))"), at: 1)
    let lines = draw(model, size: TerminalSize(columns: 80, rows: 40))
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(lines.joined().count { $0 == "ÿ" } == 250)
    #expect(lines.contains { $0.contains("of its own") })
  }

  @Test("CLI-6 a changed line replaces the one of the same gesture before it, and any other line begins anew")
  func liveLine() {
    var live = LiveLine()
    let printed = [
      live.print("pan began", update: nil, columns: 20, rows: 24),
      live.print("pan changed 1", update: 4, columns: 20, rows: 24),
      live.print("pan changed that is long", update: 4, columns: 20, rows: 24),
      live.print("pan ended", update: nil, columns: 20, rows: 24),
      live.print("tap ended and is long enough", update: nil, columns: 20, rows: 24), live.end(),
      live.print("pan changed 2", update: 4, columns: 20, rows: 24),
      live.print("pinch changed", update: 7, columns: 20, rows: 24),
      live.end(),
    ]
    #expect(
      printed == [
        "pan began\n", "pan changed 1\u{1B}[K", "\rpan changed that is\u{1B}[K", "\npan ended\n",
        "tap ended and is long enough\n", "", "pan changed 2\u{1B}[K", "\npinch changed\u{1B}[K",
        "\n",
      ])
  }

  @Test(
    "CLI-6 two gestures at once keep a line each, and more than the terminal has rows leave the upper ones")
  func liveLines() {
    var live = LiveLine()
    func update(_ text: String, _ gesture: UInt64, rows: Int = 24) -> String {
      live.print(text, update: gesture, columns: 20, rows: rows)
    }
    #expect(update("pinch 1", 4) == "pinch 1\u{1B}[K")
    #expect(update("rotation 1", 7) == "\nrotation 1\u{1B}[K")
    #expect(update("pinch 2", 4) == "\r\u{1B}[1Apinch 2\u{1B}[K\u{1B}[1B")
    #expect(update("rotation 2", 7) == "\rrotation 2\u{1B}[K")
    #expect(live.print("pinch ended", update: nil, columns: 20, rows: 24) == "\npinch ended\n")
    #expect(update("rotation 3", 7, rows: 3) == "rotation 3\u{1B}[K")
    #expect(update("pan 1", 8, rows: 3) == "\npan 1\u{1B}[K")
    #expect(update("pan 2", 9, rows: 3) == "\npan 2\u{1B}[K")
    #expect(update("rotation 4", 7, rows: 3) == "\nrotation 4\u{1B}[K")
    #expect(update("pan 3", 9, rows: 3) == "\r\u{1B}[1Apan 3\u{1B}[K\u{1B}[1B")
    for gesture in 20..<40 as Range<UInt64> { _ = update("x", gesture) }
    #expect(update("x", 30) == "\r\u{1B}[9Ax\u{1B}[K\u{1B}[9B")
    #expect(update("x", 29) == "\nx\u{1B}[K")
  }
}

extension String {
  /// How often a text occurs.
  fileprivate func components(_ text: String) -> Int { ranges(of: text).count }
}
