import CLinux
import Glibc

/// The environment variables a process was started with, as a value, so that what depends on them can be tested.
public struct ProcessEnvironment: Sendable {
  private let variables: [String: String]

  /// An environment of these variables.
  public init(_ variables: [String: String]) {
    self.variables = variables
  }

  /// The variables of this process, read once at the start; bytes that are not UTF-8 are replaced.
  ///
  /// Of a name given twice the first counts, as with `getenv`. The corresponding C variable is `environ`.
  public static func inherited() -> ProcessEnvironment {
    var variables: [String: String] = [:]
    guard var entry = unsafe clinux_environment() else { return ProcessEnvironment([:]) }
    while let text = unsafe entry.pointee {
      let assignment = unsafe String(cString: text)
      if let equals = assignment.firstIndex(of: "=") {
        let name = String(assignment[..<equals])
        let value = String(assignment[assignment.index(after: equals)...])
        variables[name] = variables[name] ?? value
      }
      unsafe entry += 1
    }
    return ProcessEnvironment(variables)
  }

  /// The value of a variable; nil when it is not set.
  public subscript(name: String) -> String? {
    variables[name]
  }
}
