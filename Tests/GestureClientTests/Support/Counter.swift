import Synchronization

/// Counts what happens on another thread.
final class Counter: Sendable {
  private let count = Atomic(0)

  /// How often it has happened.
  var value: Int { count.load(ordering: .sequentiallyConsistent) }

  /// It has happened again.
  func increment() { count.add(1, ordering: .sequentiallyConsistent) }
}
