internal import GestureCore

/// The keys of `[touch]`, the options that turn contacts into touches. The core defines them.
enum TouchSection {
  /// The keys in the order of the manual.
  static let keys = TouchSettings.options.map(KeyDescription.init)

  /// Reads the table; an empty one gives the defaults.
  static func read(_ reader: SectionReader, _ mistakes: inout MistakeList) -> OptionTable {
    reader.refuseUnknownKeys(known: keys.map(\.key), &mistakes)
    return reader.options(TouchSettings.options, &mistakes)
  }
}
