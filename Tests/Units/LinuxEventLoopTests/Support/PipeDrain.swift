import Glibc
import Synchronization
import SystemPackage

/// Reads a number of bytes from a pipe in another thread, as a slow reader would, in small pieces.
final class PipeDrain: Sendable {
  private let descriptor: FileDescriptor
  private let count: Int
  private let bytes = Mutex<[UInt8]>([])
  private let isDone = Atomic<Bool>(false)

  /// Starts to read.
  init(_ descriptor: FileDescriptor, count: Int) {
    self.descriptor = descriptor
    self.count = count
    var thread = pthread_t()
    let context = unsafe Unmanaged.passRetained(self).toOpaque()
    unsafe pthread_create(
      &thread, nil,
      { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<PipeDrain>.fromOpaque(context).takeRetainedValue().read()
        return nil
      }, context)
  }

  /// All bytes, once the last one has arrived.
  func finish() -> [UInt8] {
    while !isDone.load(ordering: .acquiring) { sched_yield() }
    return bytes.withLock { $0 }
  }

  private func read() {
    var buffer = [UInt8](repeating: 0, count: 5000)
    var total = 0
    while total < count {
      var request = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
      unsafe poll(&request, 1, -1)
      let length = unsafe Glibc.read(descriptor.rawValue, &buffer, buffer.count)
      guard length > 0 else { continue }
      total += length
      bytes.withLock { $0 += buffer.prefix(length) }
    }
    isDone.store(true, ordering: .releasing)
  }
}
