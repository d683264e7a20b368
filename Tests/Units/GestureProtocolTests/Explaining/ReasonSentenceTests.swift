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
      case .raise(let keys), .lower(let keys), .change(let keys):
        #expect(keys.contains { known.contains($0) })
        for key in keys { #expect(known.contains(key), "\(sentence.word): \(key)") }
      }
    }
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
