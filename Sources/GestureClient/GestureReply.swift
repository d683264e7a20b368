/// The daemon's reply to a request that succeeded.
public struct GestureReply: Hashable, Sendable {
  /// The reply, unchanged.
  public let line: GestureLine
  /// The lines before the reply that belong to it, such as the regions of a list.
  public let listed: [GestureLine]

  /// Decodes the reply as the caller's type.
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
