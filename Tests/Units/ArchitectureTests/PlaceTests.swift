import GestureTestSupport
import Testing

/// The places that name a declared thing besides its declaration. A newcomer who adds a similar thing must write all of
/// them.
///
/// CONTRIBUTING.md lists these places, and the places of tests and reasons. A further place would be a second source of
/// a fact, so take the fact from the declaration.
@Suite("Places")
struct PlaceTests {
  /// An example of a kind of declaration.
  struct Example: Sendable, CustomTestStringConvertible {
    /// Its name.
    var name: String
    /// The pattern of a line of code or of a page that names it.
    var pattern: String
    /// The files of its declaration and its implementation.
    var own: [String]
    /// The other files that name it.
    var places: [String]
    var testDescription: String { name }
  }

  static let examples = [
    Example(
      name: "the recognizer hold_and_twist", pattern: "hold_and_twist|HoldAndTwist",
      own: ["Sources/GestureCore/Recognizers/HoldAndTwistRecognizer.swift"],
      places: [
        "Sources/GestureCore/Recognizers/RecognizerCatalog.swift", "docs/recognizers.md",
      ]),
    Example(
      name: "the request focus", pattern: #"FocusCommand|"focus"|case focus\b|^## focus$"#,
      own: [
        "Sources/GestureProtocol/Requests/Commands/FocusCommand.swift",
        "Sources/GesturedCommands/Handlers/CommandRunner+Focus.swift",
      ],
      places: [
        "Sources/GestureClient/Requests/GestureConnection+Requests.swift",
        "Sources/GestureProtocol/Requests/Commands/CommandCatalog.swift",
        "Sources/GesturedConfiguration/Sections/Right.swift", "docs/requests.md",
      ]),
    Example(
      name: "the line press",
      pattern: #"case press\b|[ (]\.press\b|PressNotice|^## press$"#,
      own: [
        "Sources/GestureProtocol/Messages/FamilyMessage.swift",
        "Sources/GestureProtocol/Messages/LineType.swift",
      ],
      places: [
        "Sources/GestureClient/Events/GestureEvent.swift", "Sources/GestureClient/Events/PressNotice.swift",
        "Sources/GestureProtocol/Requests/HeldResponder.swift",
        "Sources/GesturedServing/Receivers/FamilyDesk.swift",
        "Sources/gesturectl/Rules/RuleJudge.swift", "Sources/gesturectl/Support/EventText.swift",
        "docs/protocol.md",
      ]),
    Example(
      name: "the key stall_ms of [socket]", pattern: #"stall_ms|\.stall\b|var stall\b"#,
      own: [
        "Sources/GesturedConfiguration/Sections/SocketSection.swift",
        "Sources/GesturedConfiguration/Sections/SocketSettings.swift",
      ],
      places: ["Sources/GesturedServing/Publishing/Subscriber.swift", "docs/protocol.md"]),
    Example(
      name: "the family of remote controls",
      pattern: #"RemoteSettings|RemoteDecoder|MediaKey\b|[ (,]\.remote\b"#,
      own: [
        "Sources/EventFamilies/Remote/MediaKey.swift", "Sources/EventFamilies/Remote/RemoteDecoder.swift",
        "Sources/EventFamilies/Remote/RemoteSettings.swift",
        "Sources/GesturedDevices/Families/FamilyDevice.swift",
      ],
      places: [
        "Sources/EventFamilies/Devices/DeviceRoles.swift",
        "Sources/EventFamilies/Remote/ClickDecoder.swift", "Sources/GestureClient/Events/GestureEvent.swift",
        "Sources/GestureProtocol/Messages/FamilyMessage.swift",
        "Sources/GestureProtocol/Messages/LineType.swift",
        "Sources/GestureProtocol/Requests/HeldResponder.swift",
        "Sources/GesturedConfiguration/Sections/FamilySection.swift",
        "Sources/GesturedServing/Receivers/FamilyDesk.swift", "Sources/gesturectl/Actions/ActionEngine.swift",
        "Sources/gesturectl/Commands/ListenCommand.swift",
        "Sources/gesturectl/Support/EventText.swift",
      ]),
  ]

  @Test("a declared thing is named in these places and in no other", arguments: examples)
  func places(_ example: Example) throws {
    let pattern = try Regex(example.pattern).anchorsMatchLineEndings()
    let found = Self.files.filter { $0.lines.contains { $0.contains(pattern) } }.map(\.path)
    for path in example.own { #expect(found.contains(path), "\(path) does not name \(example.name)") }
    let others = found.filter { !example.own.contains($0) }
    #expect(others == example.places, "\(example.name) is named in \(others)")
  }

  /// The searched text: code without comments, and pages, both without the parts that `make pages` writes.
  private static let files =
    SourceTree.files.map { (path: $0.path, lines: own($0.lines).filter(isCode)) }
    + [
      "Tests/Lanes/Allocations/everything.toml", "Web/module/gestured.d.ts", "Web/module/gestured.js",
      "Web/view/source/panel.js", "config/gestured.toml", "docs/protocol.md", "docs/recognizers.md",
      "docs/requests.md", "docs/web.md",
    ].map { path in
      (path: path, lines: own(ProjectFile.text(path).split(separator: "\n").map(String.init)))
    }

  private static func isCode(_ line: String) -> Bool { !line.drop { $0 == " " }.hasPrefix("//") }

  /// The lines outside of the parts between `<!-- NAME -->` or `--- NAME ---` and the same mark of the end.
  private static func own(_ lines: [String]) -> [String] {
    var name: Substring?
    return lines.filter { line in
      guard let mark = line.firstMatch(of: /(<!--|---) (end of )?([a-z ]+) (-->|---)$/) else {
        return name == nil
      }
      if mark.2 != nil {
        name = nil
      } else if lines.contains(where: { $0.contains("\(mark.1) end of \(mark.3) \(mark.4)") }) {
        name = mark.3
      }
      return name == nil
    }
  }
}
