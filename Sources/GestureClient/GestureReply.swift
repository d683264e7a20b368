/// The daemon's answer to a request that it has carried out.
public struct GestureReply: Hashable, Sendable {
  /// The reply as it was sent.
  public let line: GestureLine
  /// The lines that the request asked for and that came before the reply: the regions of a list of them.
  public let listed: [GestureLine]

  /// Reads the reply as a type of the caller's.
  ///
  /// - Throws: `GestureClientError.unexpectedReply`.
  public func decode<Value: Decodable>(as type: Value.Type) throws(GestureClientError) -> Value {
    do {
      return try line.decode(as: type)
    } catch {
      throw .unexpectedReply(line.text)
    }
  }
}
