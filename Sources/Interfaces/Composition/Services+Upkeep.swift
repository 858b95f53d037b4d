import Base
import Media
import Objects
import Presence
import Realms
import Registration
import SpatialCatalog
import Storage
import Tours
import WaysideAPI

extension Services {
  /// What is done again and again while the server runs.
  ///
  /// - Parameter mail: how mail leaves.
  public func upkeep(mail: any MailTransport) -> [UpkeepTask] {
    [realms.sending(by: mail), watch.forgetting] + realms.upkeep + [
      recordings.sweeping, pictures.sweeping, objects.sweeping, forgettingChanges,
      UpkeepTask("catalog", everySeconds: 300) { [catalog] in
        try catalog.saveSnapshots(leastChanges: 20_000)
      },
    ]
  }

  /// Changes go after a month, which is longer than a process is cut off or a snapshot lies unused;
  /// the newest stay whatever their age, so that a quiet server keeps its snapshots.
  private var forgettingChanges: UpkeepTask {
    UpkeepTask("change-log", everySeconds: 300) { [platform] in
      try platform.store.pruneChanges(
        before: platform.clock.now().adding(seconds: -30 * 86_400), keeping: 100_000)
    }
  }
}
