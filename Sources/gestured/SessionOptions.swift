import GesturedDaemon

/// What one run is asked for: what the arguments say, or the daemon where there are none.
///
/// Values of `Gestured` itself are there only once arguments were parsed.
struct SessionOptions {
  var dump = false
  var declarations = false
  var explain: String?
  var format: OutputFormat?
  var replay: [String] = []
  var replayOptions = ReplayOptions()
  /// Nil where there are no arguments.
  var tools: ToolOptions?
  var config: String?
  var socket: String?
  var rawSocket: String?
  var verbose = false

  /// Those of a run without arguments.
  init() {}

  /// Those of parsed arguments.
  init(_ arguments: Gestured) {
    dump = arguments.dump
    declarations = arguments.declarations
    explain = arguments.explain
    format = arguments.format
    replay = arguments.replay
    replayOptions = ReplayOptions(
      isAtRealSpeed: arguments.speed == .real, start: arguments.start?.start ?? .subscription,
      lead: arguments.lead ?? 0)
    tools = arguments.tools
    config = arguments.config
    socket = arguments.socket
    rawSocket = arguments.rawSocket
    verbose = arguments.verbose
  }
}
