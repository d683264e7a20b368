import GestureTestSupport

@testable import GestureProtocol

/// The reasons of recognizers for the live view, in the words of `--explain`.
enum ReasonWords {
  static let text =
    "/** The meaning of each reason, in the words of `gestured --explain`. `make pages` writes this file. */\n"
    + "export const reasons = {\n"
    + ReasonSentence.all.map { "  \(quoted($0.word)): {\(fields(of: $0).joined(separator: ", "))},\n" }
    .joined()
    + "};\n"

  private static func fields(of sentence: ReasonSentence) -> [String] {
    var fields = ["\"plain\": \(quoted(sentence.plain))"]
    if let measured = sentence.measured { fields.append("\"measured\": \(quoted(measured))") }
    switch sentence.advice {
    case .none: break
    case .raise(let keys): fields.append("\"raise\": \(list(keys))")
    case .lower(let keys): fields.append("\"lower\": \(list(keys))")
    case .change(let keys): fields.append("\"change\": \(list(keys))")
    case .say(let text): fields.append("\"say\": \(quoted(text))")
    }
    return fields
  }

  private static func list(_ words: [String]) -> String { "[\(words.map(quoted).joined(separator: ", "))]" }

  /// Sentences have no character that needs an escape but the quotation mark.
  private static func quoted(_ text: String) -> String { "\"\(text.replacing("\"", with: "\\\""))\"" }
}
