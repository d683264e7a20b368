import GestureCore
import GestureTestSupport

/// Client 1, which owns the recognizers of a rig. It answers each question within a millisecond, such as `pan should_begin`
/// or `tap should_receive A`: as the test says, else with UIKit's default.
final class AnsweringOwner {
  /// The rig. Clients' recognizers have full effect in all its regions.
  let rig: GestureRig
  /// The answers that differ from the defaults.
  var answers: [String: GestureAnswer]
  /// The questions, in order.
  private(set) var questions: [String] = []
  /// The proposed actions of recognizers in the questions whether they may begin.
  private(set) var proposals: [GestureProposal] = []

  /// An owner of recognizers on fixture F0 that wants some questions from each recognizer.
  init(
    _ declarations: [RecognizerDeclaration], on names: [String] = [], asks: OwnerQuestions,
    _ answers: [String: GestureAnswer] = [:]
  ) throws {
    var regions = GestureRig.treeWithV
    for name in ["root", "V"] { regions.change(name) { $0.foreignRecognizers = .full } }
    var settings = TouchSettings()
    settings.askTimeout = .milliseconds(1)
    rig = try GestureRig(
      declarations.map { $0.owned(by: 1, asks: asks) }, regions: regions, on: names, settings: settings)
    self.answers = answers
  }

  /// Plays a script and answers its questions. An answer counts after a millisecond.
  ///
  /// - Returns: the actions and failures.
  @discardableResult
  func play(_ script: String) -> [String] {
    var seen: [String] = []
    var frame: [Substring] = []
    for token in script.split(separator: " ") {
      frame.append(token)
      guard let time = token.split(separator: "@").last.flatMap({ Int($0) }) ?? Self.time(of: token) else {
        continue
      }
      seen += play(frame: frame.joined(separator: " "), at: time)
      frame = []
    }
    return seen
  }

  /// The time of a token in which only time passes.
  private static func time(of token: Substring) -> Int? {
    token.first == "⏲" ? Int(token.dropFirst()) : nil
  }

  private func play(frame: String, at start: Int) -> [String] {
    var seen = rig.play(frame)
    var time = start
    while answer() {
      time += 1
      seen += rig.play("⏲\(time)")
    }
    return seen
  }

  /// Answers the questions of the last step.
  ///
  /// - Returns: whether there were any.
  private func answer() -> Bool {
    var asked = rig.clientLines.filter { $0.contains(":ask#") }[...]
    for case .asked(let event) in rig.buffer.events {
      if case .shouldBegin(let proposal) = event.matter { proposals.append(proposal) }
      guard let line = asked.popFirst() else { return false }
      let question = Self.question(in: line)
      questions.append(question)
      let standard: GestureAnswer
      switch event.matter {
      case .shouldReceiveEvent, .shouldReceive, .shouldBegin, .shouldBeginIn: standard = .yes
      case .simultaneous, .requireFailure, .beRequiredToFail: standard = .no
      }
      guard rig.answer(event.question, answers[question] ?? standard) else { return false }
    }
    return !questions.isEmpty && rig.buffer.events.contains { if case .asked = $0 { true } else { false } }
  }

  /// A line without its number and time: `tap should_begin` for `tap:ask#1 should_begin@80`.
  private static func question(in line: String) -> String {
    let parts = line.split(separator: "@")[0].split(separator: " ")
    return ([parts[0].split(separator: ":")[0]] + parts.dropFirst()).joined(separator: " ")
  }
}
