import FoundationEssentials
import GestureTestSupport

@testable import gesturectl

/// The tables of docs/hardware.md, made from the reports in docs/hardware.
enum HardwareTable {
  /// A report of `gesturectl report`, as far as the table needs it.
  private struct Report: Decodable {
    struct Rate: Decodable {
      var median: Double
    }

    struct Jitter: Decodable {
      var p99: Double
    }

    var report: Int
    var name: String?
    var ids: String?
    var `protocol`: String?
    var contacts: Int
    var size: [Double]
    var sizeSource: String
    var quirks: [String]?
    var rate: Rate?
    var jitter: Jitter?
    var smallestStep: [Double?]

    private enum CodingKeys: String, CodingKey {
      case report, name, ids, `protocol`, contacts, quirks
      case size = "size_mm"
      case sizeSource = "size_source"
      case rate = "reports_per_second"
      case jitter = "jitter_ms"
      case smallestStep = "smallest_step_mm"
    }
  }

  /// A report that the table cannot show.
  struct UnknownReport: Error {
    /// The file.
    var path: String
    /// The reason of the decoder; nil for another format, or a quirk that is not declared.
    var reason: (any Error)?
  }

  private static let unknown = "–"

  /// A row for each report, in the order of the panels' names.
  static func panels() throws -> String {
    let folder = ProjectFile.top + "/docs/hardware"
    var rows: [String] = []
    for path in ProjectFile.paths(below: folder, endingIn: ".json") {
      rows.append(try row(of: ProjectFile.bytes(atPath: folder + "/" + path) ?? [], at: path))
    }
    rows.sort { $0.lowercased() < $1.lowercased() }
    let head = [
      "| Panel | Numbers | Protocol | Touches at once | Claimed size in mm | Reports a second | Jitter in ms, 99 of 100 | Smallest step in mm | Quirks |",
      "|---|---|---|---|---|---|---|---|---|",
    ]
    return (head + rows).map { $0 + "\n" }.joined()
  }

  /// The row of a report, which is that file.
  static func row(of bytes: [UInt8], at path: String) throws(UnknownReport) -> String {
    let report: Report
    do {
      report = try JSONDecoder().decode(Report.self, from: Data(bytes))
    } catch {
      throw UnknownReport(path: path, reason: error)
    }
    guard report.report == PanelReport.format,
      (report.quirks ?? []).allSatisfy({ PanelQuirk(rawValue: $0) != nil })
    else { throw UnknownReport(path: path) }
    return row(of: report)
  }

  private static func row(of report: Report) -> String {
    // A guessed size tells nothing, and neither do steps in its millimeters.
    let isClaimed = report.sizeSource == "resolution"
    let size = isClaimed ? report.size.map { number($0, 0) }.joined(separator: " × ") : unknown
    let steps = isClaimed ? report.smallestStep.compactMap(\.self).max() : nil
    let quirks = report.quirks?.map { "`\($0)`" }.joined(separator: ", ")
    let cells = [
      report.name ?? unknown, report.ids.map { "`\($0)`" } ?? unknown, report.protocol ?? unknown,
      "\(report.contacts)", size,
      report.rate.map { number($0.median, 0) } ?? unknown,
      report.jitter.map { number($0.p99, 1) } ?? unknown, steps.map { number($0, 2) } ?? unknown,
      quirks.map { $0.isEmpty ? "none" : $0 } ?? unknown,
    ]
    return "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
  }

  private static func number(_ value: Double, _ decimals: Int) -> String {
    var factor = 1.0
    for _ in 0..<decimals { factor *= 10 }
    let rounded = (value * factor).rounded() / factor
    return decimals == 0 ? "\(Int(rounded))" : "\(rounded)"
  }

  /// The words of quirks with their meanings.
  static var quirks: String {
    let rows = PanelQuirk.allCases.map { "| `\($0.rawValue)` | \($0.summary) |" }
    return (["| Quirk | Meaning |", "|---|---|"] + rows).map { $0 + "\n" }.joined()
  }
}
