public import GestureProtocol
import JSONReading

/// Turns a line into a request, or reports the error.
public enum RequestReader {
  /// Reads a line.
  ///
  /// - Parameter line: any bytes, without the newline.
  /// - Throws: the first error, in this order: the line, JSON, the command, its fields. Unknown fields come first, by
  ///   the alphabet, then missing fields, then values.
  public static func read(
    _ line: ArraySlice<UInt8>, limits: RequestLimits = RequestLimits()
  ) throws(RequestFailure) -> Request {
    let fields: [String: JSONValue]
    do throws(RequestError) {
      try LineCheck.check(line, limits: limits)
      fields = try JSONReader.object(line)
    } catch {
      throw RequestFailure(id: nil, error)
    }
    return try RequestDecoder.decode(fields, limits: limits)
  }
}
