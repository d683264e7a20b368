import LinuxEventLoop

/// A connection to gestured: gestures come in, requests go out.
///
/// ```swift
/// let connection = try await GestureConnection.connect()
/// for try await gesture in connection.gestures where gesture.kind == .tap {
///   print("a tap of \(gesture.touchCount) at \(gesture.location)")
/// }
/// ```
///
/// A new connection receives every gesture, until the program chooses its lines (`subscribe`). The connection reads
/// only as fast as the program asks for events. A slow program leaves its lines with the daemon, which drops updates
/// first and counts them (`GestureEvent.dropped`). The connection itself holds at most 1 MiB of unread lines.
///
/// Many tasks may use the connection at once. `close` closes it, and so does the release of its last reference, events
/// included.
public final class GestureConnection: Sendable {
  /// The daemon's first message.
  public let hello: Greeting
  /// The path of the socket.
  public let path: String
  /// The longest wait for a reply.
  let patience: Duration
  let driver: StreamDriver

  private init(_ driver: StreamDriver, hello: Greeting, path: String, patience: Duration) {
    self.driver = driver
    self.hello = hello
    self.path = path
    self.patience = patience
  }

  /// Connects to the daemon.
  ///
  /// - Parameters:
  ///   - path: the path of the socket; nil for the usual one (`SocketPlace.usual`).
  ///   - patience: the longest wait for the greeting and for each reply; nil for the usual one, which is
  ///     `GESTURED_PATIENCE` in seconds where it is set, else 10 s.
  /// - Throws: `GestureClientError`: mostly `.notRunning` and `.noPermission`.
  public static func connect(
    to path: String? = nil, patience chosen: Duration? = nil
  ) async throws(GestureClientError) -> GestureConnection {
    let path = path ?? SocketPlace.usual
    let patience = if let chosen { chosen } else { try Patience.choose(from: .inherited()) }
    let connection = try open(path)
    let driver: StreamDriver
    do throws(SystemError) {
      driver = try StreamDriver(connection)
    } catch {
      throw .system("\(error)")
    }
    let hello = try await greeting(of: driver, path: path, patience: patience)
    return GestureConnection(driver, hello: hello, path: path, patience: patience)
  }

  /// All lines of the daemon as typed events. Each event goes to one reader.
  public var events: GestureEvents { GestureEvents(lines: lines) }

  /// All lines of the daemon unchanged. Each line goes to one reader.
  public var lines: GestureLines { GestureLines(driver: driver) }

  /// The gestures among the events. Other events are skipped.
  public var gestures: some AsyncSequence<Gesture, GestureClientError> & Sendable {
    events.compactMap { event in
      if case .gesture(let gesture) = event { gesture } else { nil }
    }
  }

  /// Ends the connection. Readers reach the end of their events, and requests fail as `.closed`. Answers and reports
  /// sent before still leave, as far as the kernel takes them at once.
  public func close() {
    driver.close()
  }

  private static func open(_ path: String) throws(GestureClientError) -> UnixConnection {
    let checked: SocketPath
    do throws(SocketPathError) {
      checked = try SocketPath(path)
    } catch {
      throw .invalidPath("\(error)")
    }
    do throws(SystemError) {
      return try UnixConnection(connectingTo: checked)
    } catch {
      switch error.errno {
      case .noSuchFileOrDirectory, .notDirectory, .connectionRefused:
        throw isServed(beside: path) ? .rawNotServed(path: path) : .notRunning(path: path)
      case .permissionDenied, .notPermitted:
        let access = SocketAccess(of: checked)
        if access.isNoSocket { throw .notRunning(path: path) }
        // The group root is no way to a socket: its members may change much of the system.
        let isForMembers = access.isOpenToGroup && access.groupID != 0
        throw .noPermission(path: path, group: isForMembers ? access.groupName : nil)
      case .wouldBlock: throw .busy(path: path)
      default: throw .system("\(error)")
      }
    }
  }

  /// Whether the daemon serves `events.sock` beside `raw.sock`; false where the path is not that of `raw.sock`.
  private static func isServed(beside path: String) -> Bool {
    guard let events = SocketPlace.events(besideRaw: path), let checked = try? SocketPath(events) else {
      return false
    }
    do throws(SystemError) {
      _ = try UnixConnection(connectingTo: checked)
      return true
    } catch {
      return false
    }
  }

  private static func greeting(
    of driver: StreamDriver, path: String, patience: Duration
  ) async throws(GestureClientError) -> Greeting {
    switch await driver.firstLine(patience: patience) {
    case .success(let line?):
      if let reason = line.goodbyeReason { throw .bye(reason) }
      guard let version = try? line.decode(as: ProtocolVersion.self), line.isOfType("hello") else {
        throw .notGestured(path)
      }
      guard version.protocol == 1 else { throw .wrongVersion(version.protocol) }
      guard let hello = try? line.decode(as: Greeting.Fields.self) else { throw .notGestured(path) }
      return Greeting(hello, line: line)
    case .success(nil):
      throw .cancelled
    case .failure(.connectionLost):
      throw .notRunning(path: path)
    case .failure(.noReply):
      throw .noGreeting(path: path)
    case .failure(.notGestured):
      throw .notGestured(path)
    case .failure(let error):
      throw error
    }
  }

  private struct ProtocolVersion: Decodable {
    var `protocol`: Int
  }
}
