import GestureProtocol
import RequestReading

/// Reads a line: the request, or its error.
func decode(_ line: String, limits: RequestLimits = RequestLimits()) -> Result<Request, RequestFailure> {
  decode(Array(line.utf8), limits: limits)
}

/// Reads bytes: the request, or its error.
func decode(_ line: [UInt8], limits: RequestLimits = RequestLimits()) -> Result<Request, RequestFailure> {
  Result { () throws(RequestFailure) in try RequestReader.read(line[...], limits: limits) }
}

extension Result where Success == Request, Failure == RequestFailure {
  /// The request; nil for an error.
  var request: Request? { try? get() }

  /// The failure; nil for a request.
  var failure: RequestFailure? {
    if case .failure(let failure) = self { failure } else { nil }
  }

  /// `code path message [hint]` of a wrong line; `ok` of a right one.
  var summary: String {
    guard let error = failure?.error else { return "ok" }
    return "\(error.code.rawValue) \(error.path ?? "-") \(error.message)"
      + (error.hint.map { " [\($0)]" } ?? "")
  }
}
