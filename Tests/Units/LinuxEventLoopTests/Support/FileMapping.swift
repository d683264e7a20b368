import LinuxEventLoop

/// A part of a file that is mapped into this process and that nobody may write to, of which nothing was ever written.
struct FileMapping {
  var start: UInt
  var end: UInt
  /// How much of it is in memory, and mapped.
  var residentKibibytes = 0
  /// How much of it is in no file: the loader wrote there before it was locked.
  var writtenKibibytes = 0

  /// All there are, as the kernel has them at this moment. The corresponding file is `/proc/self/smaps`.
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

  /// Has each page of it mapped.
  ///
  /// - Returns: something that depends on what is there.
  @unsafe func readEachPage() -> UInt8 {
    stride(from: start, to: end, by: 4096).reduce(0) { sum, address in
      guard let page = unsafe UnsafePointer<UInt8>(bitPattern: address) else { return sum }
      return unsafe sum &+ page.pointee
    }
  }
}
