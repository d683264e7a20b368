import GestureCore

/// Warnings about a configuration that is read again, or parts of it without effect.
package enum ReloadWarning: String, DeclaredMessage {
  case kept = "the configuration stays as it was: …: gestured --check-config tells all"
  case socketOfServiceManager =
    "… in [socket] does nothing here: the service manager keeps the sockets, as gestured.socket and gestured-raw.socket say"
  case regionsContradict = "its regions cannot lie on a screen with those of clients: …"
  case recognizersContradict = "its recognizers make no sense with those of clients: …"
  case socketLater = "… in [socket] counts from the next start"

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
