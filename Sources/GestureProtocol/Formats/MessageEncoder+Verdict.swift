extension MessageEncoder {
  /// What `--list-devices` says of a device.
  public func write(_ verdict: DeviceVerdict, to line: inout LineWriter) {
    line.removeAll()
    line.append(#"{"node":""#)
    line.append(escaping: verdict.node)
    line.append(#"","name":""#)
    line.append(escaping: verdict.name)
    line.append(verdict.isUsed ? #"","used":true,"reason":""# : #"","used":false,"reason":""#)
    line.append(escaping: verdict.reason)
    line.append("\"}")
    line.endLine()
  }
}
