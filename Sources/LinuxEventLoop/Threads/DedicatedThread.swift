import Glibc
import SystemPackage

/// A thread of its own for a body that waits, so that no other thread has to wait.
public enum DedicatedThread {
  private final class Body {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }

  /// Runs a body on a new thread, which ends with the body. Other threads handle signals.
  ///
  /// - Throws: `SystemError` of `pthread_create`: EAGAIN when the process or its user has too many threads.
  public static func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    var all = sigset_t()
    var previous = sigset_t()
    unsafe sigfillset(&all)
    // A thread begins with the signal mask of its creator.
    unsafe pthread_sigmask(SIG_SETMASK, &all, &previous)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &previous, nil) }
    let context = unsafe Unmanaged.passRetained(Body(body))
    var thread = pthread_t()
    let refusal = unsafe pthread_create(
      &thread, nil,
      { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context.toOpaque())
    guard refusal == 0 else {
      unsafe context.release()
      throw SystemError(operation: "pthread_create", errno: Errno(rawValue: refusal))
    }
    pthread_detach(thread)
  }
}
