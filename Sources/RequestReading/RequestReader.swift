public import GestureProtocol

/// Makes a request of a line, or says what is wrong with it.
public enum RequestReader {
  /// Reads a line.
  ///
  /// - Parameter line: any bytes, without the newline.
  /// - Throws: the first thing that is wrong, in the order: the line, JSON, the command, its fields (unknown ones by
  ///   the alphabet, missing ones, values).
  public static func read(
    _ line: ArraySlice<UInt8>, limits: RequestLimits = RequestLimits()
  ) throws(RequestFailure) -> Request {
    let fields: [String: JSONValue]
    do throws(RequestError) {
      try LineCheck.check(line, limits: limits)
      fields = try JSONReader.read(line)
    } catch {
      throw RequestFailure(id: nil, error)
    }
    return try RequestDecoder.decode(fields, limits: limits)
  }
}
