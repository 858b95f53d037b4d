import Access
import Base
import Composition
import Deadlines
import Foundation
import Geodata
import HTTPServing
import Identity
import Mail
import Moderation
import Presence
import Push
import QRCodes
import SpatialCatalog
import Storage
import Travel
import WaysideAPI
import WebClient

/// `wayside serve`: answers until it is told to stop.
enum ServeCommand {
  static let command = Command(
    name: "serve", operands: "", operandCount: 0...0,
    summary: """
      Serves the HTTP interface.
      Radii, limits, the walking speed, the mail server and hosts of private networks that may be
      asked are read from settings.json in the data folder, if there.
      """,
    options: Command.storeOptions + [
      Arguments.Option(
        name: "listen", value: "ADDRESS:PORT|unix:PATH",
        summary: "127.0.0.1:8080 unless given; a Unix socket for a proxy on this machine"),
      Arguments.Option(
        name: "health-listen", value: "ADDRESS:PORT|unix:PATH",
        summary: "where /livez and /readyz are answered too, and /metrics alone"),
      Arguments.Option(
        name: "trusted-proxies", value: "NETWORK[,...]",
        summary: "addresses or CIDR networks of proxies whose word counts on who asks"),
      Arguments.Option(
        name: "proxy-header", value: "FIELD",
        summary: "where they say so: x-forwarded-for unless given, or forwarded (RFC 7239)"),
      Arguments.Option(
        name: "public-address", value: "URL",
        summary: "where the server is reached from outside, for QR codes and links"),
      Arguments.Option(
        name: "web", value: "FOLDER",
        summary: "serves the pages from there, as tools/web wrote them, not those built in"),
      Arguments.Option(
        name: "rate-limits", value: "on|off",
        summary: "off for tests and benchmarks, on loopback only"),
      Arguments.Option(
        name: "bytes-per-address", value: "MEGABYTES",
        summary: "most bytes under way to and from one address, 1 to 65536; 64 unless given"),
      Arguments.Option(
        name: "push", value: "on|off",
        summary: "off sends no notifications to the push services of browsers; on unless given"),
      Arguments.Option(
        name: "trip-updates", value: "NAME=URL[,...]",
        summary: "where GTFS-Realtime trip updates of imported timetables are fetched from"),
      Arguments.Option(
        name: "trip-update-seconds", value: "SECONDS",
        summary: "how often, 10 to 3600; 30 unless given"),
      Arguments.Option(
        name: "log", value: "LEVEL", summary: "debug, info, warning or error; info unless given"),
    ],
    run: run)

  /// How long running requests may take after SIGTERM.
  private static let drainSeconds = 15.0

