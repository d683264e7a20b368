import CLinux
import SystemPackage

/// Who may look at the memory of this process.
public enum ProcessMemory {
  /// Keeps other processes of the same user from reading it, as a debugger does, and the kernel from writing it to a core
  /// file: what fingers did lies in it (H14). Root may read it still. The files of this process in /proc belong to root from
  /// now on.
  ///
  /// - Returns: why that is not possible; nil where it was done. The corresponding C function is `prctl` with
  ///   PR_SET_DUMPABLE.
  public static func hide() -> Errno? {
    clinux_hide_memory() == 0 ? nil : lastErrno
  }
}
