import GesturedConfiguration
import GesturedDaemon

/// One run of the program: hands each thing that arguments can ask for to the room that does it.
struct Session {
  private let arguments: Gestured

  init(_ arguments: Gestured) {
    self.arguments = arguments
  }

  func run() throws(DaemonError) {
    let file = ConfigurationFile(path: arguments.config)
    if arguments.checkConfig {
      try Terminal.say(try file.check())
    } else if arguments.listDevices {
      try DeviceList.run(configuration: try file.load(), format: listFormat)
    } else if let device = arguments.record {
      try Recorder.run(device: device)
    } else {
      try serve(file)
    }
  }

  private func serve(_ file: ConfigurationFile) throws(DaemonError) {
    let configuration = try file.load()
    var refusals = 0
    var input = DaemonOptions.Input.devices
    if !arguments.replay.isEmpty {
      let recordings = try readRecordings(configuration, refusals: &refusals)
      input = .recordings(recordings, realSpeed: arguments.speed == .real)
    }
    if refusals == 0 || refusals < arguments.replay.count {
      let opensSocket = !arguments.dump || arguments.socket != nil
      let daemon = try Daemon(
        DaemonOptions(
          configuration: configuration, input: input,
          socket: opensSocket
            ? try SocketLocation.path(option: arguments.socket, configuration: configuration) : nil,
          dump: arguments.dump ? dumpFormat : nil, isVerbose: arguments.verbose))
      try daemon.run()
    }
    if refusals > 0 {
      throw .nothingToRead("\(refusals) of \(arguments.replay.count) recordings were not played")
    }
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

  private var dumpFormat: DumpFormat { isText ? .text(usesColor: Terminal.wantsColor) : .json }

  private var listFormat: DeviceList.Format {
    arguments.quiet ? .none : isText ? .text : .json
  }
}
