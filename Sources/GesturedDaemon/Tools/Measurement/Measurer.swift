import GestureCore
import GestureProtocol
import GesturedConfiguration
import LinuxEventLoop
import TouchInput

/// `--measure`: how often, how regularly, how finely and how late a panel reports.
public enum Measurer {
  /// Measures a panel while a person touches it.
  ///
  /// - Parameters:
  ///   - device: its path or name; nil for the only touchscreen that there is.
  ///   - seconds: for how long; nil until a signal.
  ///   - isText: whether the result is for a person.
  /// - Returns: whether it was touched.
  /// - Throws: `nothingToRead`, `noPermission`, `ambiguous`.
  public static func run(
    device: String?, seconds: Int?, configuration: Configuration, isText: Bool
  ) throws(DaemonError) -> Bool {
    var reader = try PanelReader(device, configuration: configuration)
    let end = seconds.map { MonotonicClock.now() + TimeSpan(microseconds: Int64($0) * 1_000_000) }
    Terminal.tell(
      "Rest a finger on the panel for some seconds, draw slowly, draw quickly, then put down all fingers. "
        + (seconds.map { "It ends in \($0) s, or with Ctrl-C.\n" } ?? "Ctrl-C ends it.\n"))
    var measurement = PanelMeasurement(reader.panel)
    let hasKernelStamps = reader.hasKernelStamps
    while true {
      let rest = end.map { $0 - MonotonicClock.now() }
      if let rest, rest <= .zero { break }
      let turn = try reader.turn(timeout: rest) { frame, readAt in
        measurement.take(frame, readAt: hasKernelStamps ? readAt : nil)
      }
      if turn == .stopped { break }
    }
    for _ in 0..<reader.droppedStretches { measurement.noteDropped() }
    return try say(
      MeasurementReport(
        name: reader.description.name, source: reader.node.path, panel: reader.panel,
        figures: measurement.figures), isText: isText)
  }

  /// Measures the panel of a recording, but for the latency, which a recording does not tell.
  ///
  /// - Returns: whether it was touched.
  public static func run(_ recording: RecordingFile, isText: Bool) throws(DaemonError) -> Bool {
    guard let panel = recording.panel?.asReported else {
      throw .nothingToRead(
        "\(recording.path.escapedForMessage): its device “\(recording.name.escapedForMessage)” is no touchscreen"
      )
    }
    var measurement = PanelMeasurement(panel)
    var frames = PanelFrames(panel)
    for event in recording.events where frames.feed(event, { measurement.take($0, readAt: nil) }) {
      frames.resynchronize(with: nil, at: event.time) { measurement.take($0, readAt: nil) }
    }
    for _ in 0..<frames.droppedStretches { measurement.noteDropped() }
    return try say(
      MeasurementReport(
        name: recording.name, source: recording.path, panel: panel, figures: measurement.figures),
      isText: isText)
  }

  private static func say(_ report: MeasurementReport, isText: Bool) throws(DaemonError) -> Bool {
    try isText ? Terminal.say(report.text) : Terminal.say(report.json)
    return report.figures.touches > 0
  }
}