  private static func run(_ arguments: Arguments) throws {
    let signals = blockSignals()
    let listening = try Listening(arguments)
    let limited = try areLimited(arguments, isLocal: listening.isLoopback)
    let bytesPerAddress = try share(arguments["bytes-per-address"])
    let logger = Logger(minimum: try level(arguments["log"]))
    let installation = try Installation(
      arguments, isMade: true,
      publicAddress: arguments["public-address"] ?? listening.address,
      attempts: limited ? AttemptLimits() : .none,
      isPushOn: try isOn("push", in: arguments))
    let services = installation.services
    // Before anyone can ask for what the database has of them.
    let erasedAgain = try installation.eraseAgain()
    if erasedAgain > 0 { logger.warning("erased-again", ["accounts": .integer(erasedAgain)]) }
    let metrics = Metrics()
    metrics.gauge(
      "wayside_catalog_lag_seconds",
      "How long changes have been waiting for the layers in memory; readers wait for them.",
      read: { [catalog = services.catalog] in catalog.lag.seconds })
    metrics.gauge(
      "wayside_catalog_pending_changes", "Changes that wait for the layers in memory.",
      read: { [catalog = services.catalog] in Double(catalog.lag.changes) })
    metrics.gauge(
      "wayside_devices", "Devices whose zones are remembered.",
      read: { [watch = services.watch] in Double(watch.deviceCount) })
    let tripUpdates = TripUpdateWatch(
      try TripUpdateWatch.downloads(
        arguments["trip-updates"], folder: GeodataFolder(in: installation.folder),
        privateHosts: services.platform.settings.privateHosts),
      seconds: try period(arguments["trip-update-seconds"]), clock: services.platform.clock,
      logger: logger)
    let health = StoreHealth(installation.store, folder: installation.folder)
    health.start()
    let assets = try webAssets(arguments["web"])
    let api = try services.api(
      limits: limited ? RateLimits(clock: services.platform.clock) : nil, metrics: metrics,
      sprites: MapSprites { assets?.asset(at: "/sprites/\($0)")?.bytes(.identity) },
      reportFault: { _, id, error in
        logger.error("fault", ["request": .integer(Int(truncatingIfNeeded: id.value))])
        if isDebugging { Terminal.note("fault \(id): \(error)") }
      }, obstacles: { health.obstacles },
      notes: { [notes = installation.notes] in
        tripUpdates.notes + [notes.trouble].compactMap { $0 }
      })
    let healthPlace = try Listening.ofHealth(arguments)
    let open = api.router.routes.filter { healthPlace == nil || $0.operation != "getMetrics" }
    var settings = configuration(listening, folder: installation.folder, metrics: metrics)
    settings.limits.bytesPerAddress = bytesPerAddress
    let server = try HTTPServer(
      router: Router(open + WebClient(assets: assets).routes), configuration: settings)
    let healthServer = try healthPlace.map { place in
      var settings = settings
      place.configure(&settings)
      settings.workers = 1
      let server = try HTTPServer(
        router: Router(
          api.router.routes.filter { API.healthOperations.contains($0.operation) }),
        configuration: settings)
      Terminal.note("health is told on \(place.address(port: server.port))")
      return server
    }
    greet(listening, port: server.port, publicAddress: arguments["public-address"])
    logger.info("ready", ["port": .integer(server.port)])
    let erasures = try ErasureList(
      folder: installation.folder, clock: services.platform.clock, logger: logger)
    try installation.store.follow(erasures)
    let upkeep = Upkeep(
      services.upkeep(
        mail: try services.platform.settings.mailTransport(folder: installation.folder + "/mail"))
        + installation.upkeep(erasures, logger: logger),
      logger: logger)
    upkeep.start()
    let geodata = GeodataWatch(library: services.geodata, logger: logger)
    geodata.start()
    tripUpdates.start()
    let deadlines = DeadlineClock(
      try DeadlineRunner(
        store: installation.store, kinds: services.deadlines, metrics: metrics
      ) { kind, error in
        logger.warning("deadline-failed", ["kind": .name(kind)])
        if isDebugging { Terminal.note("deadline \(kind): \(error)") }
      }, clock: services.platform.clock
    ) { error in
      logger.warning("deadlines-failed")
      if isDebugging { Terminal.note("deadlines: \(error)") }
    }
    try deadlines.start(installation.store)
    let plans = services.travel.worker { error in
      logger.warning("travel-clock-failed")
      if isDebugging { Terminal.note("travel clock: \(error)") }
    }
    try plans.start(installation.store)
    let pushes = services.push.worker(metrics: metrics) { error in
      logger.warning("pushes-failed")
      if isDebugging { Terminal.note("pushes: \(error)") }
    }
    try pushes?.start(installation.store)
    wait(for: signals)
    logger.info("draining")
    // Requests are finished while the rest ends, which may wait for an errand or a mail under way.
    let (isFinished, drained) = (Guarded(false), DispatchSemaphore(value: 0))
    let drain = Thread {
      isFinished.swap(server.drain(timeoutSeconds: Self.drainSeconds))
      drained.signal()
    }
    drain.name = "wayside-drain"
    drain.start()
    health.stop()
    pushes?.stop()
    plans.stop()
    deadlines.stop()
    tripUpdates.stop()
    geodata.stop()
    upkeep.stop()
    healthServer?.stop()
    drained.wait()
    do { try services.identity.sessionCache.saveEnds() } catch {
      logger.warning("session-ends-not-written")
    }
    do { try services.catalog.saveSnapshots() } catch {
      logger.warning("catalog-not-saved")
    }
    erasures.copyBesideBackups()
    do {
      try installation.notes.write(installation.store, services.moderation.audit, logger: logger)
    } catch {
      logger.warning("notes-not-written")
    }
    installation.close()
    logger.info("stopped", ["complete": .bool(isFinished.current)])
    logger.stop()
  }

