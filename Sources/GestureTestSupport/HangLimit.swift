import GestureCore

/// How long a test waits in real time for a process, a thread or a socket.
///
/// The limit is for what hangs, and for nothing else: a busy machine may take minutes for what a quiet one does at once.
public enum HangLimit {
  /// In seconds: for programs and dates.
  public static let seconds = 600
  /// For a wait of `Poller`.
  public static let span = TimeSpan.milliseconds(Double(seconds) * 1000)
  /// For tasks.
  public static let duration = Duration.seconds(seconds)
}
