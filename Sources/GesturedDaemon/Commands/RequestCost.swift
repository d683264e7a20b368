/// What a request has cost beyond being read, so that a turn does not do too much: fingers go before words.
struct RequestCost: Hashable {
  /// The lines that it was answered with before its reply.
  var lines = 0
  /// The recognizers and regions that were gone through for it, on each touchscreen.
  var steps = 0
}
