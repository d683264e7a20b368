import CLinux

/// The memory that a start leaves behind and the later work does not need.
///
/// A starting program is linked with its libraries, reads its configuration, and looks up types. Its start reads some
/// 10 MB of its file once. The pages stay in memory until another program needs the memory, which is too late on a
/// small machine.
public enum StartMemory {
  /// Releases the pages of the program's file and of its libraries, the free parts of the heap, and on the first thread those
  /// of the stack.
  ///
  /// No data is lost: the pages of files are the same in the files, and the kernel maps them again when they are read, 64 KiB at
  /// a time. The pages in use come back within the next frames and requests, with some hundred page faults in all. The
  /// call therefore does not belong between a frame and its line.
  ///
  /// The corresponding C functions are `madvise` and `malloc_trim`.
  public static func release() {
    clinux_release_start_memory()
  }
}
