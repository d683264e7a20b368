import LinuxEventLoop

/// The memory of a process that reads touchscreens.
public enum OwnMemory {
  /// Hides the memory from other processes of the same user, as it contains touches (H14). Where that fails, the
  /// process logs it and goes on.
  public static func close() {
    guard let failure = ProcessMemory.hide() else { return }
    Terminal.complain(
      SocketMessage.memoryReadable.with(failure))
  }
}
