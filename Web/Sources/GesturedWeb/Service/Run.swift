import CWeb
import Glibc
import NIOCore
import NIOPosix

/// Why the service cannot run, with the exit code.
public struct RunError: Error, CustomStringConvertible {
  public let exitCode: Int32
  public let description: String
}

/// Runs the bridge until a signal ends it.
public struct WebRun: Sendable {
  /// The folder of the token.
  public var runtimeFolder: String?
  /// The folder with gestured.js.
  public var assets: String
  /// Reads the configuration again.
  public var reload: @Sendable () throws -> WebConfiguration
  /// The log.
  public var journal: Journal

  /// A run of the bridge.
  public init(
    runtimeFolder: String?, assets: String, journal: Journal,
    reload: @escaping @Sendable () throws -> WebConfiguration
  ) {
    self.runtimeFolder = runtimeFolder
    self.assets = assets
    self.journal = journal
    self.reload = reload
  }

  /// Serves until SIGTERM or SIGINT. SIGHUP reads the configuration again.
  public func serve(_ configuration: WebConfiguration) throws {
    // Before the first thread, so that only this one gets signals.
    cweb_block_signals()
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let loop = group.next()
    let service = try loop.submit {
      NIOLoopBound(
        Service(loop: loop, configuration: configuration, assets: assets, journal: journal), eventLoop: loop)
    }.wait()
    let listeners = try listen(configuration, service, loop)
    let isStarted = cweb_passed_sockets() > 0
    let (tokenError, tokenPath, token) = try loop.submit { () -> (Int32, String?, String) in
      if isStarted || configuration.isView {
        service.value.idleEnd = { kill(getpid(), SIGTERM) }
        service.value.waitForPages(configuration.isView ? Service.browserTime : Service.idleTime)
      }
      let path = runtimeFolder.map { $0 + "/token" }
      let token = service.value.token
      return (path.map { token.write(to: $0) } ?? 0, path, token.text)
    }.wait()
    if tokenError != 0, let tokenPath {
      throw RunError(exitCode: 73, description: "\(tokenPath): cannot write the token (error \(tokenError))")
    }
    for listener in listeners {
      if let address = listener.localAddress, let port = address.port {
        let host = address.ipAddress ?? ""
        let place = "http://\(host.contains(":") ? "[\(host)]" : host):\(port)/"
        if configuration.isView {
          // Browsers never send the fragment.
          StandardError.print("\(place)view#token=\(token)\n")
        } else {
          journal.write(.info, "listening: \(place)")
        }
      }
    }
    unsafe cweb_notify("READY=1")
    wait(service, loop)
    unsafe cweb_notify("STOPPING=1")
    for listener in listeners { listener.close(promise: nil) }
    try loop.flatSubmit { service.value.stop() }.wait()
    if let tokenPath { unsafe unlink(tokenPath) }
    try group.syncShutdownGracefully()
  }

  private func wait(_ service: NIOLoopBound<Service>, _ loop: any EventLoop) {
    while true {
      guard cweb_wait_signal() == SIGHUP else { return }
      unsafe cweb_notify("RELOADING=1")
      do {
        let changed = try reload()
        try loop.submit { service.value.use(changed) }.wait()
      } catch {
        for line in "\(error)".split(separator: "\n") { journal.write(.error, String(line)) }
        journal.write(.warning, "configuration: kept as it was (correct the lines above, then reload)")
      }
      unsafe cweb_notify("READY=1")
    }
  }

  private func listen(
    _ configuration: WebConfiguration, _ service: NIOLoopBound<Service>, _ loop: any EventLoop
  ) throws -> [any Channel] {
    let bootstrap = ServerBootstrap(group: loop)
      .serverChannelOption(.backlog, value: 64)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      // Lines that a stuck page does not read wait in the daemon, which drops and tells, and not in the kernel.
      .childChannelOption(.socketOption(.so_sndbuf), value: 65_536)
      .childChannelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 8192))
      .childChannelOption(.maxMessagesPerRead, value: 1)
      .childChannelOption(.writeBufferWaterMark, value: .init(low: 16_384, high: 49_152))
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try service.value.accept(channel) }
      }
    let passed = cweb_passed_sockets()
    if passed > 0 {
      return try (3..<3 + passed).map { try bootstrap.withBoundSocket(CInt($0)).wait() }
    }
    return try configuration.listen.compactMap { address -> (any Channel)? in
      do {
        return try bootstrap.bind(host: address.host, port: address.port).wait()
      } catch let error as IOError where error.errnoCode == EADDRNOTAVAIL && configuration.listen.count > 1 {
        journal.write(.warning, "listen: this machine has no address \(address.text)")
        return nil
      } catch {
        throw RunError(exitCode: 73, description: "\(address.text): cannot listen (\(error))")
      }
    }
  }
}
