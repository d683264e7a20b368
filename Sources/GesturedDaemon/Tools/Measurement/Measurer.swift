import GestureCore
import GestureProtocol
import GesturedBase
import GesturedConfiguration
import GesturedDevices
import LinuxEventLoop
import LinuxInput
import TouchInput

/// `--measure`: measures a panel's report rate, its regularity, its resolution and its latency.
public enum Measurer {
  /// Measures a panel while a person touches it.
  ///
  /// - Parameters:
  ///   - device: the panel's path or name; nil for the only touchscreen.
  ///   - seconds: how long to measure, in seconds; nil until a signal.
  ///   - isText: whether the result is for a person.
  /// - Returns: whether the panel was touched.
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
    while true {
      let rest = end.map { $0 - MonotonicClock.now() }
      if let rest, rest <= .zero { break }
      let hasKernelStamps = reader.hasKernelStamps
      let outcome = try reader.turn(timeout: rest) { frame, readAt in
        measurement.measure(frame, readAt: hasKernelStamps ? readAt : nil)
      }
      if outcome == .stopped { break }
    }
    for _ in 0..<reader.droppedStretches { measurement.countDropped() }
    return try say(
      MeasurementReport(
        name: reader.description.name, source: reader.node.path, panel: reader.panel,
        figures: measurement.figures), isText: isText)
  }

  /// Measures the panel of a recording, except the latency, which a recording does not contain.
  ///
  /// - Returns: whether the panel was touched.
  public static func run(_ recording: RecordingFile, isText: Bool) throws(DaemonError) -> Bool {
    guard let panel = recording.panel?.asReported else {
      throw .nothingToRead(
        ToolMessage.notATouchscreen.with(recording.path.escapedForMessage, recording.name.escapedForMessage))
    }
    var measurement = PanelMeasurement(panel)
    for event in recording.events where event.isDrop { measurement.countDropped() }
    var stream = PanelStream(panel, from: .recording)
    var events = EventList(recording.events)
    stream.play()
    measure(&stream, &events, &measurement)
    stream.advance(to: nil)
    measure(&stream, &events, &measurement)
    return try say(
      MeasurementReport(
        name: recording.name, source: recording.path, panel: panel, figures: measurement.figures),
      isText: isText)
  }

  private static func measure(
    _ stream: inout PanelStream, _ events: inout EventList, _ measurement: inout PanelMeasurement
  ) {
    while true {
      let action = stream.next(in: &events)
      if case .wait = action { return }
      for index in 0..<action.frameCount { measurement.measure(stream.frames.frame(at: index), readAt: nil) }
    }
  }

  private static func say(_ report: MeasurementReport, isText: Bool) throws(DaemonError) -> Bool {
    try isText ? Terminal.say(report.text) : Terminal.say(report.json)
    return report.figures.touches > 0
  }
}
