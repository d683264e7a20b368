import GestureCore
import GestureProtocol

/// A request whose work goes on over several turns, so that fingers are taken between its parts (H1).
///
/// Its client's next request waits until this one is answered. Where it changes what is declared, so does every request that
/// changes it too: a batch of edits is made on a copy.
struct OngoingRequest {
  /// What the request calls itself.
  let id: RequestID?
  /// Who has made it.
  let client: ClientIdentity
  /// The audience whose scene it is about.
  let audience: Int
  /// Whether it changes what is declared there.
  let isEdit: Bool
  /// Does the next part, which ends where `Turn.isOver` says so: what came of it.
  let part: (Turn) throws(RequestError) -> Progress

  /// Whether the next part takes long and cannot be spread: a turn begins with it then.
  var isNextLong = false

  /// What has come of a part.
  enum Progress {
    /// The request is not done.
    case goesOn
    /// It is done, and the reply is still to be sent: with these fields.
    case done([ReplyField])
    /// It is done, and the reply was sent before, or there is to be none.
    case replied
  }
}
