import GestureCore
import Testing

@testable import GesturedConfiguration

/// Regions and recognizers as objects of requests: the same keys and messages as in a file.
@Suite struct ClientSettingsTests {
  private func region(
    _ fields: [String: PlainSetting], isWindow: Bool = false, hasPixels: Bool = false
  ) -> Result<ClientRegion, SettingMistake> {
    Result { () throws(SettingMistake) in
      try ClientRegion.read(
        SettingTable(fields, path: "edits[0].add"), path: "edits[0].add", isWindow: isWindow,
        hasPixels: hasPixels)
    }
  }

  private func recognizer(
    _ fields: [String: PlainSetting], regions: [String]? = nil
  ) -> Result<ClientRecognizer, SettingMistake> {
    Result { () throws(SettingMistake) in
      try ClientRecognizer.read(
        SettingTable(fields, path: "edits[0].add"), path: "edits[0].add",
        regions: regions.map { KnownRegions($0) })
    }
  }

  private func mistake<Value>(_ result: Result<Value, SettingMistake>) -> SettingMistake? {
    if case .failure(let mistake) = result { mistake } else { nil }
  }

  /// `path message [hint]`
  private func line<Value>(_ result: Result<Value, SettingMistake>) -> String {
    guard let mistake = mistake(result) else { return "ok" }
    return "\(mistake.path) \(mistake.message)" + (mistake.hint.map { " [\($0)]" } ?? "")
  }

  private let frame = PlainSetting.list([.integer(0), .text("0%"), .number(30.5), .text("100%")])

  @Test("a client's region is what the same table of a file is")
  func sameRegion() throws {
    let client = try region([
      "name": .text("panel"), "frame": frame, "multiple": .flag(true), "hit_max_touches": .integer(3),
      "alpha": .number(0.5), "recognizers": .text("full"), "foreign_children": .flag(true),
    ]).get()
    let file = check(
      """
      [region.panel]
      frame = [0, "0%", 30.5, "100%"]
      multiple = true
      hit_max_touches = 3
      alpha = 0.5
      recognizers = "full"
      """)
    #expect(client.declaration == file.configuration?.regions.first)
    #expect(client.declaration.region.foreignRecognizers == .full)
  }

  @Test(
    "MULTI-2 others' recognizers on a region are passive, and its children its owner's, unless it says otherwise"
  )
  func defaults() throws {
    let declaration = try region(["name": .text("a"), "frame": frame]).get().declaration
    #expect(declaration.region.foreignRecognizers == .passive)
    #expect(!declaration.region.acceptsForeignChildren)
    #expect(declaration.parent == "root")
  }

  @Test("a client's window has a level and the touchscreens that it names")
  func window() throws {
    let window = try region(
      ["name": .text("w"), "level": .integer(10), "device": .text("ACME *")], isWindow: true
    ).get()
    #expect(window.declaration.parent == nil)
    #expect(window.declaration.region.level == 10)
    #expect(window.device == TextPattern("ACME *"))
  }

