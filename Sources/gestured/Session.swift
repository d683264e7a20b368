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
    if arguments.checkConfig {
      try Terminal.say(try file.check())
    } else if arguments.listDevices {
      try DeviceList.run(configuration: try file.load(), format: listFormat)
    } else if let device = arguments.record {
      try Recorder.run(device: device)
    } else {
      return try serve(file)
    }
    return .success
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
      let opensSocket = output == nil || arguments.socket != nil
      let daemon = try Daemon(
        DaemonOptions(
          configuration: configuration, input: input,
          socket: opensSocket
            ? try SocketLocation.path(option: arguments.socket, configuration: configuration) : nil,
          dump: output, isVerbose: arguments.verbose))
      try daemon.run()
      hasFired = daemon.hasExplainedFire ?? true
    }
    if refusals > 0 {
      throw .nothingToRead("\(refusals) of \(arguments.replay.count) recordings were not played")
    }
    return hasFired ? .success : .failure
  }

  /// Reads all recordings before the first is played. One whose device is not read is told of and left out.
  private func readRecordings(
    _ configuration: Configuration, refusals: inout Int
  ) throws(DaemonError) -> [RecordingFile] {
    var recordings: [RecordingFile] = []
    for path in arguments.replay {
      do throws(DaemonError) {
        recordings.append(try RecordingFile(path: path, configuration: configuration))
      } catch {
        guard case .nothingToRead(let why) = error else { throw error }
        Terminal.complain(why)
        refusals += 1
      }
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
    arguments.quiet ? .none : isText ? .text : .json
  }
}
