import CLinux
import GestureTestSupport
import Glibc
import SystemPackage
import Testing

@testable import LinuxEventLoop

@Suite struct UnixListenerTests {
  @Test("P1 a listener serves its path, and takes it away with its lock when it goes")
  func lifetime() throws {
    let directory = try TemporaryFolder()
    let path = try directory.socket()
    do {
      let listener = try UnixListener(at: path)
      let client = try UnixConnection(connectingTo: path)
      let server = try accepted(from: listener)
      #expect(server.write([1, 2], in: 0..<2) == .wrote(2))
      var buffer: [UInt8] = [0, 0, 0]
      #expect(client.read(into: &buffer) == .bytes(2))
      #expect(directory.names == ["events.sock", "events.sock.lock"])
    }
    #expect(directory.names == [])
    _ = try UnixListener(at: path)
    #expect(directory.names == [])
  }

  @Test("P2 a start that is refused leaves no lock behind, and takes none from an instance that runs")
  func lockOfRefused() throws {
    let directory = try TemporaryFolder()
    let occupied = try directory.socket("occupied.sock")
    close(unsafe creat(occupied.string, 0o600))
    expectRefusal(at: occupied, .occupied(path: occupied.string, by: .regularFile))
    #expect(directory.names == ["occupied.sock"])
    let path = try directory.socket()
    let first = try UnixListener(at: path)
    expectRefusal(at: path, .anotherInstance(path: path.string))
    #expect(directory.names == ["events.sock", "events.sock.lock", "occupied.sock"])
    _ = first.descriptor
  }

  @Test(
    "P2 a lock file that a killed instance left, or a process holds without its name, keeps no instance out")
  func staleLock() throws {
    let directory = try TemporaryFolder()
    let path = try directory.socket()
    let lock = path.string + ".lock"
    close(unsafe creat(lock, 0o600))
    let held: Int32
    do {
      let listener = try UnixListener(at: path)
      held = unsafe open(lock, O_RDWR)
      _ = listener.descriptor
    }
    defer { close(held) }
    #expect(flock(held, LOCK_EX | LOCK_NB) == 0)
    let next = try UnixListener(at: path)
    #expect(directory.names == ["events.sock", "events.sock.lock"])
    // The other way round: a listener removes its own lock, and not a lock that has taken the name since.
    #expect(unsafe unlink(lock) == 0)
    close(unsafe creat(lock, 0o600))
    _ = consume next
    #expect(directory.names == ["events.sock.lock"])
  }

  @Test("P2 the lock of a file that has lost its name excludes nobody, and is not taken")
  func lockWithoutName() throws {
    let directory = try TemporaryFolder()
    let path = try directory.socket()
    let place = try SocketDirectory(of: path)
    let file = try place.openLock()
    // Another instance starts and ends between opening and locking.
    _ = try UnixListener(at: path)
    #expect(directory.names == [])
    #expect(try !place.lock(file))
    let lock = try place.lock()
    #expect(directory.names == ["events.sock.lock"])
    expectRefusal(at: path, .anotherInstance(path: path.string))
    place.removeLock(lock)
    #expect(directory.names == [])
  }

  @Test("Nothing pending is an outcome")
  func nothingPending() throws {
    let directory = try TemporaryFolder()
    let listener = try UnixListener(at: try directory.socket())
    var wouldBlock = false
    if case .wouldBlock = listener.accept() { wouldBlock = true }
    #expect(wouldBlock)
  }