  @Test("what is wrong with a region is told with its path")
  func regionMistakes() {
    let name = PlainSetting.text("a")
    let at = "edits[0].add"
    #expect(line(region(["name": name, "frame": frame, "fram": .null])) == "\(at).fram unknown key [frame]")
    #expect(line(region(["name": name])).hasPrefix("\(at).frame missing; allowed: [left, top"))
    #expect(line(region(["frame": frame])).hasPrefix("\(at).name missing; allowed: a name"))
    #expect(line(region(["name": .text("a b"), "frame": frame])).hasPrefix("\(at).name found \"a b\""))
    let wrong = PlainSetting.list([.integer(0), .integer(0), .text("x"), .integer(1)])
    #expect(line(region(["name": name, "frame": wrong])).hasPrefix("\(at).frame[2] found \"x\""))
    #expect(
      line(region(["name": name, "frame": frame, "alpha": .null]))
        == "\(at).alpha found null; allowed: a number from 0 to 1")
    #expect(
      line(region(["name": name, "frame": frame, "hit_policy": .text("captur")])).hasSuffix("[capture]"))
    let negative = PlainSetting.list([.integer(0), .integer(0), .integer(-1), .integer(1)])
    #expect(line(region(["name": name, "frame": negative])).contains("found a negative size"))
    #expect(
      line(region(["name": name, "frame": frame, "client_regions": .flag(true)])).contains("unknown key"))
    #expect(
      line(region(["name": name, "frame": frame, "b\n": .null, "é": .null]))
        .hasPrefix("\(at)[\"b\\u{a}\"] unknown key"))
  }

  @Test("unknown keys are told before missing ones, those before values")
  func order() {
    #expect(line(region(["zz": .null, "alpha": .null])).hasPrefix("edits[0].add.zz"))
    #expect(line(region(["name": .text("a"), "alpha": .null])).hasPrefix("edits[0].add.frame missing"))
  }

  @Test("pixels need a touchscreen whose pixels are known")
  func pixels() {
    let frame = PlainSetting.list(Array(repeating: .text("10 px"), count: 4))
    #expect(line(region(["name": .text("a"), "frame": frame])).contains("found a length in px"))
    #expect(line(region(["name": .text("a"), "frame": frame], hasPixels: true)) == "ok")
  }

  @Test("a change sets what it names, null takes it back, and the rest stays")
  func changedRegion() throws {
    let old = try region([
      "name": .text("a"), "frame": frame, "alpha": .number(0.5), "multiple": .flag(true),
      "scale": .integer(2),
    ]).get()
    let path = "edits[3].change"
    func change(_ fields: [String: PlainSetting]) throws(SettingMistake) -> ClientRegion {
      var fields = fields
      fields["name"] = .text("a")
      return try old.changed(by: SettingTable(fields, path: path), path: path, hasPixels: false)
    }
    let new = try change(["alpha": .null, "hidden": .flag(true)])
    var expected = old.declaration
    expected.region.alpha = 1
    expected.region.isHidden = true
    #expect(new.declaration == expected)
    #expect(
      line(Result { () throws(SettingMistake) in try change(["parent": .text("b")]) }).hasSuffix("[move]"))
    let matrix = PlainSetting.list([1, 0, 0, 1, 0, 0].map(PlainSetting.integer))
    #expect(
      line(Result { () throws(SettingMistake) in try change(["matrix": matrix]) })
        == "edits[3].change.scale found together with matrix; allowed: one of the two")
    #expect(
      try new.changed(
        by: SettingTable(["name": .text("a"), "alpha": .number(0.25)], path: path), path: path,
        hasPixels: false
      ).declaration.region.isHidden)
  }

  @Test("a client's recognizer is what the same table of a file is")
  func sameRecognizer() throws {
    let client = try recognizer([
      "name": .text("back"), "kind": .text("swipe"), "direction": .text("left"), "touches": .integer(3),
      "distance_mm": .integer(20), "require_to_fail": .list([.text("other")]),
    ]).get()
    let file = check(
      """
      [recognizer.back]
      kind = "swipe"
      direction = "left"
      touches = 3
      distance_mm = 20
      require_to_fail = ["other"]
      [recognizer.other]
      kind = "tap"
      """)
    #expect(client.declaration == file.configuration?.recognizers.first)
  }

  @Test("MULTI-11 DMN-10 a client says whether others may hear its recognizer, and what it wants to be asked")
  func clientKeys() throws {
    let declaration = try recognizer([
      "name": .text("x"), "kind": .text("custom"), "public": .flag(true),
      "ask": .list([.text("should_begin"), .text("simultaneous")]), "enabled": .flag(false),
    ]).get().declaration
    #expect(declaration.isPublic)
    #expect(declaration.asks == [.shouldBegin, .simultaneous])
    #expect(!declaration.properties.isEnabled)
    #expect(declaration.kind == CustomRecognizer.kind)
  }

  @Test("what is wrong with a recognizer is told with its path")
  func recognizerMistakes() {
    let name = PlainSetting.text("a")
    let tap = PlainSetting.text("tap")
    let at = "edits[0].add"
    #expect(line(recognizer(["name": name, "kind": .text("tapp")])).hasSuffix("[tap]"))
    #expect(line(recognizer(["name": name])).hasPrefix("\(at).kind missing"))
    #expect(line(recognizer(["name": name, "enabled": .flag(false)])).hasPrefix("\(at).kind missing"))
    #expect(
      line(recognizer(["name": name, "kind": tap, "tapps": .null])) == "\(at).tapps unknown key [taps]")
    #expect(
      line(recognizer(["name": name, "kind": tap, "taps": .number(1.5)]))
        == "\(at).taps found 1.5; allowed: a whole number from 1 to 10")
    #expect(
      line(recognizer(["name": name, "kind": tap, "ask": .text("should_begn")])).hasSuffix("[should_begin]"))
    #expect(
      line(recognizer(["name": name, "kind": tap, "touches": .list([.integer(1), .integer(11)])]))
        .hasPrefix("\(at).touches[1] found 11"))
    let elsewhere = recognizer(
      ["name": name, "kind": tap, "region": .text("panl")], regions: ["root", "panel"])
    #expect(mistake(elsewhere)?.problem == .unknownRegion)
    #expect(mistake(elsewhere)?.hint == "panel")
    #expect(line(recognizer(["name": name, "kind": tap, "region": .text("panl")])) == "ok")
  }

  @Test("a change of a recognizer keeps its kind")
  func changedRecognizer() throws {
    let old = try recognizer(["name": .text("a"), "kind": .text("tap"), "taps": .integer(2)]).get()
    func change(_ fields: [String: PlainSetting]) -> Result<ClientRecognizer, SettingMistake> {
      var fields = fields
      fields["name"] = .text("a")
      let table = SettingTable(fields, path: "edits[1].change")
      return Result { () throws(SettingMistake) in
        try old.changed(by: table, path: "edits[1].change", regions: nil)
      }
    }
    #expect(try change(["touches": .integer(2)]).get().declaration.options.integer("taps") == 2)
    #expect(try change(["touches": .integer(2)]).get().declaration.numbersOfTouches == [2])
    #expect(try change(["kind": .text("tap")]).get().declaration == old.declaration)
    #expect(
      line(change(["kind": .text("pan")]))
        == "edits[1].change.kind found \"pan\"; allowed: \"tap\": a kind cannot change")
    #expect(line(change(["taps": .integer(0)])).hasPrefix("edits[1].change.taps found 0"))
  }
}
