import FoundationEssentials
import GestureCore
import GestureTestSupport
import Testing

@testable import GestureProtocol

/// `--explain` has words for every reason of the core.
struct ReasonSentenceTests {
  /// The words of all reasons in the core's sources.
  private static let words: Set<String> = {
    let core = "Sources/GestureCore"
    let texts = ProjectFile.paths(below: ProjectFile.top + "/" + core, endingIn: ".swift")
      .map { ProjectFile.text(core + "/" + $0) }
    return Set(texts.flatMap { $0.matches(of: /Reason\(\s*"(\w+)"/).map { String($0.1) } })
  }()

  @Test("Each reason that the core gives has a sentence")
  func complete() {
    #expect(Self.words.count > 30)
    for word in Self.words.sorted() { #expect(ReasonSentence.sentence(for: word) != nil, "\(word)") }
  }

  @Test("Each sentence belongs to a reason that the core gives, and to one only")
  func noneIsDead() {
    let words = ReasonSentence.all.map(\.word)
    #expect(Set(words).count == words.count)
    for word in words { #expect(Self.words.contains(word), "\(word)") }
  }

  @Test("Each option that a sentence advises to change is one that some recognizer has")
  func advice() {
    let known = Set(RecognizerCatalog.types.flatMap { $0.options.map(\.key) })
    for sentence in ReasonSentence.all {
      switch sentence.advice {
      case .none, .say: break
      case .raise(let keys), .raiseInHindsight(let keys), .lower(let keys), .change(let keys):
        #expect(keys.contains { known.contains($0) })
        for key in keys { #expect(known.contains(key), "\(sentence.word): \(key)") }
      }
    }
  }

  @Test("Where 0 means no largest number of fingers, the advice is to set one, and else to raise it")
  func largestNumber() throws {
    let sentence = try #require(ReasonSentence.sentence(for: "tooManyTouches"))
    let measure = Reason.Measure(3, .above, 2, .touches)
    var options = OptionTable(defaultsOf: PanRecognizer.options)
    #expect(
      sentence.advice(measure, for: options, cause: nil)
        == "to allow it, set maximum_touches to 3, now 0: no more than touches")
    #expect(sentence.advice(nil, for: options, cause: nil) == nil)
    options.set("maximum_touches", to: .integer(2))
    #expect(
      sentence.advice(measure, for: options, cause: nil) == "to allow it, raise maximum_touches, now 2")
  }

  @Test("A direction that was missed by far, and a tap that never came, get no advice")
  func farOff() throws {
    let options = OptionTable(defaultsOf: SwipeRecognizer.options)
    let wrongWay = try #require(ReasonSentence.sentence(for: "wrongWay"))
    #expect(wrongWay.advice(.init(90, .above, 60, .degrees), for: options, cause: nil) == nil)
    let late = try #require(ReasonSentence.sentence(for: "nextTapTooLate"))
    let taps = OptionTable(defaultsOf: TapRecognizer.options)
    #expect(late.advice(.init(350, .reached, 350, .milliseconds), for: taps, cause: nil) == nil)
  }

  @Test("A press that is judged at its limit gets no advice: the fingers may be down for minutes")
  func held() throws {
    let held = try #require(ReasonSentence.sentence(for: "heldTooLong"))
    for type in [TapRecognizer.self, TipTapRecognizer.self] as [any Recognizer.Type] {
      let options = OptionTable(defaultsOf: type.options)
      #expect(held.advice(.init(750, .reached, 750, .milliseconds), for: options, cause: nil) == nil)
    }
  }

  @Test(
    "A stroke's advice names the ends of the limit that help at each duration, and no cone that only delays the failure",
    arguments: [
      (
        "liftedTooSoon", 7, 11.5625, Reason.Unit.millimetres,
        "lower distance_mm, now 12.5, and minimum_distance_mm, now 7.8125"
      ),
      ("liftedTooSoon", 8.5, 9.25, .millimetres, "lower distance_mm, now 12.5"),
      ("tooSlow", 7, 7.8125, .millimetres, "lower minimum_distance_mm, now 7.8125"),
      ("wrongWay", 62, 60, .degrees, nil), ("wrongWay", 75, 60, .degrees, nil),
      ("wrongWay", 43, 39.9, .degrees, "raise minimum_cone_degrees, now 20"),
      ("wrongWay", 46, 39.9, .degrees, "raise minimum_cone_degrees, now 20, and cone_degrees, now 45"),
      ("wrongWay", 46, 45, .degrees, "raise cone_degrees, now 45"),
    ] as [(String, Double, Double, Reason.Unit, String?)])
  func ends(word: String, value: Double, limit: Double, unit: Reason.Unit, advice: String?) throws {
    let sentence = try #require(ReasonSentence.sentence(for: word))
    let options = OptionTable(defaultsOf: SwipeRecognizer.options)
    #expect(
      sentence.advice(.init(value, .above, limit, unit), for: options, cause: nil)
        == advice.map { "to allow it, " + $0 })
  }

  @Test("The reasons without a number are those that docs/protocol.md names, with what decides them")
  func withoutNumbers() throws {
    let page = ProjectFile.text("docs/protocol.md")
    let start = try #require(page.firstRange(of: "| Reasons without a number |"))
    let rest = page[start.upperBound...]
    let table = rest[..<(try #require(rest.firstRange(of: "\n\n")).lowerBound)]
    let named = table.matches(of: /`(\w+)`/).map { String($0.1) }
    #expect(Set(named).count == named.count)
    #expect(Set(named) == Set(ReasonSentence.all.filter { $0.measured == nil }.map(\.word)))
  }

  @Test("A number that is not finite is left out, and a cause that is not known is no trap")
  func hostileNumbers() throws {
    for value in [Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude] {
      for sentence in ReasonSentence.all {
        let text = sentence.text(.init(value, .above, value, .millimetres), cause: nil)
        #expect(!text.contains("{") && !text.contains("nan") && !text.contains("inf"))
      }
    }
  }
}
