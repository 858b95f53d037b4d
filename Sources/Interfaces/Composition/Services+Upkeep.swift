import Access
import Base
import Calendar
import Geodata
import Identity
import Mail
import Media
import Objects
import Presence
import Registration
import SpatialCatalog
import Storage
import Talk
import Tours
import WaysideAPI

extension Services {
  /// What is done again and again while the server runs.
  ///
  /// - Parameter transport: how mail leaves.
  public func upkeep(mail transport: any MailTransport) -> [UpkeepTask] {
    [mail.sending(by: transport), watch.forgetting] + access.upkeep + identity.upkeep + talk.upkeep
      + [
        RemovedTours(platform: platform).releasing, runs.endingForgotten,
        TourSearchKeys(platform: platform).completing,
        recordings.sweeping, pictures.sweeping, objects.sweeping,
        pictures.media.sweepingNameless, forgettingChanges, tellingOfTimetables,
        calendar.zones.task,
        UpkeepTask("catalog", everySeconds: 300) { [catalog] in
          try catalog.saveSnapshots(leastChanges: 20_000)
        },
      ]
  }

  /// A timetable that runs out leaves every search for a way empty, so the admins are told before.
  ///
  /// Also of one that has run out lately, if the server did not run then. What was seen is deleted
  /// after 30 days: what ended longer ago than those two weeks would be told anew.
  private var tellingOfTimetables: UpkeepTask {
    UpkeepTask("timetable-ends", everySeconds: 3600) { [geodata, identity, platform] in
      let now = platform.clock.now()
      for timetable in geodata.current.timetables
      where timetable.endsSoon(at: now)
        && timetable.daysLeft(at: now) >= -GeodataSnapshot.noticeDays
      {
        try identity.adminNotices.tell(
          timetableEnds: timetable.name, lastDay: timetable.lastDay,
          daysLeft: timetable.daysLeft(at: now))
      }
    }
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
