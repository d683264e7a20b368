import ArgumentParser

/// The device of a tool.
enum DeviceArgument: ExpressibleByArgument, CustomStringConvertible {
  /// The only touchscreen.
  case only
  /// The touchscreen with a path or name.
  case named(String)

  init(argument: String) {
    self = .named(argument)
  }

  /// The path or name; nil for the only touchscreen.
  var name: String? {
    switch self {
    case .only: nil
    case .named(let name): name
    }
  }

  var description: String { name ?? "the only touchscreen" }
}
