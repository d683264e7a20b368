import GestureCore

extension Instant {
  /// An event's stamp, for any numbers at all (T2): negative parts count as 0, microseconds that make a
  /// second or more as 999,999, and nothing is later than `latestStamp`.
  init(stampSeconds seconds: Int, microseconds: Int) {
    let limit = Int(Instant.latestStamp.microseconds / 1_000_000)
    let whole = min(max(seconds, 0), limit) * 1_000_000
    let fraction = min(max(microseconds, 0), 999_999)
    self = min(Instant(microseconds: Int64(whole + fraction)), .latestStamp)
  }
}
