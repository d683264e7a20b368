import CLinux

/// What a start leaves in memory and the work after it does not need.
///
/// To start, a program is linked with its libraries, reads its configuration, looks up types: some 10 MB of its file are
/// read once, and stay as long as nobody else needs the memory. On a machine where somebody does, that is too late.
public enum StartMemory {
  /// Gives it back: pages of the program's file and its libraries', and what is free of the heap.
  ///
  /// Nothing is lost: the pages are as they are in the files, and the kernel maps them again, 64 KiB at a time, where they are
  /// read. What is in use comes back within the next frames and requests, for some hundred page faults in all; so it is
  /// no work for between a frame and its line.
  ///
  /// The corresponding C functions are `madvise` and `malloc_trim`.
  public static func release() {
    clinux_release_start_memory()
  }
}