  /// Says where the pages are; to a person at a terminal also as a code for the phone, unless only
  /// this machine reaches it.
  private static func greet(_ listening: Listening, port: Int, publicAddress: String?) {
    let address = listening.address(port: port)
    Terminal.note("wayside listens on \(address)")
    guard Terminal.isInteractive else { return }
    Terminal.note("Open \(publicAddress ?? address) in a browser.")
    if publicAddress != nil || !(listening.isLoopback || listening.isEverywhere),
      let code = QRCode(publicAddress ?? address)
    {
      for line in code.terminalLines() { Terminal.note(line) }
    } else {
      Terminal.note(
        "For phones say --public-address https://..., which they reach, and a QR code stands here.")
    }
  }

  /// What `tools/web` built: in a folder, or within the program.
  private static func webAssets(_ folder: String?) throws -> (any WebAssets)? {
    if let folder { return try FolderAssets(folder: folder) }
    return EmbeddedAssets()
  }

  private static func period(_ text: String?) throws -> Double {
    guard let text else { return 30 }
    guard let seconds = Double(text), (10...3600).contains(seconds) else {
      throw UsageError(message: "--trip-update-seconds is a number from 10 to 3600")
    }
    return seconds
  }

  /// Bytes under way to one address.
  private static func share(_ text: String?) throws(UsageError) -> Int {
    guard let text else { return ConnectionLimits().bytesPerAddress }
    guard let megabytes = Int(text), (1...65_536).contains(megabytes) else {
      throw UsageError(message: "--bytes-per-address is a number of megabytes from 1 to 65536")
    }
    return megabytes << 20
  }

  /// With WAYSIDE_DEBUG set, faults are told in full on standard error; they may name data.
  private static var isDebugging: Bool {
    ProcessInfo.processInfo.environment["WAYSIDE_DEBUG"] != nil
  }

  private static func configuration(
    _ listening: Listening, folder: String, metrics: Metrics
  ) -> HTTPServerConfiguration {
    var configuration = HTTPServerConfiguration()
    listening.configure(&configuration)
    configuration.quarantineFolder = folder + "/quarantine"
    configuration.render = { API.render($0) }
    let requests = metrics.histogram(
      "wayside_request_seconds", "Time to answer a request.", labels: ["operation", "status"])
    configuration.observe = { exchange in
      requests.observe(
        exchange.seconds, exchange.operation, String(exchange.status.code / 100) + "xx")
    }
    return configuration
  }

  private static func areLimited(
    _ arguments: Arguments, isLocal: Bool
  ) throws(UsageError) -> Bool {
    let areOn = try isOn("rate-limits", in: arguments)
    guard areOn || isLocal else {
      throw UsageError(message: "--rate-limits off is for loopback addresses only")
    }
    return areOn
  }

  /// What an option of `on` or `off` says; on where it is not given.
  private static func isOn(_ name: String, in arguments: Arguments) throws(UsageError) -> Bool {
    switch arguments[name] {
    case nil, "on"?: return true
    case "off"?: return false
    default: throw UsageError(message: "--\(name) must be on or off")
    }
  }

  private static func level(_ name: String?) throws(UsageError) -> LogLevel {
    switch name {
    case nil, "info"?: return .info
    case "debug"?: return .debug
    case "warning"?: return .warning
    case "error"?: return .error
    default: throw UsageError(message: "--log must be debug, info, warning or error")
    }
  }

  /// The signals that end the server.
  ///
  /// Blocked from the first moment on, in every thread, so that one that arrives while the server
  /// starts waits until it is waited for; whatever mask was inherited does not matter.
  private static func blockSignals() -> sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    sigaddset(&signals, SIGINT)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    return signals
  }

  /// Returns when SIGTERM or SIGINT arrives.
  private static func wait(for signals: sigset_t) {
    var signals = signals
    var number: Int32 = 0
    while sigwait(&signals, &number) != 0 {}
  }
}
