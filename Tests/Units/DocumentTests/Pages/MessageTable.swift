import GestureClient
import GestureCore
import GestureProtocol
import GesturedBase
import GesturedCommands
import GesturedConfiguration
import GesturedDaemon
import GesturedDevices
import GesturedServing
import LinuxEventLoop
import LinuxInput
import TouchInput

@testable import gesturectl

/// The table of all warnings and errors in docs/troubleshooting.md.
enum MessageTable {
  /// Messages with one purpose.
  struct Part: Sendable {
    /// The heading.
    let title: String
    /// The types that declare the messages.
    let types: [any Sendable.Type]
    /// The level in the log, or what an exit code depends on, for messages without an exit code.
    let level: String
  }

  static let parts = [
    Part(
      title: "The daemon's log",
      types: [
        ServingWarning.self, TouchscreenWarning.self, FamilyWarning.self, ReloadWarning.self,
        DeviceOpenError.self,
        DeviceRefusal.self, SizeWarning.self, Interruption.self, EvdevWarning.self, MonitorLimitation.self,
      ], level: "warning"),
    Part(
      title: "Errors of gestured",
      types: [
        DaemonError.self, SocketMessage.self, HandoverMessage.self, SocketPathError.self,
        UnixListenerError.self,
        ToolMessage.self, RecordingMessage.self, RecordingError.self,
      ], level: "warning"),
    Part(
      title: "The configuration and files of actions",
      types: [ConfigurationError.self, MistakeMessage.self, ConfigurationWarning.self], level: "warning"),
    Part(
      title: "gesturectl and other clients", types: [GestureClientError.self, CommandMessage.self],
      level: "warning"),
    Part(title: "Files and the system", types: [FileError.self, SystemError.self], level: "error"),
  ]

  /// The names of all types that declare messages.
  static let names = Set(parts.flatMap(\.types).map { "\($0)" })

  /// The tables as text of the page.
  static let text: String = {
    var text = ""
    for part in parts {
      text += "\n### \(part.title)\n\n| Message | Level or exit code | Next step |\n|---|---|---|\n"
      var seen: Set<String> = []
      for row in part.types.flatMap({ rows(of: $0, part.level) }) where seen.insert(row).inserted {
        text += row + "\n"
      }
    }
    text +=
      "\n### Refused requests\n\nA refusal has a `code`; its message says the rest. [requests.md](requests.md) explains the codes.\n"
    text += "\n| Code | Next step |\n|---|---|\n"
    for code in RequestError.Code.allCases { text += "| `\(code.rawValue)` | \(code.advice) |\n" }
    text +=
      "\n### Wrong options\n\nA message that begins with `Error:` is about the command line (exit code 64). It names the option and the "
    text += "allowed values. `--help` lists all options.\n\n"
    return text
  }()

  private static func rows(of type: any Sendable.Type, _ level: String) -> [String] {
    if let type = type as? any DeclaredMessage.Type { return declared(type, level) }
    if let type = type as? any AdvisedMessage.Type { return advised(type, level) }
    return []
  }

  private static func declared<Message: DeclaredMessage>(_: Message.Type, _ level: String) -> [String] {
    Message.allCases.map { row($0.rawValue, $0.exitCode.map { "\($0)" } ?? level, $0.advice) }
  }

  private static func advised<Message: AdvisedMessage>(_: Message.Type, _ level: String) -> [String] {
    Message.samples.map { sample in
      let code: Int32? =
        switch sample {
        case let error as DaemonError: error.exitCode
        case let error as GestureClientError: error.exitCode
        case let error as UnixListenerError: DaemonError.listener(error).exitCode
        case let error as SocketPathError: DaemonError.socketPath(error, from: "").exitCode
        case let error as SystemError: DaemonError.system(error).exitCode
        case is RecordingError: 65
        case is ConfigurationError: 78
        default: nil
        }
      return row(sample.description, code.map { "\($0)" } ?? level, sample.advice)
    }
  }

  private static func row(_ message: String, _ level: String, _ advice: String) -> String {
    let shown =
      message.replacing("\(MessageLine.sampleNumber)", with: "…").replacing("Input/output error", with: "…")
      .replacing("Permission denied", with: "…").replacing("|", with: "\\|")
    return "| `\(shown)` | \(level) | \(advice) |"
  }
}
