internal import GestureCore

/// `[touch]`: how contacts become touches. Its options are the core's.
enum TouchSection {
  /// The keys in the order of the manual.
  static let keys = TouchSettings.options.map(KeyDescription.init)

  /// Reads the table; an empty one gives the defaults.
  static func read(_ reader: SectionReader, _ mistakes: inout MistakeList) -> OptionTable {
    reader.refuseUnknownKeys(known: keys.map(\.key), &mistakes)
    return reader.options(TouchSettings.options, &mistakes)
  }
}
