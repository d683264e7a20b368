import ArgumentParser
import GesturedDaemon
import GesturedDevices

/// The options of one run.
///
/// The properties of `Gestured` itself are available only after parsing.
struct SessionOptions {
  var dump = false
  var declarations = false
  var explain: String?
  var touches: Int?
  var format: OutputFormat?
  var replay: [String] = []
  var replayOptions = ReplayOptions()
  var filterTo: String?
  /// The options of tools; nil where no parser ran.
  var tools: ToolOptions?
  var config: String?
  var socket: String?
  var rawSocket: String?
  var verbose = false

  /// The options of a service, from arguments in their plain form: `--verbose`, and names with a value as the next
  /// argument. Nil for all other arguments, which `Gestured` parses.
  init?(ofService arguments: [String]) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("--"), let name = ServiceOptionName(rawValue: String(argument.dropFirst(2)))
      else {
        return nil
      }
      if name == .verbose {
        verbose = true
        continue
      }
      // The parser decides on an empty value, and on one that looks like an option.
      guard let value = rest.popFirst(), !value.isEmpty, !value.hasPrefix("-") else { return nil }
      switch name {
      case .config: config = value
      case .socket: socket = value
      case .rawSocket: rawSocket = value
      case .verbose: break
      }
    }
  }

  /// The options from parsed arguments.
  init(_ arguments: Gestured) {
    dump = arguments.dump
    declarations = arguments.declarations
    explain = arguments.explain
    touches = arguments.touches
    format = arguments.format
    replay = arguments.replay
    replayOptions = ReplayOptions(
      isAtRealSpeed: arguments.speed == .real, isTogether: arguments.together,
      start: arguments.start?.start ?? .subscription,
      lead: arguments.lead ?? 0)
    filterTo = arguments.filterTo
    tools = arguments.tools
    config = arguments.service.config
    socket = arguments.service.socket
    rawSocket = arguments.service.rawSocket
    verbose = arguments.service.verbose
  }
}

/// The format of output.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  /// Text for people.
  case text
  /// JSON for programs.
  case json
}
