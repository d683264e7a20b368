import GestureCore

/// Warnings about a configuration that is read again, or parts of it without effect.
package enum ReloadWarning: String, DeclaredMessage {
  case kept = "the configuration stays as it was: …: gestured --check-config reports every mistake"
  case socketOfServiceManager =
    "… in [socket] does nothing here: the service manager keeps the sockets, as gestured.socket and gestured-raw.socket say"
  case regionsContradict = "its regions contradict regions of clients: …"
  case recognizersContradict = "its recognizers contradict recognizers of clients: …"
  case socketLater = "… in [socket] takes effect at the next start"

  package var advice: String {
    switch self {
    case .kept: "Correct the files, then run `systemctl reload gestured`."
    case .socketOfServiceManager: "Run `systemctl edit gestured.socket`, and remove the keys from the file."
    case .regionsContradict, .recognizersContradict:
      "Rename what the reason names, or stop the client that declares it, then reload."
    case .socketLater: "Run `systemctl restart gestured`; clients have to connect again."
    }
  }
}
