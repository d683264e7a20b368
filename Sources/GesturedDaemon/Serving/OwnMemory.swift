import LinuxEventLoop

/// The memory of a process that reads touchscreens.
public enum OwnMemory {
  /// Closes it to other processes of the same user: what fingers did lies in it (H14). Where that is not possible the process
  /// says so and goes on, as it does its work all the same.
  public static func close() {
    guard let failure = ProcessMemory.hide() else { return }
    Terminal.complain(
      "memory: other processes of this user can read it (prctl: \(failure)): let the sandbox allow prctl")
  }
}
