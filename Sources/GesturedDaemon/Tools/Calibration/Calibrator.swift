import GestureProtocol
import GesturedBase
import GesturedConfiguration
import LinuxEventLoop
import TouchInput

/// `--calibrate`: guides a person through touching four marks, and prints how the panel lies under the picture.
///
/// The tool changes nothing, and ignores the configured orientation of the device. The guide writes to standard error,
/// so that standard output holds only the result.
public enum Calibrator {
  /// Calibrates a panel while a person touches the marks.
  ///
  /// - Parameters:
  ///   - device: the panel's path or name; nil for the only touchscreen.
  ///   - isText: whether the result is for a person.
  /// - Returns: whether there is a result.
  /// - Throws: `nothingToRead`, `noPermission`, `ambiguous`.
  public static func run(
    device: String?, configuration: Configuration, isText: Bool
  ) throws(DaemonError) -> Bool {
    var reader = try PanelReader(device, configuration: configuration, takesKeys: true)
    let picture = Self.picture
    var guide = CalibrationGuide(
      marks: picture?.marks ?? CalibrationMark.marks, panelSize: reader.panel.size, hasKeys: reader.hasKeys)
    if picture != nil { Terminal.tell(CalibrationPicture.opening) }
    let name = "“\(reader.description.name.escapedForMessage)”, \(reader.node.path)"
    show([name, guide.introduction, guide.request], guide, picture)
    do throws(DaemonError) {
      try lead(&guide, picture, &reader)
    } catch {
      if picture != nil { Terminal.tell(CalibrationPicture.closing) }
      throw error
    }
    if picture != nil { Terminal.tell(CalibrationPicture.closing) }
    guard case .found(let calibration) = guide.outcome else {
      Terminal.complain(ToolMessage.calibrationLeft.with())
      return false
    }
    let report = CalibrationReport(
      device: reader.description, node: reader.node.path, calibration: calibration,
      table: reader.table)
    try isText ? Terminal.say(report.text) : Terminal.say(report.json)
    return true
  }

  private static func lead(
    _ guide: inout CalibrationGuide, _ picture: CalibrationPicture?, _ reader: inout PanelReader
  ) throws(DaemonError) {
    while guide.outcome == .underWay {
      var lines: [String] = []
      switch try reader.turn({ frame, _ in lines += guide.follow(frame) }) {
      case .keys(let keys):
        for key in keys { lines += guide.press(key: key) }
      case .stopped: return
      case .timedOut: break
      }
      if !lines.isEmpty { show(lines, guide, picture) }
    }
  }

  private static func show(_ lines: [String], _ guide: CalibrationGuide, _ picture: CalibrationPicture?) {
    if let picture {
      let note = "The cross is at the point where this terminal fills the picture."
      Terminal.tell(picture.page(current: guide.current, words: lines + [note]))
    } else {
      Terminal.tell(lines.map { $0 + "\n" }.joined())
    }
  }

  /// The drawing of the marks; nil where standard error is not a terminal, or is a remote one.
  private static var picture: CalibrationPicture? {
    let environment = ProcessEnvironment.inherited()
    guard StandardStream.error.isTerminal, environment["SSH_CONNECTION"] == nil,
      environment["TERM"] != "dumb",
      let size = TerminalSize(of: .standardError)
    else { return nil }
    return CalibrationPicture(size)
  }
}
