extension MessageEncoder {
  /// A device's line of `--list-devices`.
  public func write(_ verdict: DeviceVerdict, to line: inout LineWriter) {
    line.removeAll()
    line.append(#"{"node":""#)
    line.append(escaping: verdict.node)
    line.append(#"","name":""#)
    line.append(escaping: verdict.name)
    line.append(#"","id":""#)
    line.append(escaping: verdict.numbers)
    line.append(verdict.isUsed ? #"","used":true,"reason":""# : #"","used":false,"reason":""#)
    line.append(escaping: verdict.reason)
    line.append("\"")
    for finding in verdict.findings {
      line.append(",\"")
      line.append(finding.topic.rawValue)
      line.append(#"":{"value":""#)
      line.append(escaping: finding.value)
      line.append(#"","reason":""#)
      line.append(escaping: finding.reason)
      line.append("\"}")
    }
    line.append("}")
    line.endLine()
  }
}
