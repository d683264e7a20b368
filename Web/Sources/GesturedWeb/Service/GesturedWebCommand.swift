import Glibc

/// `gestured-web`: the arguments and the exit code.
public enum GesturedWebCommand {
  private static let help = """
    OVERVIEW: Serves web pages on this machine, and lets them hear and declare gestures through a WebSocket.

    USAGE: gestured-web [--config <file>] [--assets <folder>] [--runtime <folder>]
           gestured-web --view [--socket <path>] [--raw-socket <path>] [--assets <folder>]
           gestured-web --check-config | --print-config [--config <file>]
           gestured-web policy <origin> ...

    OPTIONS:
      --config <file>         The configuration. Default: /etc/gestured/web.toml, or
                              the built-in one without that file.
      --view                  Serve the live view to this user only, on a free port;
                              print its address. It ends 10 s after the page is
                              closed. gesturectl view starts it.
      --socket <path>         With --view: gestured's socket. Default:
                              /run/gestured/events.sock.
      --raw-socket <path>     With --view: gestured's socket of raw touches. Default:
                              /run/gestured/raw.sock.
      --check-config          Check the configuration, print mistakes and warnings,
                              and exit.
      --print-config          Print the settings that count, and exit.
      --assets <folder>       The folder with gestured.js and view.html. Default:
                              /usr/share/gestured-web.
      --runtime <folder>      The folder of the token. Default: $RUNTIME_DIRECTORY,
                              else no token.
      --version               Show the version.
      -h, --help              Show help information.

    policy prints the managed policy with which Chromium lets pages of these origins connect.

    Exit codes:
      0   done
      64  wrong arguments
      71  the system refused a call
      73  an address or the token cannot be made
      78  the configuration is wrong

    """

  /// Runs the program. It returns after a good end.
  public static func main() {
    var arguments = CommandLine.arguments.dropFirst()
    var action = "--serve"
    var values: [String: String] = [:]
    while let argument = arguments.popFirst() {
      switch argument {
      case "--help", "-h": return print(help, terminator: "")
      case "--version": return print("gestured-web \(webVersion)")
      case "policy": return policy(Array(arguments))
      case "--view", "--check-config", "--print-config": action = argument
      case "--config", "--assets", "--runtime", "--socket", "--raw-socket":
        guard let value = arguments.popFirst() else { fail(64, "\(argument): give a value") }
        values[argument] = value
      default: fail(64, "\(argument): unknown argument; see gestured-web --help")
      }
    }
    let isView = action == "--view"
    if isView, values["--config"] != nil {
      fail(64, "--view: a live view has no configuration; leave out --config")
    } else if !isView, values["--socket"] ?? values["--raw-socket"] != nil {
      fail(64, "--socket, --raw-socket: only with --view; a configuration names the sockets")
    }
    do {
      try run(action, values)
    } catch let error as RunError {
      fail(error.exitCode, error.description)
    } catch let error as ConfigurationError {
      Journal.write("\(error)\n")
      exit(78)
    } catch {
      fail(71, "\(error)")
    }
  }

  private static func run(_ action: String, _ values: [String: String]) throws {
    let source = ConfigurationSource(file: values["--config"])
    let isView = action == "--view"
    let view = WebConfiguration.view(socket: values["--socket"], rawSocket: values["--raw-socket"])
    let read = isView ? (configuration: view, warnings: []) : try source.read()
    if action == "--print-config" { return print(read.configuration.toml, terminator: "") }
    if action == "--check-config" {
      for warning in read.warnings { print("\(source.name): warning: \(warning)") }
      return print("\(source.name): ok")
    }
    let journal = Journal(isJournal: environment("JOURNAL_STREAM") != nil && isatty(STDERR_FILENO) == 0)
    @Sendable func warned(_ read: (configuration: WebConfiguration, warnings: [String])) -> WebConfiguration {
      for warning in read.warnings { journal.write(.warning, warning) }
      return read.configuration
    }
    let assets = values["--assets"] ?? "/usr/share/gestured-web"
    let (asset, path) = isView ? ("view.html", "/view") : ("gestured.js", "/gestured.js")
    if OpenFile(asset, in: assets) == nil {
      // A checkout of the sources has no package's folder.
      let hint = isView ? "after Web/view/build" : "such as Web/module of the sources"
      journal.write(
        .warning, "\(assets) has no \(asset), so \(path) answers 404; give its folder with --assets, \(hint)")
    }
    let run = WebRun(
      runtimeFolder: isView ? nil : values["--runtime"] ?? environment("RUNTIME_DIRECTORY"),
      assets: assets, journal: journal,
      reload: { isView ? view : warned(try source.read()) })
    try run.serve(warned(read))
  }

  private static func policy(_ origins: [String]) {
    guard let policy = BrowserPolicy.make(origins) else {
      fail(64, "policy: give origins, such as https://panel.example")
    }
    print(policy.json)
    for note in policy.notes { Journal(isJournal: false).write(.info, note) }
  }

  private static func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  private static func fail(_ code: Int32, _ message: String) -> Never {
    Journal(isJournal: false).write(.error, message)
    exit(code)
  }
}
