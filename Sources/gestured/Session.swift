import ArgumentParser
import GesturedConfiguration
import GesturedDaemon

/// One run of the program: hands each thing that arguments can ask for to the room that does it.
struct Session {
  private let arguments: Gestured

  init(_ arguments: Gestured) {
    self.arguments = arguments
  }

  /// - Returns: the exit code.
  func run() throws(DaemonError) -> ExitCode {
    let file = ConfigurationFile(path: arguments.config)
    let tools = arguments.tools
    if tools.checkConfig {
      try Terminal.say(try file.check())
    } else if tools.printConfig {
      try Terminal.say(try file.effectiveText())
    } else if tools.listDevices {
      try DeviceList.run(configuration: try file.load(), format: listFormat)
    } else if let device = tools.record {
      try Recorder.run(device: device)
    } else if let device = tools.calibrate {
      let hasResult = try Calibrator.run(device: device.name, configuration: try file.load(), isText: isText)
      return hasResult ? .success : .failure
    } else if let device = tools.measure {
      return try measure(device, file.load()) ? .success : .failure
    } else {
      return try serve(file)
    }
    return .success
  }

  /// - Returns: whether there was something to measure in each.
  private func measure(_ device: DeviceArgument, _ configuration: Configuration) throws(DaemonError) -> Bool {
    guard !arguments.replay.isEmpty else {
      return try Measurer.run(
        device: device.name, seconds: arguments.tools.seconds, configuration: configuration, isText: isText)
    }
    var refusals = 0
    var wasTouched = true
    for recording in try readRecordings(configuration, refusals: &refusals) {
      wasTouched = try Measurer.run(recording, isText: isText) && wasTouched
    }
    if refusals > 0 {
      throw .nothingToRead("\(refusals) of \(arguments.replay.count) recordings were not measured")
    }
    return wasTouched
  }

  private func serve(_ file: ConfigurationFile) throws(DaemonError) -> ExitCode {
    let configuration = try file.load()
    let names = configuration.recognizers.map(\.name)
    if let name = arguments.explain, !names.contains(name) {
      throw .unknownRecognizer(name, known: names)
    }
    var hasFired = true
    var refusals = 0
    var input = DaemonOptions.Input.devices
    if !arguments.replay.isEmpty {
      let recordings = try readRecordings(configuration, refusals: &refusals)
      input = .recordings(recordings, realSpeed: arguments.speed == .real)
    }
    if refusals == 0 || refusals < arguments.replay.count {
      let opensSocket = output == nil || arguments.socket != nil || arguments.rawSocket != nil
      let sockets =
        opensSocket
        ? try ServedSockets(
          option: arguments.socket, rawOption: arguments.rawSocket, configuration: configuration) : .none
      let daemon = try Daemon(
        DaemonOptions(
          configuration: configuration, input: input, socket: sockets.events, rawSocket: sockets.raw,
          dump: output, isVerbose: arguments.verbose, configurationFile: output == nil ? file : nil),
        inherited: sockets.inherited)
      try daemon.run()
      hasFired = daemon.hasExplainedFire ?? true
    }
    if refusals > 0 {
      throw .nothingToRead("\(refusals) of \(arguments.replay.count) recordings were not played")
    }
    return hasFired ? .success : .failure
  }

  /// Reads all recordings before the first is played. A device that is not read is told of and left out; a file of
  /// which nothing is left counts as refused.
  private func readRecordings(
    _ configuration: Configuration, refusals: inout Int
  ) throws(DaemonError) -> [RecordingFile] {
    var recordings: [RecordingFile] = []
    for path in arguments.replay {
      let before = recordings.count
      for device in try RecordingFile.read(path, configuration: configuration) {
        switch device {
        case .success(let recording): recordings.append(recording)
        case .failure(.nothingToRead(let why)): Terminal.complain(why)
        case .failure(let error): throw error
        }
      }
      if recordings.count == before { refusals += 1 }
    }
    return recordings
  }

  private var isText: Bool {
    switch arguments.format {
    case .text: true
    case .json: false
    case nil: Terminal.isWatched
    }
  }

  /// What is printed of what happens; nil for nothing.
  private var output: DumpFormat? {
    if let name = arguments.explain { return .explanation(of: name, usesColor: Terminal.wantsColor) }
    guard arguments.dump else { return nil }
    return isText ? .text(usesColor: Terminal.wantsColor) : .json
  }

  private var listFormat: DeviceList.Format {
    arguments.tools.quiet ? .none : isText ? .text : .json
  }
}
