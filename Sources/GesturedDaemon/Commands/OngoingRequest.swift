import GestureCore
import GestureProtocol

/// A request whose work goes on over several turns, so that fingers are taken between its parts (H1).
///
/// Its client's next request waits until this one is answered. So does every request that would change what is declared,
/// whoever makes it: a batch of edits is made on a copy.
struct OngoingRequest {
  /// What the request calls itself.
  let id: RequestID?
  /// Who has made it.
  let client: ClientIdentity
  /// The audience whose scene it is about.
  let audience: Int
  /// Does the next part, which ends where `CommandRunner.isTurnOver` says so: what the reply says, or nil where it goes on.
  let part: (Instant) throws(RequestError) -> [ReplyField]?
}
