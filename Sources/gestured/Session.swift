import ArgumentParser
import GesturedBase
import GesturedConfiguration
import GesturedDaemon
import GesturedDevices
import GesturedServing

/// One run of the program: passes each requested task to the module that does it.
struct Session {
  /// The name that `--explain` takes for the filter, where no recognizer has it.
  private static let filter = "filter"

  /// The values of `--explain`, for a shell's completions: the recognizers of the configuration that a line names so far,
  /// and the filter. A configuration with mistakes has none.
  static func explainable(in words: [String]) -> [String] {
    var path: String?
    for (position, word) in words.enumerated() where word == "--config" {
      path = words[(position + 1)...].first { $0 != "=" }
    }
    let names = (try? ConfigurationFile(path: path).load())?.recognizers.map(\.name) ?? []
    return Set(names + [filter]).sorted()
  }

  private let options: SessionOptions

  init(_ options: SessionOptions) {
    self.options = options
  }

  /// Runs the task.
  ///
  /// - Returns: the exit code.
  func run() throws(DaemonError) -> ExitCode {
    let file = ConfigurationFile(path: options.config)
    guard let tools = options.tools else { return try serve(file) }
    if tools.checkConfig {
      let verdict = try file.check(asUser: ConfigurationFile.serviceUser)
      if !tools.quiet { try Terminal.say(verdict) }
    } else if tools.printConfig {
      let panels = DeviceList.comments(configuration: try file.load())
      try Terminal.say(([try file.effectiveText()] + panels).joined(separator: "\n"))
    } else if tools.listDevices {
      try DeviceList.run(
        configuration: try file.load(), format: tools.quiet ? .none : isText ? .text : .json)
    } else if let device = tools.record {
      try Recorder.run(device: device)
    } else if let device = tools.calibrate {
      let hasResult = try Calibrator.run(device: device.name, configuration: try file.load(), isText: isText)
      return hasResult ? .success : .failure
    } else if let device = tools.measure {
      return try measure(device, for: tools.seconds, file.load()) ? .success : .failure
    } else {
      return try serve(file)
    }
    return .success
  }

  /// Measures the touches on a device.
  ///
  /// - Returns: whether the device, or each recording, had touches to measure.
  private func measure(
    _ device: DeviceArgument, for seconds: Int?, _ configuration: Configuration
  ) throws(DaemonError) -> Bool {
    guard !options.replay.isEmpty else {
      return try Measurer.run(
        device: device.name, seconds: seconds, configuration: configuration, isText: isText)
    }
    var refusals = 0
    var wasTouched = true
    for recording in try readRecordings(configuration, refusals: &refusals) {
      wasTouched = try Measurer.run(recording, isText: isText) && wasTouched
    }
    if refusals > 0 {
      throw .nothingToRead(ToolMessage.notMeasured.with(refusals, options.replay.count))
    }
    return wasTouched
  }

  private func serve(_ file: ConfigurationFile) throws(DaemonError) -> ExitCode {
    var configuration = try file.load()
    // The files decide how touches are filtered, and the option that they are.
    if options.filterTo != nil { configuration.filterEverything() }
    let names = configuration.recognizers.map(\.name)
    let explainsFilter = options.explain == Self.filter && !names.contains(Self.filter)
    if explainsFilter { configuration.filterEverything() }
    if let name = options.explain, !names.contains(name), !explainsFilter {
      throw .unknownRecognizer(name, known: names)
    }
    if let touches = options.touches,
      let known = configuration.recognizers.first(where: { $0.name == options.explain })?.acceptedTouches,
      !known.contains(touches)
    {
      throw .unknownNumberOfTouches(options.explain ?? "", touches, known: known)
    }
    var hasFired = true
    var refusals = 0
    var input = DaemonOptions.Input.devices
    if !options.replay.isEmpty {
      let recordings = try readRecordings(configuration, refusals: &refusals)
      input = .recordings(recordings, options.replayOptions)
    } else {
      // A replay knows only its files, and its memory stays open to a debugger.
      OwnMemory.close()
    }
    if refusals == 0 || refusals < options.replay.count {
      let opensSocket =
        output == nil && options.filterTo == nil || options.socket != nil || options.rawSocket != nil
      let sockets =
        opensSocket
        ? try ServedSockets(
          option: options.socket, rawOption: options.rawSocket, configuration: configuration) : .none
      var served = DaemonOptions(
        configuration: configuration, input: input, socket: sockets.events, rawSocket: sockets.raw,
        dump: explainsFilter
          ? .appExplanation(configuration.explainedApp, delays: configuration.filterDelays) : output,
        isVerbose: options.verbose,
        configurationFile: output == nil ? file : nil)
      served.dumpsDeclarations = options.declarations
      served.filterTo = options.filterTo
      let daemon = try Daemon(served, inherited: sockets.inherited)
      try daemon.run()
      hasFired = daemon.hasExplainedFire ?? true
    }
    if refusals > 0 {
      throw .nothingToRead(ToolMessage.notPlayed.with(refusals, options.replay.count))
    }
    return hasFired ? .success : .failure
  }

  /// Reads all recordings before the first is played, and prints warnings about missing parts. A device that cannot be
  /// read is skipped with a complaint. A file without a readable device counts as refused.
  private func readRecordings(
    _ configuration: Configuration, refusals: inout Int
  ) throws(DaemonError) -> [RecordingFile] {
    var recordings: [RecordingFile] = []
    for path in options.replay {
      let before = recordings.count
      for device in try RecordingFile.read(path, configuration: configuration) {
        switch device {
        case .success(let recording):
          if let warning = recording.warning { Terminal.complain(warning) }
          recordings.append(recording)
        case .failure(.nothingToRead(let why)): Terminal.complain(why)
        case .failure(let error): throw error
        }
      }
      if recordings.count == before { refusals += 1 }
    }
    return recordings
  }

  private var isText: Bool {
    switch options.format {
    case .text: true
    case .json: false
    case nil: Terminal.isWatched
    }
  }

  /// The format of printed events; nil for none.
  private var output: DumpFormat? {
    if let name = options.explain {
      return .explanation(of: name, touches: options.touches, usesColor: Terminal.wantsColor)
    }
    guard options.dump else { return nil }
    return isText ? .text(usesColor: Terminal.wantsColor) : .json
  }
}
