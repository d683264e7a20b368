import ArgumentParser
import GesturedDaemon

/// The names of a service's options, for the parser and for `SessionOptions.init(ofService:)`.
enum ServiceOptionName: String {
  case config
  case socket
  case rawSocket = "raw-socket"
  case verbose

  /// The name for the parser.
  fileprivate var long: NameSpecification.Element { .customLong(rawValue) }
}

/// The options of a service: its configuration, its sockets and its log.
struct ServiceOptions: ParsableArguments {
  @Option(
    name: NameSpecification([ServiceOptionName.config.long]),
    help: ArgumentHelp(
      "The configuration. Default: \(ConfigurationFile.defaultPath), or a built-in one if that does not exist.",
      valueName: "file"))
  var config: String?

  @Option(
    name: NameSpecification([ServiceOptionName.socket.long]),
    help: ArgumentHelp(
      "Where to serve. Default: $GESTURED_SOCKET, else the path in the configuration, else "
        + "/run/gestured/events.sock as a service or as root, else $XDG_RUNTIME_DIR/gestured/events.sock.",
      valueName: "path"))
  var socket: String?

  @Option(
    name: NameSpecification([ServiceOptionName.rawSocket.long]),
    help: ArgumentHelp(
      "Serve raw touches too, on this socket. Default: none. With raw = true in [socket]: its raw_path, or raw.sock beside "
        + "the other socket.",
      valueName: "path"))
  var rawSocket: String?

  @Flag(
    name: NameSpecification([ServiceOptionName.verbose.long, .customShort("v")]),
    help: "Log decisions too: which device is left alone, and why.")
  var verbose = false
}
