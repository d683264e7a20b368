import ArgumentParser
import GesturedBase
import GesturedDaemon
import GesturedDevices

/// `gestured`: the arguments and the exit code.
@main
struct Gestured: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gestured",
    abstract: "Reads touchscreens, recognizes gestures, and publishes them as JSON lines on a Unix socket.",
    usage: """
      gestured [--config FILE] [--socket PATH]
      gestured --dump [--format text|json] [--declarations] [--socket PATH]
      gestured --replay FILE … [--together] [--speed max|real] [--dump] [--socket PATH]
      gestured --replay FILE … [--start subscribe|connect] [--speed real [--lead SECONDS]]
      gestured --explain RECOGNIZER [--touches N] [--replay FILE …]
      gestured --replay FILE --filter-to FILE | --replay FILE … --filter-to -
      gestured --list-devices | --record DEVICE | --calibrate [DEVICE] | --check-config [--quiet] | --print-config
      gestured --measure [DEVICE] [--seconds N] | --measure --replay FILE …
      """,
    discussion: """
      Without options, gestured is the daemon. It reads every touchscreen, also those that are plugged in later, and serves its clients on its socket, one JSON object a line. To see the gestures of a service, or of a daemon \
      that root started:

        socat -u UNIX-CONNECT:/run/gestured/events.sock -

      To see what happens without a daemon, or beside it, and why a gesture did not fire:

        gestured --dump

      To read, touch by touch, why a recognizer did or did not fire, and which option to change:

        gestured --explain double_tap

      Exit codes:
        0   done
        1   --explain: the recognizer never fired; --calibrate: left early; --measure: no touch
        64  wrong arguments
        65  not a recording
        69  no device to read
        71  the system refused a call
        73  the socket cannot be made
        75  another instance serves the socket
        77  no permission to read a touchscreen
        78  the configuration is wrong
      """,
    version: "gestured \(Version.current)"
  )

  @Flag(
    help: "Print what happens: touches, recognizers with reasons, gestures. Opens no socket without --socket."
  )
  var dump = false

  @Flag(help: "With --dump: begin with the regions and recognizers that are declared.")
  var declarations = false

  @Option(
    help: ArgumentHelp(
      "Say in words why a recognizer did or did not fire, and what to change.",
      discussion:
        "The name of its table in the configuration, or filter for what an app behind the filter receives. Opens no socket without --socket.",
      valueName: "recognizer"), completion: .custom { words, _, _ in Session.explainable(in: words) })
  var explain: String?

  @Option(
    help: ArgumentHelp(
      "With --explain: only the recognizers that take this many fingers.", valueName: "number"))
  var touches: Int?

  @Option(
    help: "How to print: text for eyes, json for programs. Default: text on a terminal, json otherwise.")
  var format: OutputFormat?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Play recordings of evemu or libinput instead of reading devices, one after another.",
      discussion: "Without --dump they are served, and the first subscribe starts them.",
      valueName: "file"))
  var replay: [String] = []

  @Flag(
    help: ArgumentHelp(
      "Play recordings side by side, as devices of one moment, instead of one after another.",
      discussion: "All devices are present from the beginning. Each is removed when its recording ends."))
  var together = false

  @Option(help: "How fast to play recordings: max, or real for the time they took. Default: max.")
  var speed: ReplaySpeed?

  @Option(
    help: ArgumentHelp(
      "The start of a replay that is served: the first subscribe, or the first client to connect. Default: subscribe.",
      discussion: "With subscribe a client that says nothing for 5 s starts it too."))
  var start: ReplayStartArgument?

  @Option(
    help: ArgumentHelp(
      "With --speed real: how long a replay waits before its first event, 0 to 60. Default: 0.",
      valueName: "seconds"))
  var lead: Double?

  @Option(
    help: ArgumentHelp(
      "With --replay: write what an app behind the filter receives, as a recording, or with - as text.",
      discussion:
        "Filters whatever the configuration says of `[filter] enabled`. Opens no socket without --socket.",
      valueName: "file"))
  var filterTo: String?

  @OptionGroup
  var tools: ToolOptions

  @OptionGroup
  var service: ServiceOptions

  func validate() throws {
    let isWatching = dump || explain != nil || !replay.isEmpty
    let isMeasuringReplay = tools.measure != nil && !replay.isEmpty && !dump && explain == nil
    if tools.count > 0, isWatching, !isMeasuringReplay {
      throw ValidationError(
        "--list-devices, --record, --calibrate, --measure, --check-config, --print-config and --dump, --explain or "
          + "--replay each do one thing: give one of them, or --measure with --replay.")
    }
    if isMeasuringReplay,
      tools.measure?.name != nil || tools.seconds != nil || speed != nil || start != nil || together
    {
      throw ValidationError(
        "--measure --replay reads its devices from the files, all of them: give nothing else.")
    }
    if touches != nil, explain == nil {
      throw ValidationError("--touches is for --explain: give the name of a recognizer with it.")
    }
    if dump, explain != nil {
      throw ValidationError("--dump and --explain both print what happens: give one of them.")
    }
    if declarations, !dump { throw ValidationError("--declarations is for --dump: add it.") }
    if speed != nil, replay.isEmpty {
      throw ValidationError("--speed is for --replay: give a recording with --replay FILE.")
    }
    if together, replay.isEmpty {
      throw ValidationError("--together is for --replay: give recordings with --replay FILE FILE.")
    }
    if filterTo != nil {
      if replay.isEmpty {
        throw ValidationError("--filter-to is for --replay: give a recording with --replay FILE.")
      }
      if filterTo == "-", dump || explain != nil {
        throw ValidationError("--filter-to -, --dump and --explain all print: give one of them, or a file.")
      }
      if filterTo != "-", replay.count > 1 {
        throw ValidationError("--filter-to writes one device to a file: give one recording, or - for text.")
      }
    }
    if start != nil, replay.isEmpty || dump || explain != nil {
      throw ValidationError(
        "--start is for a replay that is served: give --replay FILE, and neither --dump nor --explain.")
    }
    if let lead {
      if speed != .real {
        throw ValidationError("--lead is for recordings that take their time: add --speed real.")
      }
      if !(0...60).contains(lead) { throw ValidationError("--lead is \(lead): give 0 to 60 seconds.") }
    }
    if format != nil, !dump, !tools.isReport {
      throw ValidationError(
        "--format is for --dump, --list-devices, --calibrate and --measure: add one of them.")
    }
    for (name, value) in [("--socket", service.socket), ("--raw-socket", service.rawSocket)] {
      if value != nil, tools.count > 0 {
        throw ValidationError("\(name) is for serving: leave it out here.")
      }
    }
  }

  /// Skips the parser for the arguments of a service. Parsing took half of the daemon's start, because the parser looks
  /// types up by name in the whole program.
  static func main() {
    guard let options = SessionOptions(ofService: Array(CommandLine.arguments.dropFirst())) else {
      return main(nil)
    }
    do {
      try run(options)
    } catch {
      exit(withError: error)
    }
  }

  func run() throws { try Self.run(SessionOptions(self)) }

  private static func run(_ options: SessionOptions) throws {
    let code: ExitCode
    do throws(DaemonError) {
      code = try Session(options).run()
    } catch {
      Terminal.complain(error)
      throw ExitCode(error.exitCode)
    }
    if code != .success { throw code }
  }
}

/// The speed of a replay.
enum ReplaySpeed: String, ExpressibleByArgument, CaseIterable {
  /// As fast as the readers allow.
  case max
  /// The speed of the recording.
  case real
}

/// The event that starts a served replay.
enum ReplayStartArgument: String, ExpressibleByArgument, CaseIterable {
  /// The first subscription of a client.
  case subscribe
  /// The first connection of a client.
  case connect

  /// The start in the daemon's options.
  var start: ReplayOptions.Start {
    switch self {
    case .subscribe: .subscription
    case .connect: .connection
    }
  }
}
