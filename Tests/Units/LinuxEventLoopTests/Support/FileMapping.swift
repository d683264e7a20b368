import LinuxEventLoop

/// A read-only mapping of a file into this process.
struct FileMapping {
  var start: UInt
  var end: UInt
  /// The size of its pages that are in memory and mapped.
  var residentKibibytes = 0
  /// The size of its pages that differ from the file, because the loader wrote to them before it locked the mapping.
  var writtenKibibytes = 0

  /// All mappings that the kernel reports now in `/proc/self/smaps`.
  static func unwritable() throws -> [FileMapping] {
    var mappings: [FileMapping] = []
    var isWanted = false
    let text = try BoundedFile.read("/proc/self/smaps", maximumBytes: 1 << 22)
    for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      if let name = words.first, name.hasSuffix(":") {
        guard isWanted, words.count > 1, let number = Int(words[1]) else { continue }
        if name == "Rss:" { mappings[mappings.count - 1].residentKibibytes = number }
        if name == "Anonymous:" { mappings[mappings.count - 1].writtenKibibytes = number }
      } else {
        isWanted = words.count == 6 && words[5].hasPrefix("/") && words[1].hasPrefix("r-")
        let bounds = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        if isWanted { mappings.append(FileMapping(start: bounds[0], end: bounds[1])) }
      }
    }
    return mappings.filter { $0.writtenKibibytes == 0 }
  }

  /// Maps each page by reading it.
  ///
  /// - Returns: A value that depends on the contents.
  @unsafe func readEachPage() -> UInt8 {
    stride(from: start, to: end, by: 4096).reduce(0) { sum, address in
      guard let page = unsafe UnsafePointer<UInt8>(bitPattern: address) else { return sum }
      return unsafe sum &+ page.pointee
    }
  }
}
