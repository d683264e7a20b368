import GestureCore
import GesturedConfiguration
import LinuxEventLoop
import TouchInput

/// A recording that was read, and its device judged.
public struct RecordingFile: Sendable {
  /// The largest recording that is read, in bytes: hours of ten fingers.
  public static let maximumBytes = 256 << 20

  /// The path as it was given.
  public var path: String
  /// What the recorded device calls itself.
  public var name: String
  /// The device.
  public var panel: TouchPanel
  /// What its frames go through before they become touches.
  public var filters: FilterSettings
  /// What happened.
  public var events: [InputEvent]

  /// Reads a recording.
  ///
  /// - Throws: `DaemonError.recording` with file and line where it is no recording, `nothingToRead` with the
  ///   reason where its device is not one that is read.
  public init(path: String, configuration: Configuration) throws(DaemonError) {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try BoundedFile.read(path, maximumBytes: Self.maximumBytes)
    } catch {
      throw .recording("\(error)")
    }
    let recording: EvemuRecording
    do throws(RecordingError) {
      recording = try EvemuRecording(parsing: bytes)
    } catch {
      throw .recording(
        "\(path.escapedForMessage):\(error.line): found \(error.found), allowed is \(error.allowed)")
    }
    let device = recording.device
    do throws(DeviceRefusal) {
      let touchProtocol = try DeviceJudgement.judgeCapabilities(
        of: device, deviceClass: DeviceClass(of: device), allowsIndirect: true)
      let settings = configuration.settings(forDeviceNamed: device.name)
      panel = try DeviceJudgement.judgeAxes(
        of: device, touchProtocol: touchProtocol, configuredSize: settings?.size,
        trustsPressure: settings?.trustsPressure ?? false, placement: settings?.placement ?? .upright)
    } catch {
      throw .nothingToRead("\(path.escapedForMessage): its device is not read: \(error)")
    }
    self.path = path
    name = device.name
    filters = configuration.filters(forDeviceNamed: device.name)
    events = recording.events
  }
}
