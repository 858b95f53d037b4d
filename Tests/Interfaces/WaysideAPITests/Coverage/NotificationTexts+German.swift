extension NotificationTexts {
  /// The notifications of ``all`` in German.
  static let german = [
    "message": "Ana hat eine Sprachnachricht gesendet.",
    "groupChat": "Ana hat Dan in „Ana, Ben, Cleo“ geholt.",
    "missedCall": "Ben hat angerufen. Rufen Sie zurück.",
    "invitation": "Ana lädt Sie in die Gruppe Hikers ein.",
    "membership": "Ana hat Sie aus der Gruppe Rowers genommen.",
    "organizationDecision":
      "Vaduz Walks ist jetzt Ihre Organisation. Sie können Touren anlegen.",
    "operatorAnswer": "Der Betreiber antwortet auf „Map“: They are there now.",
    "moderation": "Marker wurde nach einer Meldung entfernt. Grund: Looked at.",
    "security": "Sie können sich ab jetzt mit +41791234567 anmelden.",
    "tourPublished": "Guide of Vaduz Walks hat „A short walk“ veröffentlicht.",
    "scanDecided": "Das Modell nach Ihren Fotos, „Fountain“, ist in Ihrem Inventar.",
    "purchase": "Sie haben „A short walk“ für 4,50 CAD gekauft.",
    "tourNearby": "„A short walk“ ist in Ihrer Nähe.",
    "appointmentInvitation":
      "Ann lädt Sie zu „Lunch“ ein: Fr., 1. Mai 2026 um 15:00 Uhr (Zeit in Vaduz).",
    "appointmentAnswer": "Bob kommt zu „Lunch“, Fr., 1. Mai 2026 um 15:00 Uhr (Zeit in Vaduz).",
    "appointmentChange":
      "Ann hat die Einladung zu „Lunch“, Fr., 1. Mai 2026 um 15:00 Uhr (Zeit in Vaduz), "
      + "zurückgenommen.",
    "eventPublished":
      "Rowers: „Sprint“, Sa., 13. Juni 2026 um 09:00 Uhr (Zeit in Vaduz), Boathouse.",
    "eventChange":
      "Rowers: „Regatta“ wurde abgesagt: Sa., 13. Juni 2026 um 09:00 Uhr (Zeit in Vaduz), "
      + "Boathouse.",
    "eventAnswer":
      "Ben kommt zu „Regatta“, Sa., 13. Juni 2026 um 09:00 Uhr (Zeit in Vaduz): With cake",
    "eventPlace":
      "Sie haben einen Platz: „Regatta“, Sa., 13. Juni 2026 um 09:00 Uhr (Zeit in Vaduz), "
      + "Boathouse.",
    "eventReminder":
      "Rowers: Kommen Sie zu „Party“, Mi., 6. Mai 2026 um 18:00 Uhr (Zeit in Vaduz)? "
      + "Antworten Sie bis Di., 5. Mai 2026 um 00:00 Uhr (Zeit in Vaduz).",
    "teamInvitation":
      "Rowers lädt Rowers ein: „Sprint“, Sa., 13. Juni 2026 um 09:00 Uhr (Zeit in Vaduz).",
    "leaveBy": "Gehen Sie in 10 Minuten los zu „Dentist“: zu Fuß, 6 Minuten.",
    "resourceBooked":
      "Ana hat „Car“ gebucht: Mo., 4. Mai 2026 um 08:00 Uhr (UTC), To the dentist.",
    "bookingChanged":
      "„Car“ wird nicht mehr geteilt; Ihre Buchung hat geendet. "
      + "Sie war für Mo., 4. Mai 2026 um 08:00 Uhr (UTC).",
    "overrideAsked":
      "Ben bittet um „Car“, Mo., 4. Mai 2026 um 08:00 Uhr (UTC), mit hoher Priorität: Exam. "
      + "Stimmen Sie innerhalb von 24 Stunden zu, oder lehnen Sie ab.",
    "overrideAnswered":
      "Ana überlässt Ihnen „Car“, Mo., 4. Mai 2026 um 08:00 Uhr (UTC). Es ist für Sie gebucht.",
    "bookingUnverified":
      "Ana möchte „Hall“, Mo., 4. Mai 2026 um 08:00 Uhr (UTC), buchen, Shopping "
      + "(Priorität: mittel). Der Kalender davon ist nicht lesbar: Nehmen Sie die Buchung zur "
      + "Kenntnis, wenn Sie von nichts anderem zu der Zeit wissen.",
    "bookingMade":
      "Alle haben sie zur Kenntnis genommen: „Hall“, Mo., 4. Mai 2026 um 08:00 Uhr (UTC), ist für "
      + "Sie gebucht. In Ihren Kalender kommt es, wenn dessen Kalender wieder lesbar ist.",
    "pollAsked":
      "Ana fragt: Hike, Cinema? Stimmen Sie bis So., 3. Mai 2026 um 18:00 Uhr (UTC) ab.",
    "pollAllVoted":
      "Alle 2 haben in Ihrer Umfrage (Hike, Cinema) vor dem Ende abgestimmt, "
      + "So., 3. Mai 2026 um 18:00 Uhr (UTC). Öffnen Sie dies, um sie zu schließen und "
      + "weiterzugehen.",
    "pollEnded":
      "Ihre Umfrage ist zu Ende: „Hike“ liegt vorn (Hike, Cinema, bis So., 3. Mai 2026 um "
      + "18:00 Uhr (UTC)).",
    "pollWithoutVotes":
      "Niemand hat in Ihrer Umfrage (Sea, Hills) bis So., 3. Mai 2026 um 18:00 Uhr (UTC) "
      + "abgestimmt. Tragen Sie die Aktivität von Hand ein.",
    "activityInvitation":
      "Ana lädt Sie zu „Hike“ (Picnic) ein: Up. Mo., 4. Mai 2026 um 06:30 bis 09:30 Uhr (UTC), "
      + "Station. Ihre Aufgaben: Bring salad.",
    "activityCancelled":
      "Ana hat die Umfrage fallengelassen, die bis So., 3. Mai 2026 um 18:00 Uhr (UTC) gehen "
      + "sollte: Sea, Hills.",
    "activityTask":
      "Ana gibt Ihnen eine Aufgabe bei „Hike“, Mo., 4. Mai 2026 um 06:30 bis 09:30 Uhr (UTC), "
      + "Station: Bring salad.",
    "groupNews": "Chess: New boards",
    "courseReminder": "Bees in a year: 50 % geschafft. Weiter mit „Summer“",
    "memberReported": "Rowers: Cleo wurde gemeldet.",
    "rideAsked":
      "Ben bittet um einen Platz in Ihrem Auto: „Regatta“, Sa., 13. Juni 2026 um 09:00 Uhr "
      + "(Zeit in Vaduz).",
    "rideChange":
      "Ana fährt weiter mit Ihnen, der Termin ist geändert: „Regatta“, "
      + "Sa., 13. Juni 2026 um 10:00 Uhr (Zeit in Vaduz).",
  ]
}
