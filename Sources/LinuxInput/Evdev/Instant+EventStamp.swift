import GestureCore

extension Instant {
  /// An event's stamp, made of any numbers at all (T2). Negative parts count as 0. Microseconds of a second or more
  /// count as 999,999. No stamp is later than `latestStamp`.
  init(stampSeconds seconds: Int, microseconds: Int) {
    let limit = Int(Instant.latestStamp.microseconds / 1_000_000)
    let whole = min(max(seconds, 0), limit) * 1_000_000
    let fraction = min(max(microseconds, 0), 999_999)
    self = min(Instant(microseconds: Int64(whole + fraction)), .latestStamp)
  }
}
