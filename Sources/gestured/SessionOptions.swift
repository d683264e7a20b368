import ArgumentParser
import GesturedDaemon
import GesturedDevices

/// The options of one run: the arguments, or a daemon without arguments.
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
  /// The options of tools; nil without arguments.
  var tools: ToolOptions?
  var config: String?
  var socket: String?
  var rawSocket: String?
  var verbose = false

  /// The options of a run without arguments.
  init() {}

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
    config = arguments.config
    socket = arguments.socket
    rawSocket = arguments.rawSocket
    verbose = arguments.verbose
  }
}

/// The format of output.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  /// Text for people.
  case text
  /// JSON for programs.
  case json
}
