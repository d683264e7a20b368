import ArgumentParser

/// The device that a tool is for.
enum DeviceArgument: ExpressibleByArgument, CustomStringConvertible {
  /// The only touchscreen that there is.
  case only
  /// The one with that path or name.
  case named(String)

  init(argument: String) {
    self = .named(argument)
  }

  /// Its path or name; nil for the only one.
  var name: String? {
    switch self {
    case .only: nil
    case .named(let name): name
    }
  }

  var description: String { name ?? "the only touchscreen" }
}
