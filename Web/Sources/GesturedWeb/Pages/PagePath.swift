/// The path of a request in the folder of pages.
enum PagePath {
  /// Decodes a target's path once.
  ///
  /// - Returns: the parts of the path, an empty last one for a folder; nil for a path that no file can have here. A part
  ///   is never hidden, never `..`, has no zero, no slash and no backslash, and is UTF-8.
  static func parts(of target: String) -> [String]? {
    let path = target.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    guard path.first == UInt8(ascii: "/") else { return nil }
    var parts: [String] = []
    for written in path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      guard let part = decoded(written), !part.hasPrefix(".") else { return nil }
      parts.append(part)
    }
    guard parts.count <= 64, !parts.dropLast().contains("") else { return nil }
    return parts
  }

  private static func decoded(_ written: Substring.UTF8View) -> String? {
    let digit = { (byte: UInt8) in Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init) }
    var bytes: [UInt8] = []
    var rest = written[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    guard !bytes.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }) else {
      return nil
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The range of bytes that media elements ask for; nil for one that is not understood, which means the whole file. It is
  /// empty for a range outside of the file.
  static func part(_ text: String, of size: Int) -> Range<Int>? {
    guard text.hasPrefix("bytes=") else { return nil }
    let ends = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    switch (Int(ends[0]), Int(ends[1])) {
    case (nil, let count?) where ends[0].isEmpty: return max(0, size - count)..<size
    case (let first?, nil) where ends[1].isEmpty: return min(first, size)..<size
    case (let first?, let last?) where first <= last: return min(first, size)..<min(last, size - 1) + 1
    default: return nil
    }
  }

  /// The type of a file by its ending.
  static func type(of name: String) -> String {
    let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return types[ending] ?? "application/octet-stream"
  }

  private static let types = [
    "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8", "ts": "text/plain; charset=utf-8",
    "css": "text/css; charset=utf-8", "json": "application/json", "map": "application/json",
    "txt": "text/plain; charset=utf-8", "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg",
    "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp", "avif": "image/avif",
    "ico": "image/x-icon", "woff": "font/woff", "woff2": "font/woff2", "ttf": "font/ttf",
    "wasm": "application/wasm", "mp4": "video/mp4", "webm": "video/webm", "mp3": "audio/mpeg",
    "ogg": "audio/ogg", "wav": "audio/wav", "pdf": "application/pdf",
    "webmanifest": "application/manifest+json",
  ]
}
