import ArgumentParser

/// The options of the program's tools. A run has at most one tool, and ends with it.
struct ToolOptions: ParsableArguments {
  @Flag(
    help: "Print for every input device whether it is used, and why. Exits with 0, even without a device.")
  var listDevices = false

  @Flag(
    help: ArgumentHelp(
      "With --list-devices: print no list; exit with 0 if a touchscreen can be read, else 69 or 77.",
      discussion: "With --check-config: print mistakes only."))
  var quiet = false

  @Option(
    help: ArgumentHelp(
      "Write what a device reports to standard output, for --replay and evemu-play, until interrupted.",
      discussion:
        "A node such as /dev/input/event3, or the device's name. The recording begins with the values that its slots hold.",
      valueName: "device"))
  var record: String?

  @Option(
    defaultAsFlag: DeviceArgument.only, parsing: .next,
    help: ArgumentHelp(
      "Find out how a panel lies under the picture, by touching four points of it.",
      discussion: "Prints what to write into the configuration, and a rule for udev. Changes nothing itself.",
      valueName: "device"))
  var calibrate: DeviceArgument?

  @Option(
    defaultAsFlag: DeviceArgument.only, parsing: .next,
    help: ArgumentHelp(
      "Measure how often, how regularly, how finely and how late a panel reports, until interrupted.",
      discussion: "With --replay it measures recordings.", valueName: "device"))
  var measure: DeviceArgument?

  @Option(help: "With --measure: for how long.")
  var seconds: Int?

  @Flag(
    help: ArgumentHelp(
      "Report every mistake in the configuration, and stop.",
      discussion: "As root it also reports files that the service's user cannot read."))
  var checkConfig = false

  @Flag(
    help: ArgumentHelp(
      "Print the configuration in effect, with the file of each value, and stop.",
      discussion: "Comments at the end say how each touchscreen is read, and whether it is filtered."))
  var printConfig = false

  /// The number of requested tools. `--measure` may be combined with `--replay`.
  var count: Int {
    [listDevices, record != nil, calibrate != nil, measure != nil, checkConfig, printConfig].count(
      where: \.self)
  }

  /// Whether the tool has two formats of output.
  var isReport: Bool { listDevices || calibrate != nil || measure != nil }

  func validate() throws {
    if count > 1 {
      throw ValidationError(
        "--list-devices, --record, --calibrate, --measure, --check-config and --print-config each do one thing: give one "
          + "of them."
      )
    }
    if quiet, !listDevices, !checkConfig {
      throw ValidationError("--quiet is for --list-devices and --check-config: add one of them.")
    }
    if let seconds {
      if measure == nil { throw ValidationError("--seconds is for --measure: add it.") }
      if !(1...86_400).contains(seconds) {
        throw ValidationError("--seconds is \(seconds): give 1 to 86400.")
      }
    }
  }
}
