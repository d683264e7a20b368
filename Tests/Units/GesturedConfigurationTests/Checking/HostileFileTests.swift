import GesturedConfiguration
import Testing

/// Random and damaged files. Any bytes give a configuration or mistakes, each on one line.
@Suite struct HostileFileTests {
  /// SplitMix64, for the same files in each run.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  /// Pieces of files beyond single bytes.
  private static let fragments = [
    "[", "]", "{", "}", "=", "\"", "'", "\"\"\"", "#", "\n", ".", ",", "[[", "]]", "-", "0x", "1e999", "nan",
    "-inf",
    "9223372036854775807", "true", "\\u0000", "\\U0010FFFF", "1979-05-27T07:32:00Z", "[recognizer.tap]",
    "kind = ",
    "touches = [", "require_to_fail = [\"tap\"]\n", "simultaneous_with = \"*\"\n", "passive = false\n",
    "\u{FEFF}",
    "é", "\u{1F600}", "enabled = false\n", "kind:tap",
  ]

  /// The tables of the shipped file without its prose, and others, so that only syntax is left.
  private static let tables: [String] = {
    let lines = String(decoding: Configuration.builtInText, as: UTF8.self).split(separator: "\n")
    let shipped = lines.filter { !$0.hasPrefix("#") }.joined(separator: "\n").split(separator: "[recognizer.")
    return shipped.map { "[recognizer.\($0)" } + [
      "[recognizer.a]\nkind = \"tap\"\nrequire_to_fail = [\"b\"]\nsimultaneous_with = \"*\"\n",
      "[recognizer.b]\nkind = \"pan\"\ntouches = 2\nmaximum_touches = 10\nminimum_distance_mm = 0.5e1\n",
      "[device.d]\nname = \"ACME*\"\nsize_mm = [344.2, 193.6]\nignore = false\n",
      "[socket]\npath = '/run/x.sock'\nmode = \"\\u0030660\"\nqueue_lines = 0x40\nstall_ms = 5_000.0\n",
    ]
  }()

  private static func mutated(_ bytes: [UInt8], using generator: inout Generator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let start = Int.random(in: 0...bytes.count, using: &generator)
      let end = min(bytes.count, start + Int.random(in: 0...24, using: &generator))
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: bytes.removeSubrange(start..<end)
      case 1: bytes.insert(contentsOf: bytes[start..<end], at: Int.random(in: 0...start, using: &generator))
      case 2: bytes.insert(UInt8.random(in: .min ... .max, using: &generator), at: start)
      case 3:
        bytes.replaceSubrange(start..<end, with: (fragments.randomElement(using: &generator) ?? "").utf8)
      default: bytes.insert(contentsOf: (fragments.randomElement(using: &generator) ?? "").utf8, at: start)
      }
    }
    return bytes
  }

  @Test("mutated files give a configuration or mistakes, never a trap", arguments: 0..<4 as Range<UInt64>)
  func mutations(seed: UInt64) {
    var generator = Generator(state: seed)
    var accepted = 0
    var refused = 0
    for _ in 0..<5000 {
      // A file has few tables, so that a run is quick and a mistake is rarely hidden behind an earlier one.
      let file = Self.tables.shuffled(using: &generator).prefix(3).joined(separator: "\n")
      let bytes = Self.mutated(Array(file.utf8), using: &generator)
      do {
        _ = try Configuration.parse(bytes, file: "f.toml")
        accepted += 1
      } catch {
        refused += 1
        #expect(!error.mistakes.isEmpty)
        for mistake in error.mistakes {
          let isOneLine = mistake.description.unicodeScalars.allSatisfy {
            $0.value >= 0x20 && $0.value != 0x7F
          }
          #expect(isOneLine && mistake.line >= 1 && mistake.column >= 1)
        }
      }
    }
    #expect(accepted > 20 && refused > 20, "the files should be of both sorts")
  }
}
