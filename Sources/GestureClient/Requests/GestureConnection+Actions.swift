public import GestureProtocol

/// Actions: requests that go to the first responder, or along its chain.
extension GestureConnection {
  /// Sends an action to the first responder that performs it.
  ///
  /// ```swift
  /// let responder = try await connection.perform("copy")
  /// ```
  ///
  /// - Parameters:
  ///   - action: a name that some responder declares.
  ///   - value: what the action is about, at most 4 KiB of JSON; nil for none.
  ///   - target: the one responder that may take it: a region, `controller:` and a tag, or `application`; nil for the
  ///     first responder and its chain.
  ///   - sender: the region that sends it, whose chain is asked last.
  /// - Returns: the responder that took it; nil where none did.
  @discardableResult
  public func perform(
    _ action: String, value: JSONValue? = nil, target: String? = nil, sender: String? = nil
  ) async throws(GestureClientError) -> String? {
    var fields: [String: JSONValue] = ["action": .text(action)]
    if let value { fields["value"] = value }
    if let target { fields["target"] = .text(target) }
    if let sender { fields["sender"] = .text(sender) }
    return try await request(PerformCommand.name, fields).decode(as: Performed.self).responder
  }

  /// Passes an action that this program took on to the next responder that performs it.
  ///
  /// - Parameter target: the one responder that may take it; nil for those behind this one in its chain.
  /// - Returns: the responder that took it; nil where none did.
  @discardableResult
  public func passOn(
    _ action: ActionNotice, to target: String? = nil
  ) async throws(GestureClientError) -> String? {
    var fields: [String: JSONValue] = ["action": .text(action.action)]
    if let id = action.id { fields["pass"] = .integer(Int(clamping: id)) }
    if let target { fields["target"] = .text(target) }
    return try await request(PerformCommand.name, fields).decode(as: Performed.self).responder
  }

  /// Answers whether this program performs an action. The answer gets no reply.
  public func answer(_ question: ActionQuestion, _ value: Bool) throws(GestureClientError) {
    try answer(number: question.question, value)
  }

  private struct Performed: Decodable {
    var responder: String?
  }
}
