import Glibc
import SystemPackage

/// The names in a folder.
public enum FolderListing {
  /// The names with a given ending that do not begin with a dot, sorted by bytes; empty where the folder is missing.
  ///
  /// - Parameter maximum: the most entries of the folder that are read.
  /// - Throws: `FileError.system` where the folder exists and cannot be read.
  public static func names(
    in path: String, endingIn ending: String, maximum: Int
  ) throws(FileError) -> [String] {
    guard let folder = unsafe opendir(path) else {
      let error = SystemError.last("opendir", path: path)
      if error.errno == .noSuchFileOrDirectory { return [] }
      throw .system(error)
    }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    var seen = 0
    while seen < maximum, let entry = unsafe readdir(folder) {
      seen += 1
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix("."), name.hasSuffix(ending) { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
