public import EventFamilies
import GestureCore
import GesturedBase
import GesturedConfiguration
import LinuxEventLoop
import LinuxInput
import RecordingReading
public import TouchInput

/// A recording of one device, read and judged.
public struct RecordingFile: Sendable {
  /// The largest recording that is read, in bytes: hours of ten fingers.
  public static let maximumBytes = 256 << 20

  /// The path as it was given.
  public var path: String
  /// The recorded device's own name.
  public var name: String
  /// The recorded device.
  public var device: RecordedDevice
  /// The recorded device's description of itself.
  public var description: DeviceDescription
  /// The configuration's settings for the device; nil where there are none.
  public var settings: DeviceSettings?
  /// The recorded events.
  public var events: [InputEvent]

  /// A doubt about where touches are, in one line for people; nil where there is no doubt.
  package var warning: MessageLine? {
    guard let panel else { return nil }
    return untoldPlaces(on: panel) ?? beyondRange(of: panel)
  }

  private func beyondRange(of panel: TouchPanel) -> MessageLine? {
    PanelReach(of: panel, in: events).map {
      RecordingMessage.beyondRange.with(path.escapedForMessage, name.escapedForMessage, $0.keys)
    }
  }

  private func untoldPlaces(on panel: TouchPanel) -> MessageLine? {
    guard let untold = UntoldPlaces(in: events, on: panel) else { return nil }
    let axes = untold.axes.map { $0.description.lowercased() }.joined(separator: " and no ")
    let edges = untold.axes.map { axis in
      let minimum = axis == .x ? panel.x.minimum : panel.y.minimum
      return "\(axis.description.lowercased()) = \(minimum)"
    }
    return RecordingMessage.untoldPlaces.with(
      path.escapedForMessage, name.escapedForMessage, axes,
      "\(untold.touchCount) touch\(untold.touchCount == 1 ? "" : "es")", edges.joined(separator: " and "))
  }

  /// Reads a file: evemu's, which holds one device, or libinput's, which may hold several.
  ///
  /// - Returns: each device, or `nothingToRead` with the reason where the device is not of a kind that is read.
  /// - Throws: `DaemonError.recording` with file and line where the file is not a recording.
  public static func read(
    _ path: String, configuration: Configuration
  ) throws(DaemonError) -> [Result<RecordingFile, DaemonError>] {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try BoundedFile.read(path, maximumBytes: Self.maximumBytes)
    } catch {
      throw .recording(error.line())
    }
    let recordings: [EvemuRecording]
    do throws(RecordingError) {
      recordings =
        LibinputRecording.isLikely(bytes)
        ? try LibinputRecording(parsing: bytes).devices : [try EvemuRecording(parsing: bytes)]
    } catch {
      throw .recording(
        RecordingMessage.notARecording.with(path.escapedForMessage, error.line, error.found, error.allowed))
    }
    return recordings.map { recording in
      Result { () throws(DaemonError) in
        try RecordingFile(recording, path: path, configuration: configuration)
      }
    }
  }

  private init(
    _ recording: EvemuRecording, path: String, configuration: Configuration
  ) throws(DaemonError) {
    let device = recording.device
    // A recording contains nothing about udev and displays.
    let settings = configuration.settings(for: DeviceIdentity(of: device))
    do throws(DeviceRefusal) {
      self.device = .touchscreen(try Self.panel(of: device, settings))
    } catch {
      let roles = DeviceRoles(
        of: device, isAccelerometer: DeviceClass(of: device).contains(.accelerometer),
        isRemote: settings?.isRemote ?? false)
      guard !roles.isEmpty else {
        throw .nothingToRead(
          RecordingMessage.deviceNotRead.with(path.escapedForMessage, device.name.escapedForMessage, error))
      }
      self.device = .family(device, roles)
    }
    self.path = path
    description = device
    name = device.name
    self.settings = settings
    events = recording.events
  }

  private static func panel(
    of device: DeviceDescription, _ settings: DeviceSettings?
  ) throws(DeviceRefusal) -> TouchPanel {
    let touchProtocol = try DeviceJudgement.judgeCapabilities(
      of: device, deviceClass: DeviceClass(of: device), scope: .everything)
    return try DeviceJudgement.judgeAxes(
      of: device, touchProtocol: touchProtocol, size: SizeKnowledge(configured: settings?.size),
      ranges: settings?.ranges ?? StatedRanges(),
      trustsPressure: settings?.trustsPressure ?? false,
      placement: PanelPlacement(
        calibration: settings?.calibration ?? .identity, rotation: settings?.rotation ?? .none),
      isTouchpad: settings?.isTouchpad ?? false)
  }

  /// The touchscreen; nil where the device is another one.
  public var panel: TouchPanel? {
    if case .touchscreen(let panel) = device { panel } else { nil }
  }

  /// The device's setup apart from its panel.
  func setup(_ configuration: Configuration) -> ScreenSetup {
    ScreenSetup(ScreenNames(device: name, table: settings?.name), settings, configuration)
  }
}

/// The device of a recording.
public enum RecordedDevice: Sendable {
  /// A touchscreen, or a device that is read as one.
  case touchscreen(TouchPanel)
  /// Another device that is read: an accelerometer, media keys, a remote control, a jack.
  case family(DeviceDescription, DeviceRoles)
}

/// Errors and warnings about recordings.
package enum RecordingMessage: String, DeclaredMessage {
  case notARecording = "…:…: found …, allowed is …"
  case deviceNotRead = "…: its device “…” is not read: …"
  case beyondRange =
    "…: warning: “…” reports positions beyond its declared range: set … in its [device] table"
  case untoldPlaces =
    "…: warning: “…” gives no … for …: a kernel repeats no value from before the recording. gestured assumes …, the edge of the panel. Record again with gestured --record, which writes these values first."

  package var advice: String {
    switch self {
    case .notARecording: "Give a file that `gestured --record`, evemu or libinput wrote, unchanged."
    case .deviceNotRead: "Give another recording; a `[device]` table may change the decision."
    case .beyondRange:
      "Set the keys, touch the edges of the panel, and widen the ranges until the warning is gone. The numbers are rounded "
        + "up. If touches then land short of the edges, [narrow the ranges](configuration.md#a-turned-panel). A "
        + "`calibration_matrix` for the whole range works without them."
    case .untoldPlaces: "Ask for a new recording if the places matter."
    }
  }

  package var exitCode: Int32? {
    switch self {
    case .notARecording: 65
    case .deviceNotRead: 69
    case .untoldPlaces, .beyondRange: nil
    }
  }
}
