import Glibc
import Synchronization

/// Reads the mode of a path in another thread, as often as it can, and keeps all modes.
final class ModeWatcher: Sendable {
  private let path: String
  private let modes = Mutex<Set<mode_t>>([])
  private let phase = Atomic<Int>(0)

  /// Starts to read, and has read once when it returns.
  init(path: String) {
    self.path = path
    var thread = pthread_t()
    let context = unsafe Unmanaged.passRetained(self).toOpaque()
    unsafe pthread_create(
      &thread, nil,
      { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<ModeWatcher>.fromOpaque(context).takeRetainedValue().look()
        return nil
      }, context)
    while phase.load(ordering: .acquiring) == 0 { sched_yield() }
  }

  /// The modes that the thread has read.
  func stop() -> Set<mode_t> {
    phase.store(2, ordering: .releasing)
    while phase.load(ordering: .acquiring) != 3 { sched_yield() }
    return modes.withLock { $0 }
  }

  private func look() {
    repeat {
      if let mode = status(of: path)?.st_mode { modes.withLock { _ = $0.insert(mode) } }
      _ = phase.compareExchange(expected: 0, desired: 1, ordering: .acquiringAndReleasing)
    } while phase.load(ordering: .acquiring) != 2
    phase.store(3, ordering: .releasing)
  }
}
