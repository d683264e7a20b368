import GestureCore
import Testing

@testable import GestureProtocol

@Suite("Reasons that are read again")
struct ExplainedReasonTests {
  private func written(_ reason: Reason, cause: String?) -> String {
    var line = LineWriter()
    line.append(reason, cause: cause.map { Fragment(Array($0.utf8)) })
    return line.text
  }

  @Test("ADD-21 what a line says of a reason is read as it was meant: word, number, limit, unit and cause")
  func roundTrip() {
    let measures: [Reason.Measure?] = [
      nil, .init(900, .reached, 750, .milliseconds), .init(7.4, .above, 7.0313, .millimetres),
      .init(1, .below, 3, .touches), .init(12.5, .reached, 12.5, .degrees),
      .init(-3, .below, 0.5, .millimetres), .init(82.5, .above, 75, .percent),
    ]
    for measure in measures {
      for cause in [nil, "double_tap", "stage-pan"] as [String?] {
        let reason = Reason("heldTooLong", measure, cause: cause.map { _ in 0 })
        let read = ExplainedReason(parsing: written(reason, cause: cause))
        #expect(read == ExplainedReason(reason, cause: cause), "\(written(reason, cause: cause))")
      }
    }
  }

  @Test("what no daemon writes is read without a trap")
  func hostile() {
    for text in [
      "", "(", ")", "word(", "word()", "word( > )", "word(a > b mm)", "word(1 > 2 parsecs)",
      "word(nan mm > inf mm)",
      "word(1e999 mm > 2 mm)", "word(, , )", "(((", "word(x, 1 > 2 mm", String(repeating: "(", count: 5000),
    ] {
      let reason = ExplainedReason(parsing: text)
      if let measure = reason.measure { #expect(measure.value.isFinite && measure.limit.isFinite) }
    }
    #expect(ExplainedReason(parsing: "preventedBy(a)").cause == "a")
  }
}
