import GesturedBase

/// The processor time of users with scenes of their own.
extension Publisher {
  /// Whether a user has processor time left for a scene of its own (H1).
  package func mayWork(for user: UInt32?) -> Bool {
    user.map { turn.mayWork(for: $0) } ?? true
  }

  /// Charges a user for the processor time since an earlier reading.
  ///
  /// - Parameter begin: the earlier reading of `processorTime`, in microseconds.
  package func charge(_ user: UInt32?, since begin: Int64) {
    guard let user else { return }
    turn.charge(processorTime() - begin, to: user)
  }
}
