import ArgumentParser
import GestureClient
import GestureCore
import GesturedConfiguration
import LinuxEventLoop

/// `gesturectl listen`: prints events, or runs commands for them.
struct ListenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "listen",
    abstract: "Print gestures as they happen, or run a command for each.",
    discussion: """
      The lines are the daemon's own, unchanged (docs/protocol.md). All options that choose lines must fit. Repeat an option, or separate values with commas, to give alternatives:

        gesturectl listen --kind tap,swipe --touch-count 2 --state ended

      /bin/sh runs a command as your user, with the line on its standard input. The line's fields are in the environment: GESTURE_KIND, \
      GESTURE_STATE, GESTURE_RECOGNIZER, GESTURE_TOUCH_COUNT, GESTURE_DIRECTION and so on. Pairs are GESTURE_VELOCITY_X and \
      GESTURE_VELOCITY_Y; the place is GESTURE_X and GESTURE_Y. Only lines about gestures start a command, unless --type or --idle asks for others:

        gesturectl listen --kind swipe --exec 'notify-send "swiped $GESTURE_DIRECTION"'

      Other lines have types of their own: shakes (motion), media keys and headsets (remote, which also begins to receive them), \
      remote controls (press), plugs (route). So do actions (action) and edges that a region defers (deferred):

        gesturectl listen --type motion,route

      --idle asks for lines without fingers: gesturectl listen --idle 60

      With jq and similar programs: gesturectl listen | jq --unbuffered …
      """)

  @OptionGroup(title: "Lines to receive") var filters: FilterOptions
  @OptionGroup var output: FormatOption
  @OptionGroup var connection: ConnectionOptions

  @Option(
    help: ArgumentHelp(
      "End after this many lines that fit; hello and the like do not count. If --timeout comes first, the exit code is 3.",
      valueName: "number"))
  var count: Int?

  @OptionGroup var time: TimeoutOption

  @Option(help: ArgumentHelp("Run this for each line instead of printing it.", valueName: "command"))
  var exec: String?

  @Option(
    help: ArgumentHelp("How many commands of --exec may run at a time. Default: 1.", valueName: "number"))
  var parallel: Int?

  @Flag(help: "If gestured is not running, or stops, wait for it and connect again.")
  var reconnect = false

  func validate() throws {
    if let count, count < 1 { throw ValidationError("--count is \(count): give 1 or more.") }
    if let parallel {
      if !(1...64).contains(parallel) { throw ValidationError("--parallel is \(parallel): give 1 to 64.") }
      if exec == nil { throw ValidationError("--parallel is for --exec: give a command.") }
    }
    if exec?.utf8.contains(0) == true || exec?.isEmpty == true {
      throw ValidationError("--exec is empty: give a command for the shell.")
    }
  }

  func run() async throws {
    let isInTime = try await time.limit { try await listen() }
    if !isInTime, count != nil { throw ExitCode(3) }
  }

  private static func warning(of screen: ScreenWithoutPlaces) -> MessageLine {
    let why =
      screen.reason == "pixels_unknown"
      ? "its pixels are not known: set pixels in its [device.NAME] table" : screen.reason.escapedForMessage
    return CommandMessage.noPlaces.with(screen.device, why)
  }

  private func listen() async throws {
    let sink = LineSink(
      isText: output.isText, remaining: count, rule: LineRule(filters.filter, idle: filters.idleSpans),
      queue: exec.map { _ in CommandQueue(label: "--exec", parallel: parallel ?? 1) }, command: exec)
    let persistence = Persistence(
      isWanted: reconnect, options: connection, isForRawTouches: filters.wantsRawTouches)
    var hasWarned = false
    try await persistence.run { connection in
      // A served replay waits for the subscription, and may be over soon after it.
      let warnings = hasWarned ? [] : try await filters.warnings(of: connection)
      // The subscription comes before any output, so that a refused program prints nothing.
      if let subscription = filters.subscription {
        let screens = try await connection.subscribe(subscription)
        if !hasWarned { for screen in screens { Console.complain(Self.warning(of: screen)) } }
      }
      for warning in warnings { Console.complain(warning) }
      hasWarned = true
      // A filter that names the type asks for the role of the receiver.
      if filters.type.contains(where: { $0.values.contains(.remote) }) {
        try await connection.receiveRemote()
      }
      try await sink.receive(connection.hello.line)
      for try await line in connection.lines {
        if try await sink.receive(line) { return true }
      }
      return false
    }
    await sink.finish()
  }
}
