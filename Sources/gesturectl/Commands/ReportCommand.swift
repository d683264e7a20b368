import ArgumentParser
import GestureClient
import GestureCore
import LinuxEventLoop
import TouchInput

/// `gesturectl report`: describes a panel for docs/hardware.md.
struct ReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Describe a panel and its measured figures, for the list of panels.",
    discussion: """
      The report is a small JSON object with the panel's axes, size, rate, regularity and quirks. It contains no position, no path, no \
      serial number and no name of a person or a host. The best report comes from a recording of the device. Rest a finger, draw slowly, \
      draw quickly, then put down all fingers:

        sudo gestured --record /dev/input/event3 > panel.events
        gesturectl report panel.events > panel.json

      Without a file, the report is made of raw touches from the daemon, until interrupted. It then lacks the axes and the quirks. \
      gesturectl record explains raw touches.
      """)

  @Argument(
    help: ArgumentHelp("A recording of gestured --record or evemu-record.", valueName: "file"),
    completion: .file())
  var file: String?

  @Option(
    help: ArgumentHelp(
      "The name of the panel. Default: the device's own, unless a person may have given it.",
      valueName: "name"))
  var name: String?

  @OptionGroup var connection: ConnectionOptions

  @Option(
    help: ArgumentHelp("The touchscreen's number, where there are several.", valueName: "number"),
    completion: NamesCommand.completion(of: .numbers))
  var device: Int?

  @OptionGroup var time: TimeoutOption

  /// The most bytes of a recording: hours of ten fingers.
  private static let longestRecording = 256 << 20

  func validate() throws {
    if file != nil, connection.socket != nil || device != nil || time.timeout != nil {
      throw ValidationError(
        "--socket, --device and --timeout are for touches of the daemon: leave them out, or the file.")
    }
  }

  func run() async throws {
    guard let file else { return try await reportTouches() }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try BoundedFile.read(file, maximumBytes: Self.longestRecording)
    } catch {
      throw ValidationError("\(error)")
    }
    try report(bytes, from: file.escapedForMessage, of: nil)
  }

  private func reportTouches() async throws {
    let collected = CollectedBytes()
    let screen = try await RecordCommand.follow(connection, device: device, time) {
      try await collected.add($0, atMost: Self.longestRecording)
    }
    try report(await collected.bytes, from: "the daemon", of: screen)
  }

  private func report(_ bytes: [UInt8], from source: String, of screen: Touchscreen?) throws {
    let recording: EvemuRecording
    do throws(RecordingError) {
      recording = try EvemuRecording(parsing: bytes)
    } catch {
      throw CommandFailure(.notARecording, source, "\(error.line)", error.found, error.allowed)
    }
    let report: PanelReport
    do throws(DeviceRefusal) {
      report = try PanelReport(of: recording, screen: screen, name: name)
    } catch {
      throw CommandFailure(.notATouchscreen, source, "\(error)")
    }
    try Console.write(report.text)
  }
}

/// The bytes of a recording that is being made.
private actor CollectedBytes {
  private(set) var bytes: [UInt8] = []

  /// Adds bytes.
  ///
  /// - Throws: where there are more bytes than that.
  func add(_ more: [UInt8], atMost limit: Int) throws(CommandFailure) {
    guard bytes.count + more.count <= limit else { throw CommandFailure(.tooManyTouches) }
    bytes += more
  }
}
