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
/// It hears every gesture until it says what it wants to hear (`subscribe`). What comes is read only as fast as it is
/// asked for: a program that is slow leaves its lines with the daemon, which leaves out updates first and says how many
/// (`GestureEvent.dropped`). What the program has read and not asked for is at most 1 MiB.
///
/// It may be used by many tasks at once. It is closed by `close`, and when nobody holds it or its events any more.
public final class GestureConnection: Sendable {
  /// What the daemon said first.
  public let hello: Greeting
  /// The path of the socket.
  public let path: String
  /// How long a reply is waited for.
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
  ///   - patience: how long the daemon is waited for, here and for each reply.
  /// - Throws: `GestureClientError`: `.notRunning` and `.noPermission` above all.
  public static func connect(
    to path: String? = nil, patience: Duration = .seconds(10)
  ) async throws(GestureClientError) -> GestureConnection {
    let path = path ?? SocketPlace.usual
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

  /// Everything that the daemon tells, typed. Each event goes to one reader.
  public var events: GestureEvents { GestureEvents(lines: lines) }

  /// Everything that the daemon tells, as it was sent. Each line goes to one reader.
  public var lines: GestureLines { GestureLines(driver: driver) }

  /// The gestures among the events; all others are passed over.
  public var gestures: some AsyncSequence<Gesture, GestureClientError> & Sendable {
    events.compactMap { event in
      if case .gesture(let gesture) = event { gesture } else { nil }
    }
  }

  /// Ends the connection. Readers get to the end of their events, requests fail as `.closed`.
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
        throw .noPermission(path: path, group: access.isOpenToGroup ? access.groupName : nil)
      case .wouldBlock: throw .busy(path: path)
      default: throw .system("\(error)")
      }
    }
  }

  /// Whether the daemon serves its first socket beside that of raw touches; false where the path is not of that one.
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
