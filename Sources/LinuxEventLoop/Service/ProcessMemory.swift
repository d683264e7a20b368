import CLinux
import SystemPackage

/// Protects the memory of this process.
public enum ProcessMemory {
  /// Keeps other processes of the same user from reading the memory, as a debugger does, and the kernel from writing it
  /// to a core file. The memory holds what fingers did (H14). Root may still read it. The files of this process in
  /// /proc belong to root from now on.
  ///
  /// - Returns: the reason of a failure; nil for success. The corresponding C function is `prctl` with PR_SET_DUMPABLE.
  public static func hide() -> Errno? {
    clinux_hide_memory() == 0 ? nil : lastErrno
  }
}