  @Test("A missing directory is made, one level, with mode 0755")
  func directoryMade() throws {
    let directory = try TemporaryFolder()
    _ = try UnixListener(at: try SocketPath(directory.file("new/events.sock")))
    #expect(status(of: directory.file("new"))?.st_mode == S_IFDIR | 0o755)
    let error = #expect(throws: UnixListenerError.self) {
      _ = try UnixListener(at: try SocketPath(directory.file("a/b/events.sock")))
    }
    let missing = SystemError(operation: "mkdir", errno: .noSuchFileOrDirectory, path: directory.file("a/b"))
    #expect(error == .system(missing))
  }

  @Test("P1 the socket of a killed instance is replaced")
  func staleSocket() throws {
    let directory = try TemporaryFolder()
    let path = try directory.socket()
    try leaveDeadSocket(at: path)
    let before = status(of: path.string)
    let listener = try UnixListener(at: path)
    _ = try UnixConnection(connectingTo: path)
    _ = try accepted(from: listener)
    #expect(before?.st_mode.isSocket == true)
    #expect(status(of: path.string)?.st_mode == S_IFSOCK | 0o660)
  }

  @Test("P1 a socket that another program listens on is left alone and goes on")
  func liveSocket() throws {
    let directory = try TemporaryFolder()
    let path = try directory.socket()
    let other = try UnixListener(at: try SocketPath(directory.file("other.sock")))
    #expect(unsafe rename(directory.file("other.sock"), path.string) == 0)
    expectRefusal(at: path, .occupied(path: path.string, by: .liveSocket))
    // The probe is the first connection to be accepted. After it everything is as before.
    _ = try accepted(from: other)
    _ = try UnixConnection(connectingTo: path)
    _ = try accepted(from: other)
  }

  @Test("P2 a second instance is told so, and the first serves on")
  func secondInstance() throws {
    let directory = try TemporaryFolder()
    let path = try directory.socket()
    let first = try UnixListener(at: path)
    let inode = status(of: path.string)?.st_ino
    for _ in 0..<2 { expectRefusal(at: path, .anotherInstance(path: path.string)) }
    #expect(status(of: path.string)?.st_ino == inode)
    _ = try UnixConnection(connectingTo: path)
    _ = try accepted(from: first)
  }

  @Test("P2 a second instance is told so even when the first's socket was removed")
  func secondInstanceWithoutSocket() throws {
    let directory = try TemporaryFolder()
    let path = try directory.socket()
    let first = try UnixListener(at: path)
    #expect(unsafe unlink(path.string) == 0)
    expectRefusal(at: path, .anotherInstance(path: path.string))
    _ = first.descriptor
  }

  @Test("P3 a link, a directory, a pipe or a file at the path is refused and left as it is")
  func occupiedPath() throws {
    let directory = try TemporaryFolder()
    let target = try directory.socket("dead.sock")
    try leaveDeadSocket(at: target)
    let occupants: [(SocketPathOccupant, (String) -> CInt)] = [
      (.symbolicLink, { unsafe symlink("/nonexistent", $0) }),
      (.symbolicLink, { unsafe symlink(target.string, $0) }),
      (.directory, { unsafe mkdir($0, 0o700) }),
      (.fifo, { unsafe mkfifo($0, 0o600) }),
      (.regularFile, { close(unsafe creat($0, 0o600)) }),
    ]
    for (index, (occupant, make)) in occupants.enumerated() {
      let path = try directory.socket("\(index).sock")
      #expect(make(path.string) == 0)
      let before = status(of: path.string)
      expectRefusal(at: path, .occupied(path: path.string, by: occupant))
      let after = status(of: path.string)
      #expect(after?.st_ino == before?.st_ino)
      #expect(after?.st_mode == before?.st_mode)
    }
    #expect(status(of: target.string)?.st_mode.isSocket == true)
  }

  @Test("P3 a datagram socket that is in use is left alone")
  func datagramSocket() throws {
    let directory = try TemporaryFolder()
    let path = try directory.socket()
    let receiver = try DatagramReceiver(path: path.string)
    expectRefusal(at: path, .occupied(path: path.string, by: .liveSocket))
    _ = receiver.receive()
  }

  @Test("P3 another user's socket is left alone", .enabled(if: geteuid() == 0, "only root can make one"))
  func socketOfAnotherUser() throws {
    let directory = try TemporaryFolder()
    let path = try directory.socket()
    try leaveDeadSocket(at: path)
    #expect(unsafe chown(path.string, 12345, 12345) == 0)
    expectRefusal(at: path, .occupied(path: path.string, by: .socketOfUser(12345)))
    #expect(status(of: path.string)?.st_uid == 12345)
  }

  @Test("P3 a directory that everybody can write to is refused, sticky or not", arguments: [0o777, 0o1777])
  func directoryWritableByAll(mode: mode_t) throws {
    let directory = try TemporaryFolder()
    #expect(unsafe chmod(directory.path, mode) == 0)
    expectRefusal(at: try directory.socket(), .unsafeDirectory(path: directory.path, .writableByAll))
    #expect(directory.names == [])
  }

  @Test("H12 a directory that another group can write to is refused, by its number")
  func directoryWritableByGroup() throws {
    let directory = try TemporaryFolder()
    let path = try directory.socket()
    let own = getegid()
    // A user other than root may have only one group. Then the directory's group is that one, and the socket's must differ.
    let isRoot = geteuid() == 0
    #expect(unsafe chown(directory.path, uid_t.max, isRoot ? 12345 : own) == 0)
    #expect(unsafe chmod(directory.path, 0o775) == 0)
    let group = isRoot ? nil : own + 1
    let error = #expect(throws: UnixListenerError.self) { _ = try UnixListener(at: path, groupID: group) }
    #expect(error == .unsafeDirectory(path: directory.path, .writableByGroup(isRoot ? 12345 : own)))
    #expect(
      error?.description.hasSuffix(
        "take the permission away (chmod g-w), or give a path in a directory that only you can change")
        == true)
    #expect(directory.names == [])
  }

  @Test(
    "H12 one that the socket's own group can write to is taken: its own, the one it is given to, the folder's"
  )
  func directoryWritableByOwnGroup() throws {
    let directory = try TemporaryFolder()
    let path = try directory.socket()
    #expect(unsafe chmod(directory.path, 0o770) == 0)
    do { _ = try UnixListener(at: path) }
    let given = geteuid() == 0 ? 12345 : getegid()
    #expect(unsafe chown(directory.path, uid_t.max, given) == 0)
    #expect(unsafe chmod(directory.path, 0o770) == 0)
    do {
      let listener = try UnixListener(at: path, groupID: given)
      #expect(listener.groupFailure == nil && status(of: path.string)?.st_gid == given)
    }
    #expect(unsafe chmod(directory.path, 0o2770) == 0)
    let listener = try UnixListener(at: path)
    #expect(status(of: path.string)?.st_gid == given)
    _ = listener.descriptor
  }

  @Test("H12 what somebody has put in the socket's place is not given to the group")
  func exchangedBeforeGiven() throws {
    let directory = try TemporaryFolder()
    let path = try directory.socket()
    let socket = try makeUnixSocket(SOCK_STREAM)
    let bound = try BoundPath(binding: socket, to: path, permissions: 0o660)
    #expect(unsafe rename(path.string, directory.file("aside")) == 0)
    close(unsafe creat(path.string, 0o600))
    #expect(bound.giveToGroup(getegid()) == .noSuchFileOrDirectory)
    #expect(unsafe unlink(path.string) == 0 && symlink(directory.file("aside"), path.string) == 0)
    #expect(bound.giveToGroup(getegid()) == .noSuchFileOrDirectory)
  }

  @Test("P3 another user's directory is refused", .enabled(if: geteuid() == 0, "only root can make one"))
  func directoryOfAnotherUser() throws {
    let directory = try TemporaryFolder()
    #expect(unsafe chown(directory.path, 12345, 12345) == 0)
    expectRefusal(at: try directory.socket(), .unsafeDirectory(path: directory.path, .ownedByUser(12345)))
    #expect(directory.names == [])
  }

  @Test("P3 a link or a file in the directory's place is refused")
  func directoryIsNone() throws {
    let directory = try TemporaryFolder()
    let real = try TemporaryFolder()
    #expect(unsafe symlink(real.path, directory.file("link")) == 0)
    close(unsafe creat(directory.file("file"), 0o600))
    for name in ["link", "file"] {
      let place = directory.file(name)
      expectRefusal(at: try SocketPath(place + "/e.sock"), .unsafeDirectory(path: place, .notADirectory))
    }
    #expect(real.names == [])
  }

  @Test("P3 a link in the lock file's place is not followed")
  func lockIsALink() throws {
    let directory = try TemporaryFolder()
    let path = try directory.socket()
    #expect(unsafe symlink(directory.file("victim"), path.string + ".lock") == 0)
    let refusal = SystemError(
      operation: "openat", errno: .tooManySymbolicLinkLevels, path: path.string + ".lock")
    expectRefusal(at: path, .system(refusal))
    #expect(directory.names == ["events.sock.lock"])
  }

  @Test("What others have put at the path since is not removed when the listener goes")
  func pathTakenOver() throws {
    let directory = try TemporaryFolder()
    let path = try directory.socket()
    do {
      let listener = try UnixListener(at: path)
      #expect(unsafe unlink(path.string) == 0)
      close(unsafe creat(path.string, 0o600))
      _ = listener.descriptor
    }
    #expect(status(of: path.string)?.st_mode == S_IFREG | 0o600)
  }

  /// The tests that start a process. lane-unit runs them beside the other ones that do.
  @Suite struct OwnProcess {
    @Test("P5 the mode is the wanted one from birth, whatever the umask is, and the umask stays as it was")
    func umasks() async {
      // The umask belongs to the process, so the test runs in a process of its own.
      await #expect(processExitsWith: .success) {
        for mask: mode_t in [0o000, 0o022, 0o077, 0o177, 0o777] {
          for permissions: UInt32 in [0o660, 0o600, 0o666] {
            let directory = try TemporaryFolder()
            #expect(unsafe chmod(directory.path, 0o700) == 0)
            _ = umask(mask)
            let path = try directory.socket()
            let listener = try UnixListener(at: path, permissions: permissions)
            #expect(status(of: path.string)?.st_mode == S_IFSOCK | permissions)
            #expect(umask(0o022) == mask)
            _ = listener.descriptor
          }
        }
      }
    }

    @Test("P5 a new directory can be entered whatever the umask is")
    func umaskOfDirectory() async {
      await #expect(processExitsWith: .success) {
        let directory = try TemporaryFolder()
        _ = umask(0o077)
        _ = try UnixListener(at: try SocketPath(directory.file("new/events.sock")))
        #expect(status(of: directory.file("new"))?.st_mode == S_IFDIR | 0o755)
      }
    }

    @Test("P5 somebody who looks all the time never sees another mode")
    func racingLook() async {
      await #expect(processExitsWith: .success) {
        let directory = try TemporaryFolder()
        let path = try directory.socket()
        _ = umask(0o077)
        let watcher = ModeWatcher(path: path.string)
        for _ in 0..<500 { _ = try UnixListener(at: path) }
        let modes = watcher.stop()
        #expect(modes.isSubset(of: [S_IFSOCK | 0o660]))
      }
    }

    @Test("S14 no descriptor left is an outcome, and the connection can be taken when there is one")
    func outOfDescriptors() async {
      await #expect(processExitsWith: .success) {
        let directory = try TemporaryFolder()
        let path = try directory.socket()
        let listener = try UnixListener(at: path)
        let client = try UnixConnection(connectingTo: path)
        let next = nextDescriptor()
        limitDescriptors(below: next)
        var refusal: Errno?
        if case .outOfDescriptors(let errno) = listener.accept() { refusal = errno }
        #expect(refusal == .tooManyOpenFiles)
        limitDescriptors(below: next + 1)
        _ = try accepted(from: listener)
        _ = client.descriptor
      }
    }

    @Test("No descriptor is left open, whether listening succeeds or is refused")
    func noLeak() async {
      await #expect(processExitsWith: .success) {
        let directory = try TemporaryFolder()
        let path = try directory.socket()
        let blocked = try directory.socket("blocked")
        #expect(unsafe mkdir(blocked.string, 0o700) == 0)
        let growth = try descriptorGrowth(over: 200) {
          let listener = try UnixListener(at: path)
          let client = try UnixConnection(connectingTo: path)
          let server = try accepted(from: listener)
          #expect(server.write([1], in: 0..<1) == .wrote(1))
          expectRefusal(at: path, .anotherInstance(path: path.string))
          expectRefusal(at: blocked, .occupied(path: blocked.string, by: .directory))
          _ = client.descriptor
        }
        #expect(growth < allowedGrowth)
      }
    }
  }
}

/// Expects that no listener can be made at a path, for this reason.
private func expectRefusal(
  at path: SocketPath, _ reason: UnixListenerError, sourceLocation: SourceLocation = #_sourceLocation
) {
  let error = #expect(throws: UnixListenerError.self, sourceLocation: sourceLocation) {
    _ = try UnixListener(at: path)
  }
  #expect(error == reason, sourceLocation: sourceLocation)
  #expect(error?.description.contains(path.directory) == true, sourceLocation: sourceLocation)
  #expect(error?.description.contains("\n") == false, sourceLocation: sourceLocation)
}

/// Leaves the remains of a killed instance at a path: a socket's name without a process behind it.
private func leaveDeadSocket(at path: SocketPath) throws {
  let kept = path.string + ".kept"
  let listener = try UnixListener(at: path)
  guard unsafe link(path.string, kept) == 0 else { throw TestFailure("link: errno \(errno)") }
  _ = consume listener
  guard unsafe rename(kept, path.string) == 0 else { throw TestFailure("rename: errno \(errno)") }
}

extension mode_t {
  fileprivate var isSocket: Bool { self & S_IFMT == S_IFSOCK }
}
