import GestureCore
import GestureProtocol
import GesturedBase
import GesturedServing

/// A request that runs over several turns, so that touches are handled between its parts (H1).
///
/// The client's next request waits until this one is answered. Edits work on a copy, so that all edits of the same
/// scene wait as well.
struct OngoingRequest {
  /// The id that the client gave the request.
  let id: RequestID?
  /// The client that made the request.
  let client: ClientIdentity
  /// The stage that the request is about.
  let stage: Stage
  /// Whether the request changes the declarations of that stage.
  let isEdit: Bool
  /// Whether the request sends many lines that are never dropped. It rests while too many of them wait for the user's
  /// clients (H2).
  let isListing: Bool
  /// Runs the next part on a stage, until `Turn.isOver`, and returns the progress.
  let part: (Stage) throws(RequestError) -> Progress

  /// The version of the scene that the latest part saw. An edit begins again in another version, and a list is
  /// made again.
  var version: Int
  /// How many versions of the scene the parts saw.
  var beginnings = 1
  /// Whether the next part is long and cannot be spread. A turn then begins with it.
  var isNextLong = false

  /// The result of a part.
  enum Progress {
    /// The request is unfinished.
    case goesOn
    /// The request is finished; the reply with these fields is still to be sent.
    case done([ReplyField])
    /// The request is finished; its reply was sent, or it gets none.
    case replied
  }
}
