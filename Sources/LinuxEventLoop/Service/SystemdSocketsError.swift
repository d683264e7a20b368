/// Why the sockets that the service manager has passed cannot be used (P15).
public enum SystemdSocketsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A variable of the protocol holds no sensible number.
  case invalidVariable(name: String, value: String)
  /// That descriptor is not open, or is no listening stream socket of the Unix domain.
  case unsuitable(descriptor: Int32, name: String)

  /// One line: what was found, what is allowed, what to do.
  public var description: String {
    switch self {
    case .invalidVariable(let name, let value):
      "\(name) is \"\(value.escapedForMessage)\", a number from 0 to \(SystemdSockets.maximumCount) is expected: "
        + "unset it, or start gestured from its socket unit"
    case .unsuitable(let descriptor, let name):
      "descriptor \(descriptor) (\(name.escapedForMessage)) passed by the service manager is not a listening Unix "
        + "stream socket: use ListenStream= with an absolute path in the socket unit"
    }
  }
}
