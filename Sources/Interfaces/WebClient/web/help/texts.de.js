export default {
  organization: 'Ein Konto für Organisationen beantragen',
  title: 'Hilfe',
  tutorial: 'Wayside in fünf Minuten',
  tutorialText:
    'Fünf Schritte zum Ausprobieren. Gehen Sie, wann Sie wollen; es geht da weiter, wo Sie waren.',
  begin: 'Anfangen',
  goOn: 'Weitermachen',
  again: 'Noch einmal',
  questions: 'Fragen',
  contact: 'Jemanden fragen',
  contactText:
    'Wer diesen Server betreibt, hilft dabei. Sagen Sie, was Sie getan und gesehen haben; hat eine Meldung eine Nummer genannt, sagen Sie auch die.',
  accessibility: 'Erklärung zur Barrierefreiheit',
  accessibilityText:
    'Alle sollen Wayside benutzen können. Seine Seiten sind dafür gemacht, die Richtlinien für barrierefreie Webinhalte (WCAG) 2.2 auf der Stufe AA einzuhalten, und damit das, was das Gesetz über Barrierefreiheit in Ontario (AODA) von Websites verlangt.\nProgramme sehen sich die Seiten daraufhin an, sooft diese sich ändern: hell und dunkel, mit hohem Kontrast, in doppelter Schriftgröße, auf kleinen Bildschirmen. Alles bemerken sie nicht.\nWas auf der Karte oder in der Kamera steht, gibt es auch als Liste. Schriftgröße, Kontrast und eine einfache Ansicht wählen Sie selbst.\nWenn Sie etwas ausschließt, sagen Sie es denen, die diesen Server betreiben: Sie bekommen eine Antwort.',
  tellBarrier: 'Ein Hindernis melden',
  changeDisplay: 'Die Darstellung ändern',
  terms: 'Bedingungen und Datenschutz in klaren Worten',
  position: 'Was geschieht mit meinem Standort?',
  positionText:
    'Er beantwortet die Anfrage, mit der er kommt, und wird vergessen. Ein Gang merkt sich, wie weit Sie kamen, nicht wo Sie waren, außer Sie wünschen es.',
  camera: 'Die Kamera öffnet sich nicht',
  cameraText:
    'Der Browser fragt einmal. Haben Sie nein gesagt, erlauben Sie die Kamera für diese Adresse in den Einstellungen des Browsers. Alles geht auch auf der Karte. Kamera und Standort brauchen eine Adresse, die mit https beginnt.',
  compass: 'Die Dinge stehen in der falschen Richtung',
  compassText:
    'Kompasse irren bei Eisen und in Städten. Ziehen Sie in der AR-Ansicht die Umrisse der Häuser, bis sie passen; das bleibt für diese Stelle. Auch eine Acht mit dem Telefon hilft.',
  offline: 'Geht es ohne Netz?',
  offlineText:
    'Seiten öffnen sich und zeigen, was zuletzt bekannt war. Heruntergeladene Touren gehen ganz. Was Sie ändern, wird gesendet, sobald wieder ein Netz da ist.',
  report: 'Etwas sollte da nicht stehen',
  reportText:
    'Öffnen Sie es und wählen Sie Melden. Ein Mensch sieht es sich an und entscheidet mit Begründung. Wer gemeldet hat, wird nicht gesagt.',
  groups: 'Wer sieht, was ich hinstelle?',
  groupsText:
    'Die Gruppen, die Sie beim Hinstellen wählen, sonst niemand. In „Alle hier“ sehen es alle.',
  tours: 'Wie gehe ich eine Tour?',
  toursText:
    'Wählen Sie sie unter Touren, gehen Sie zum Anfang und drücken Sie Tour beginnen. Halte erzählen, wenn Sie hinkommen; „Ich bin da“ hilft, wo der Standort ungenau ist.',
  screen: 'Was geschieht auf einer Tour, wenn der Bildschirm dunkel ist?',
  screenText:
    'Mit ausgeschaltetem Bildschirm geben Browser einer Webseite keine Position: Kein Halt wird bemerkt, kein Weg gesagt, und was gerade erzählt wird, kann aufhören. Keine Webseite kann das ändern. Lassen Sie den Bildschirm darum an: Die Tour hält ihn an, solange „Bildschirm anlassen“ gewählt ist und Sie Wayside ansehen, und „Hosentasche“ macht die Seite schwarz und taub für Berührungen, während Position, Halte und Stimme weitergehen. Ist der Bildschirm wieder an, kommt die Position von selbst zurück, und Halte, an denen Sie inzwischen vorbeigekommen sind, werden der Reihe nach angeboten. Eine andere Seite von Wayside anzusehen unterbricht nichts; eine andere App oder ein Fenster, das man nicht sieht, vielleicht.',
  late: 'Woher weiß es, wann ich losmuss?',
  lateText:
    'Aus den Wegen zu Fuß, mit Rad, Auto, Bus und Bahn, die hier geladen sind, und aus gemeldeten Verspätungen. Wie Sie reisen, wählen Sie in den Reiseeinstellungen.',
  account: 'Brauche ich ein Konto?',
  accountText:
    'Nicht zum Umsehen und für Touren zum Ansehen. Zum Behalten, Hinstellen, Gehen und Planen schon.',
  erase: 'Wie werde ich alles los?',
  eraseText: 'Unter Ich, Ihre Daten: Ein Knopf nimmt alles mit, ein anderer löscht es.',
  step: 'Schritt {step} von {steps}',
  next: 'Weiter',
  leave: 'Verlassen',
  try: 'Ausprobieren',
  sandbox: 'Nichts davon bleibt, und niemand sieht es.',
  endQuestion: 'Einführung beenden? Was Sie probiert haben, wird dann verworfen.',
  end: 'Einführung beenden',
  stay: 'Bleiben und weiter probieren',
  timesKept: 'Wie lange jeder Schritt dauerte; nur auf diesem Gerät',
  seconds: { one: '{count} s', other: '{count} s' },
  done: 'Das ist alles',
  doneText: 'Sie haben {time} gebraucht. Sie können es jederzeit wiederholen.',
  'step-look': 'Umsehen',
  'step-lookText':
    'Umgebung zeigt, was in der Nähe ist: Objekte, Touren, Orte. Auf der Karte, durch die Kamera oder als Liste.',
  'step-lookHow':
    'Am Rand der Seite wechseln Sie zwischen Karte und AR.\nDrehen Sie sich in der AR-Ansicht: Dinge stehen da, wo sie hingehören.\nAlles steht auch in der Liste, das Nächste zuerst.',
  'step-place': 'Etwas hinstellen',
  'step-placeText':
    'Ihr Inventar hält Objekte. Hingestellt stehen sie an einer wirklichen Stelle für die Gruppen, die Sie wählen.',
  'step-placeHow':
    'Wählen Sie ein Objekt und drücken Sie Hinstellen.\nVerschieben, drehen, vergrößern; dann bestätigen.\nSie können es jederzeit zurücknehmen.',
  'step-tour': 'Eine Tour gehen',
  'step-tourText': 'Jemand, der den Ort kennt, führt Sie von Halt zu Halt.',
  'step-tourHow':
    'Wählen Sie eine Tour: Länge, Dauer und Preis stehen vorn.\nTour beginnen zeigt, wohin es geht.\nAn einem Halt beginnt seine Geschichte von selbst.',
  'step-day': 'Den Tag planen',
  'step-dayText': 'Termine kennen den Weg dazwischen.',
  'step-dayHow':
    'Neuer Termin fragt was, wann und wo.\nKommen Sie nicht rechtzeitig, erfahren Sie warum und was hilft.\nEine Erinnerung sagt, wann Sie losmüssen.',
  'step-people': 'Gemeinsam',
  'step-peopleText':
    'Eine Gruppe ist eine Familie, eine Mannschaft oder ein paar Freunde. Was Sie darin hinstellen oder planen, sehen nur sie.',
  'step-peopleHow':
    'Gründen Sie eine Gruppe und laden Sie mit Adresse oder Link ein.\nSie können jederzeit gehen.\nWen Sie blockieren, erfährt es nicht.',
  write: 'Dem Betreiber schreiben',
  writeText:
    'Wer diesen Server betreibt, liest es und antwortet hier sowie an Ihre bestätigte E-Mail-Adresse.',
  writeTextWithout: 'Wer diesen Server betreibt, liest es und antwortet per E-Mail.',
  subject: 'Betreff',
  message: 'Nachricht',
  email: 'Ihre E-Mail-Adresse',
  emailHelp: 'Nur für die Antwort. 90 Tage danach wird sie gelöscht.',
  send: 'Nachricht senden',
  isSent: 'Ihre Nachricht ist gesendet. Sie erfahren, wenn sie beantwortet ist.',
  breach: 'Jemand anders war in meinem Konto',
  breachHelp: 'Solche Nachrichten werden nach Monaten gezählt, ohne von wem sie sind.',
  breachFirst: 'Wählen Sie zuerst ein neues Passwort: Es meldet alle anderen Geräte ab.',
  breachSubject: 'Jemand anders war in meinem Konto',
  needsSubject: 'Sagen Sie in wenigen Worten, worum es geht.',
  needsText: 'Schreiben Sie Ihre Nachricht.',
  needsEmail: 'Geben Sie eine E-Mail-Adresse ein, etwa ana@example.org.',
};
