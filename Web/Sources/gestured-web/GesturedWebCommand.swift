import GesturedWeb
import Glibc

/// `gestured-web`: the arguments and the exit code.
@main
struct GesturedWebCommand {
  private static let help = """
    Usage: gestured-web [--config FILE] [--assets FOLDER] [--runtime FOLDER]
           gestured-web --view [--socket PATH] [--raw-socket PATH] [--assets FOLDER]
           gestured-web --check-config | --print-config [--config FILE]
           gestured-web policy ORIGIN…

    Serves web pages on this machine, and lets them hear and declare gestures through a WebSocket.

    Options:
      --config FILE      The configuration. Default: /etc/gestured/web.toml, or the built-in one without that file.
      --view             Serve the live view to this user only, on a free port; print its address. It ends 10 s after the
                         page is closed. gesturectl view starts it.
      --socket PATH      With --view: gestured's socket. Default: /run/gestured/events.sock.
      --raw-socket PATH  With --view: gestured's socket of raw touches. Default: /run/gestured/raw.sock.
      --check-config     Check the configuration, print mistakes and warnings, and exit.
      --print-config     Print the settings that count, and exit.
      --assets FOLDER    The folder with gestured.js and view.html. Default: /usr/share/gestured-web.
      --runtime FOLDER   The folder of the token. Default: $RUNTIME_DIRECTORY, else no token.
      --version          Print the version.
      -h, --help         Print this help.

    policy prints the managed policy with which Chromium lets pages of these origins connect.

    Exit codes:
      0   done
      64  wrong arguments
      71  the system refused a call
      73  an address or the token cannot be made
      78  the configuration is wrong

    """

  private enum Action {
    case serve, view, check, show, policy([String])
  }

  static func main() {
    var arguments = CommandLine.arguments.dropFirst()
    var action = Action.serve
    var file: String?
    var assets = "/usr/share/gestured-web"
    var runtime = environment("RUNTIME_DIRECTORY")
    var socket: String?
    var rawSocket: String?
    while let argument = arguments.popFirst() {
      switch argument {
      case "--help", "-h":
        StandardError.print(help)
        return
      case "--version":
        StandardError.print("gestured-web \(webVersion)\n")
        return
      case "--view": action = .view
      case "--socket": socket = value(of: argument, &arguments)
      case "--raw-socket": rawSocket = value(of: argument, &arguments)
      case "--check-config": action = .check
      case "--print-config": action = .show
      case "--config": file = value(of: argument, &arguments)
      case "--assets": assets = value(of: argument, &arguments)
      case "--runtime": runtime = value(of: argument, &arguments)
      case "policy":
        action = .policy(Array(arguments))
        arguments = []
      default: fail(64, "\(argument): unknown argument; see gestured-web --help")
      }
    }
    if case .view = action {
      guard file == nil else { fail(64, "--view: a live view has no configuration; leave out --config") }
    } else if socket != nil || rawSocket != nil {
      fail(64, "--socket, --raw-socket: only with --view; a configuration names the sockets")
    }
    let view = WebConfiguration.view(socket: socket, rawSocket: rawSocket)
    run(action, ConfigurationSource(file: file), view: view, assets: assets, runtime: runtime)
  }

  private static func run(
    _ action: Action, _ source: ConfigurationSource, view: WebConfiguration, assets: String, runtime: String?
  ) {
    if case .policy(let origins) = action {
      guard let policy = BrowserPolicy.make(origins) else {
        fail(64, "policy: give origins, such as https://panel.example")
      }
      StandardError.print(policy.json + "\n")
      for note in policy.notes { StandardError.write("gestured-web: \(note)\n") }
      return
    }
    let journal = Journal(isJournal: environment("JOURNAL_STREAM") != nil && isatty(STDERR_FILENO) == 0)
    do {
      if case .view = action {
        try WebRun(runtimeFolder: nil, assets: assets, journal: journal) { view }.serve(view)
        return
      }
      let read = try source.read()
      switch action {
      case .check:
        for warning in read.warnings { StandardError.print("\(source.name): warning: \(warning)\n") }
        StandardError.print("\(source.name): ok\n")
      case .show: StandardError.print(read.configuration.toml)
      case .serve, .view, .policy:
        for warning in read.warnings { journal.write(.warning, warning) }
        let run = WebRun(runtimeFolder: runtime, assets: assets, journal: journal) {
          try source.read().configuration
        }
        try run.serve(read.configuration)
      }
    } catch let error as RunError {
      fail(error.exitCode, error.description)
    } catch let error as ConfigurationError {
      StandardError.write("\(error)\n")
      exit(78)
    } catch {
      fail(71, "\(error)")
    }
  }

  private static func value(of option: String, _ arguments: inout ArraySlice<String>) -> String {
    guard let value = arguments.popFirst() else { fail(64, "\(option): give a value") }
    return value
  }

  private static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  private static func fail(_ code: Int32, _ message: String) -> Never {
    StandardError.write("gestured-web: \(message)\n")
    exit(code)
  }
}
