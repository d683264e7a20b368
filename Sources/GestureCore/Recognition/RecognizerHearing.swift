/// Whether somebody listens to a recognizer. It is fixed with the first landing of each attempt
/// (MULTI-8).
public enum RecognizerHearing: Comparable, Hashable, Sendable {
  /// Nobody does: it takes no part at all (MULTI-5).
  case unheard
  /// Somebody watches whatever there is: it reports and disturbs nobody (MULTI-6).
  case observed
  /// Somebody asked for it: it is what it was declared as (MULTI-7).
  case asked
}
