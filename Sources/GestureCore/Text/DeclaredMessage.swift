/// The messages of one part of a program, such as its warnings. The raw value is the text, with `…` for each name or number.
///
/// docs/troubleshooting.md lists all of them with their advice: `make pages` writes that table from the declarations.
package protocol DeclaredMessage: RawRepresentable<String>, CaseIterable, Sendable {
  /// The person's next step, in one sentence.
  var advice: String { get }
  /// The exit code of the program that ends with the message; nil where the program goes on.
  var exitCode: Int32? { get }
}

extension DeclaredMessage {
  package var exitCode: Int32? { nil }

  /// The message with its values, in the order of the text. Values from outside must be escaped.
  package func with(_ values: any CustomStringConvertible...) -> MessageLine { with(list: values) }

  /// The message with a list of values.
  package func with(list values: [any CustomStringConvertible]) -> MessageLine {
    let parts = rawValue.split(separator: "…", omittingEmptySubsequences: false)
    assert(values.count == parts.count - 1, "\(values.count) values for “\(rawValue)”")
    var text = String(parts[0])
    for (value, part) in zip(values, parts.dropFirst()) { text += "\(value)\(part)" }
    return MessageLine(text)
  }
}

/// Errors or warnings that are values with a description. docs/troubleshooting.md lists their samples with the advice.
package protocol AdvisedMessage: CustomStringConvertible, Sendable {
  /// The person's next step, in one sentence.
  var advice: String { get }
  /// A value of each sort, with `…` as each name, and `MessageLine.sampleNumber` as each number.
  static var samples: [Self] { get }
}

extension AdvisedMessage {
  /// The message, after the subject that it is about, and before more advice.
  package func line(of subject: String? = nil, ending: String = "") -> MessageLine {
    MessageLine((subject.map { "\($0): " } ?? "") + description + ending)
  }
}

/// The text of a declared message. There is no other way to make one, so a log that takes only these logs nothing that
/// docs/troubleshooting.md lacks.
public struct MessageLine: Hashable, Sendable, CustomStringConvertible {
  /// A number in samples, which the page shows as `…`.
  package static let sampleNumber = 98_765

  public let description: String

  fileprivate init(_ description: String) {
    self.description = description
  }
}
