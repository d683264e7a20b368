import GestureCore
import GestureProtocol
import GestureTestSupport
import GesturedConfiguration

/// The parts of pages, configurations and sources that name each kind of recognizer.
enum KindPages {
  /// The kinds that lines of gestures report.
  private static let told = RecognizerCatalog.clientTypes.filter { $0.isReported }

  /// The constants of `GestureKind` in the library for Swift programs.
  static let constants = told.map { type in
    let words = type.kind.name.split(separator: "_")
    let name = words[0] + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return "  /// \(type.summary)\n  public static let \(name): Self = \"\(type.kind.name)\"\n"
  }.joined()

  /// One recognizer of each kind, for the lane of allocations, with the options of its first table in the manual: some kinds
  /// require one. Those that report only report: they keep no other recognizer of that configuration from acting. The others
  /// hold touches back in the region `left` alone.
  static let everything = RecognizerCatalog.types.map { type in
    let name = type.kind.name
    let keys = Set(type.options.map(\.key))
    let options = table(of: type.kind).split(separator: "\n").filter { line in
      keys.contains(String(line.prefix { $0 != " " }))
    }
    return "[recognizer.every_\(name)]\nkind = \"\(name)\"\n" + options.map { $0 + "\n" }.joined()
      + (type.alwaysDelaysTouchesBegan ? "region = \"left\"\n" : "passive = true\n")
  }.joined(separator: "\n")

  /// The kinds that the shipped configuration does not declare, as comments. Each table is the manual's first one.
  static var undeclared: String {
    get throws {
      let declared = Set(try Configuration.builtIn().recognizers.map(\.kind.name))
      return RecognizerCatalog.types.filter { !declared.contains($0.kind.name) }.map { type in
        var lines = table(of: type.kind).split(separator: "\n").map { "# \($0)" }
        if !lines.isEmpty { lines[0] += "  # \(type.summary)" }
        return lines.map { $0 + "\n" }.joined()
      }.joined(separator: "#\n")
    }
  }

  /// The first table of a kind's section in the manual.
  private static func table(of kind: GestureKind) -> String {
    ManualStory.all.first { $0.heading == kind.name }?.table ?? ""
  }

  /// A line of each kind, from the first story of its section in docs/recognizers.md: the last that continues the
  /// gesture, or its only one.
  static var examples: String {
    get throws {
      var text = "```json\n"
      for (position, type) in told.enumerated() where type != CustomRecognizer.self {
        guard let story = ManualStory.all.first(where: { $0.heading == type.kind.name }) else { continue }
        text += try line(of: type.kind, in: story, seq: UInt64(position + 1))
      }
      return text + "```\n"
    }
  }

  private static func line(of kind: GestureKind, in story: ManualStory, seq: UInt64) throws -> String {
    let set = try RecognizerSet(try story.recognizers)
    let encoder = MessageEncoder(Vocabulary(set))
    var pipeline = TouchscreenPipeline(
      maximumTouches: 10, regions: RegionTree(screen: GestureRig.screen), settings: TouchSettings(),
      filters: FilterSettings(), recognizers: set)
    var (identifiers, buffer, script) = (IdentifierSource(), EventBuffer(), TouchScript())
    var (latest, continued): (String, String?) = ("", nil)
    for step in script.read(story.script) {
      buffer.removeAll()
      pipeline.play(step, identifiers: &identifiers, into: &buffer)
      for event in buffer.events {
        guard case .gesture(let gesture) = event, set.instances[gesture.recognizer].kind == kind else {
          continue
        }
        var line = LineWriter()
        encoder.write(event, of: buffer, device: 1, seq: seq, to: &line)
        latest = line.text
        if gesture.state == .changed { continued = latest }
      }
    }
    return continued ?? latest
  }
}
