import GestureCore
import GestureProtocol
import TouchInput

/// The measured and the claimed properties of a panel, for a person and for programs.
struct MeasurementReport {
  /// The device's own name, which may be hostile.
  let name: String
  /// The device's node, or the recording's path.
  let source: String
  /// The claimed properties.
  let panel: TouchPanel
  /// The measured properties.
  let figures: PanelFigures

  // MARK: For a person

  /// The whole report, a line for each property.
  var text: String {
    let size =
      "\(number(panel.size.width, 1)) × \(number(panel.size.height, 1)) mm by \(panel.sizeSource.rawValue)"
    let rows: [(String, String)] = [
      ("panel", "“\(name.escapedForMessage)”, \(source.escapedForMessage), \(size)"),
      (
        "seen",
        "\(figures.reports) reports of \(figures.touches) touches in \(number(figures.touchedTime.seconds, 1)) s"
      ),
      ("reports a second", rate),
      ("interval", interval),
      (
        "smallest step",
        "\(step(figures.smallestStepX, panel.x)) across, \(step(figures.smallestStepY, panel.y)) down"
      ),
      (
        "a unit is",
        "\(number(1 / panel.x.unitsPerMillimetre, 4)) mm across, \(number(1 / panel.y.unitsPerMillimetre, 4)) mm down"
      ),
      ("resting finger", noise),
      ("touches at once", "\(figures.touchesAtOnce), of \(panel.maximumContacts) claimed"),
      ("latency", latency),
      ("dropped by kernel", figures.droppedStretches == 0 ? "nothing" : "\(figures.droppedStretches) times"),
    ]
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { label, value in
      label + String(repeating: " ", count: width - label.count + 2) + value
    }.joined(separator: "\n")
  }

  private static let nothing = "not seen"

  private var rate: String {
    guard let interval = figures.interval else { return Self.nothing }
    return "\(number(1000 / interval.median, 1)) in the middle, "
      + "\(number(1000 / interval.maximum, 1)) to \(number(1000 / interval.minimum, 1))"
  }

  private var interval: String {
    guard let interval = figures.interval, let jitter = figures.jitter else { return Self.nothing }
    return "\(number(interval.median, 3)) ms; half are off by at most \(number(jitter.median, 3)) ms, "
      + "99 of 100 by at most \(number(jitter.p99, 3)) ms; \(figures.pauses) pauses left out"
  }

  private var noise: String {
    guard let noise = figures.restingNoise else { return Self.nothing }
    return "wanders by \(number(noise.median, 3)) mm in half a second, at most \(number(noise.maximum, 3)) mm"
  }

  private var latency: String {
    guard let latency = figures.latency else { return "not known" }
    return
      "kernel to here: half within \(number(latency.median, 3)) ms, 99 of 100 within \(number(latency.p99, 3)) ms, "
      + "all within \(number(latency.maximum, 3)) ms"
  }

  private func step(_ units: Int?, _ axis: PanelAxis) -> String {
    units.map { "\($0) (\(number(Double($0) / axis.unitsPerMillimetre, 4)) mm)" } ?? Self.nothing
  }

  private func number(_ value: Double, _ decimals: Int) -> String {
    RoundedNumber.text(value, decimals: decimals)
  }

  // MARK: For programs

  /// The whole report; a property that was not seen is null.
  var json: JSONValue {
    var fields: [String: JSONValue] = ["source": .text(source), "name": .text(name)]
    fields["size_mm"] = pair(panel.size.width, panel.size.height)
    fields["size_source"] = .text(panel.sizeSource.rawValue)
    fields["units_per_mm"] = pair(panel.x.unitsPerMillimetre, panel.y.unitsPerMillimetre)
    fields["reports"] = .integer(figures.reports)
    fields["touches"] = .integer(figures.touches)
    fields["touches_at_once"] = .integer(figures.touchesAtOnce)
    fields["touches_claimed"] = .integer(panel.maximumContacts)
    fields["touched_s"] = rounded(figures.touchedTime.seconds)
    fields["reports_per_second"] = .null
    if let interval = figures.interval {
      fields["reports_per_second"] = .object([
        "median": rounded(1000 / interval.median), "min": rounded(1000 / interval.maximum),
        "max": rounded(1000 / interval.minimum),
      ])
    }
    fields["jitter_ms"] = object(figures.jitter)
    fields["pauses"] = .integer(figures.pauses)
    fields["smallest_step"] = .list([integer(figures.smallestStepX), integer(figures.smallestStepY)])
    fields["resting_noise_mm"] = object(figures.restingNoise)
    fields["latency_ms"] = object(figures.latency)
    fields["dropped"] = .integer(figures.droppedStretches)
    return .object(fields)
  }

  private func integer(_ value: Int?) -> JSONValue {
    guard let value else { return .null }
    return .integer(value)
  }

  private func object(_ distribution: Distribution?) -> JSONValue {
    guard let distribution else { return .null }
    return .object([
      "p50": rounded(distribution.median), "p99": rounded(distribution.p99),
      "max": rounded(distribution.maximum),
    ])
  }

  private func pair(_ x: Double, _ y: Double) -> JSONValue { .list([rounded(x), rounded(y)]) }

  private func rounded(_ value: Double) -> JSONValue { .number(RoundedNumber.round(value, decimals: 4)) }
}
