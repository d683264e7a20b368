import GestureCore

/// Further properties of a recognizer in a list of all owners: whether a client listens, and the options in use.
public struct RecognizerSetting: Hashable, Sendable {
  /// The hearing for each number of fingers, in the order of the recognizer's line.
  public var hearing: [RecognizerHearing]
  /// The options, in the order of the manual.
  public var options: [ReplyField]

  /// The setting of recognizers of one name: one for each number of fingers.
  ///
  /// - Parameter instances: at least one.
  public init(_ instances: [RecognizerInstance]) {
    hearing = instances.map(\.hearing)
    options =
      instances.first.map { instance in
        instance.type.options.compactMap { option in
          instance.options[option.key].map { ReplyField(option.key, ReplyValue($0)) }
        }
      } ?? []
  }

  /// The fields of the line.
  var fields: [ReplyField] {
    [
      ReplyField("hearing", .list(hearing.map { .text($0.word) })), ReplyField("options", .object(options)),
    ]
  }
}

extension RecognizerHearing {
  /// The word on the wire.
  public var word: String {
    switch self {
    case .unheard: "none"
    case .observed: "observed"
    case .asked: "asked"
    }
  }
}

extension ReplyValue {
  /// The value of an option.
  init(_ option: OptionValue) {
    switch option {
    case .number(let number): self = .decimal(number)
    case .integer(let number): self = .integer(number)
    case .flag(let flag): self = .flag(flag)
    case .words(let words): self = .list(words.map(ReplyValue.text))
    }
  }
}
