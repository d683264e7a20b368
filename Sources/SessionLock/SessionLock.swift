import LinuxEventLoop

/// Whether this user's session is locked, as logind knows it: what a lock screen says that tells logind (GNOME's and Plasma's
/// do, of others their manual).
public enum SessionLock {
  /// Whether it is locked, now and each time that it changes. It ends by throwing, where logind cannot be asked any more.
  ///
  /// It waits on a thread of its own, for as long as the program runs.
  public static func states() -> AsyncThrowingStream<Bool, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(
      of: Bool.self, throwing: (any Error).self, bufferingPolicy: .bufferingNewest(1))
    do throws(SystemError) {
      try DedicatedThread.start { watch(continuation) }
    } catch {
      continuation.finish(throwing: error)
    }
    return stream
  }

  private static func watch(_ continuation: AsyncThrowingStream<Bool, any Error>.Continuation) {
    do throws(SessionLockError) {
      let bus = try SystemBus()
      var latest: Bool?
      while true {
        let isLocked = try bus.isSessionLocked()
        if isLocked != latest { continuation.yield(isLocked) }
        latest = isLocked
        try bus.waitForChange()
      }
    } catch {
      continuation.finish(throwing: error)
    }
  }
}
