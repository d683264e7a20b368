import LinuxEventLoop

/// Whether this user's session is locked, according to logind. The lock screen has to report it to logind. GNOME's and
/// Plasma's lock screens do; the manuals of other lock screens say whether they do.
public enum SessionLock {
  /// The present state of the lock, and each change. The stream throws where logind does not answer any more.
  ///
  /// A thread of its own waits for changes while the program runs.
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
