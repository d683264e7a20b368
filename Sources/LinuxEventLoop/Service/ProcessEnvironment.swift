import CLinux
import Glibc

/// The environment variables at the process's start, as a value, so that code that depends on them can be tested.
public struct ProcessEnvironment: Sendable {
  private let variables: [String: String]

  /// An environment of these variables.
  public init(_ variables: [String: String]) {
    self.variables = variables
  }

  /// An environment in the kernel's form: texts NAME=VALUE. Other texts are ignored.
  ///
  /// The first of two variables with one name counts, as with `getenv`.
  init(assignments: [String]) {
    var variables: [String: String] = [:]
    for assignment in assignments {
      // The search goes over bytes: a combining character after the sign would make it part of another Character.
      let bytes = assignment.utf8
      guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")), equals > bytes.startIndex else { continue }
      let name = String(decoding: bytes[..<equals], as: UTF8.self)
      if variables[name] == nil {
        variables[name] = String(decoding: bytes[bytes.index(after: equals)...], as: UTF8.self)
      }
    }
    self.variables = variables
  }

  /// The variables of this process, to be read once at the start; bytes that are not UTF-8 are replaced.
  ///
  /// The corresponding C variable is `environ`.
  public static func inherited() -> ProcessEnvironment {
    var assignments: [String] = []
    guard var entry = unsafe clinux_environment() else { return ProcessEnvironment([:]) }
    while let text = unsafe entry.pointee {
      unsafe assignments.append(String(cString: text))
      unsafe entry += 1
    }
    return ProcessEnvironment(assignments: assignments)
  }

  /// The value of a variable; nil when it is not set.
  public subscript(name: String) -> String? {
    variables[name]
  }
}
