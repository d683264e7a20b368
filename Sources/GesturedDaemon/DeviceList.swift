import GesturedConfiguration

public enum DeviceList {
  public enum Format { case none, text, json }
  public static func run(configuration: Configuration, format: Format) throws(DaemonError) {}
}
public enum Recorder { public static func run(device: String) throws(DaemonError) {} }
