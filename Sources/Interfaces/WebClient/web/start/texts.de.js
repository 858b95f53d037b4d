export default {
  title: 'Willkommen',
  headline: 'Dinge, die da stehen, wo sie hingehören',
  lead:
    'Wayside zeigt, was um Sie herum ist: Objekte an wirklichen Orten, Touren zum Gehen und ein Kalender, der den Weg kennt.',
  picture: 'Eine Straße mit Häusern, ein gepunkteter Weg und eine Markierung mit einem Schild',
  lookAround: 'Umsehen',
  signUp: 'Konto anlegen',
  logIn: 'Anmelden',
  about: 'Über Wayside',
  promiseAround: 'Sehen, was hier ist',
  promiseAroundText:
    'Durch die Kamera oder auf der Karte, das Nächste zuerst, nie hinter einem Haus.',
  promiseTours: 'Eine Tour gehen',
  promiseToursText: 'Halte erzählen ihre Geschichte, wenn Sie hinkommen. Auch ohne Netz.',
  promiseDay: 'Rechtzeitig da sein',
  promiseDayText: 'Termine mit dem Weg dazwischen, und wann Sie losmüssen.',
  promisePrivate: 'Ihr Standort bleibt Ihrer',
  promisePrivateText: 'Er beantwortet Ihre Frage und wird vergessen. Kein Weg wird gespeichert.',
  someTours: 'Touren für den Anfang',
  allTours: 'Alle Touren',
  tutorial: 'Wie es geht, in fünf Minuten',
  email: 'E-Mail',
  password: 'Passwort',
  name: 'Name',
  phone: 'Telefonnummer',
  nameHelp: 'So, wie andere ihn sehen.',
  phoneHelp: 'Mit Ländervorwahl, etwa +41. Ist sie bestätigt, können Sie sich damit anmelden.',
  loginHelp: 'Oder Ihre Telefonnummer.',
  passwordHelp: 'Mindestens 6 Zeichen; länger ist besser als seltsamer.',
  age: 'Ich bin 16 oder älter',
  needsAge:
    'Kreuzen Sie das an, wenn Sie 16 oder älter sind. Wenn nicht, lassen Sie es und machen weiter.',
  ageNotice:
    'Wayside ist ab 16 empfohlen. Sie können weitermachen; sehen Sie es sich mit einem Erwachsenen an.',
  acceptTerms: 'Ich nehme die Bedingungen an. Sie sagen, wofür meine Daten benutzt werden.',
  terms: 'Bedingungen und Datenschutz in klaren Worten',
  forgot: 'Passwort vergessen?',
  noAccount: 'Noch kein Konto?',
  hasAccount: 'Schon ein Konto?',
  forOrganizations:
    'Sie machen Touren? Legen Sie ein Konto an und beantragen Sie unter „Ich“ eines für Organisationen.',
  needsLogin: 'Geben Sie Ihre E-Mail-Adresse oder Telefonnummer ein.',
  needsPassword: 'Geben Sie Ihr Passwort ein.',
  needsName: 'Geben Sie einen Namen ein.',
  needsEmail: 'Geben Sie eine E-Mail-Adresse ein, etwa ana@example.org.',
  shortPassword: 'Wählen Sie mindestens 6 Zeichen.',
  needsTerms: 'Ohne die Bedingungen gibt es kein Konto.',
  recover: 'Passwort vergessen',
  recoverText:
    'Wir schicken ein vorläufiges Passwort an Ihre E-Mail-Adresse. Damit melden Sie sich an und wählen ein neues.',
  sendPassword: 'Schicken',
  recoverySent:
    'Wenn es für {email} ein Konto gibt, ist eine Mail mit einem vorläufigen Passwort unterwegs.',
  whatTitle: 'Was es ist',
  whatText:
    'Wayside verankert Dinge an wirklichen Orten: AR-Objekte, Touren, Termine und Veranstaltungen.\nEs läuft auf einem Server, diesem. Nichts wird von anderswo geladen.',
  termsTitle: 'Bedingungen, in klaren Worten',
  termsText:
    'Seien Sie freundlich, und stellen Sie nur hin, was man dort sehen darf. Was gemeldet wird, sieht sich ein Mensch an und entscheidet mit Begründung; Sie können widersprechen.\nWas Sie machen, bleibt Ihres. Andere sehen es nur dort, wo Sie es hingestellt haben, in den Gruppen, die Sie gewählt haben.\nTouren, die etwas kosten, zeigen ihren Preis vor dem Kauf.',
  privacyTitle: 'Ihre Daten',
  privacyText:
    'Ihr Standort wird für Ihre Anfrage benutzt und dann vergessen. Eine Tour merkt sich, wie weit Sie gekommen sind, nicht wo Sie waren, außer Sie wünschen es.\nUnter „Ich“ können Sie alles über sich sehen, berichtigen, mitnehmen und löschen.\nWas Sie per E-Mail kommen lassen, geht über Ihren E-Mail-Anbieter. Was Sie auf ein Gerät kommen lassen, geht über den Push-Dienst seines Browser-Herstellers, der es nicht lesen kann.\nKäufe bleiben sechs Jahre, wie das Gesetz es will, ohne Ihren Namen.',
  ageTitle: 'Alter',
  ageText: 'Empfohlen ab 16. Gespeichert wird kein Geburtsdatum, nur Ihre Antwort.',
  operatorTitle: 'Wer das betreibt',
  operatorText:
    'Verantwortlich ist, wer diesen Server aufgestellt hat. Wo die Daten liegen, steht unter „Ich“.',
  operator: 'Erste Schritte mit diesem Server',
  'op-lead':
    'Für alle, die ihn aufgestellt haben. Befehle laufen da, wo der Server läuft, mit seinem Datenordner für DIR.',
  'op-done': 'Erledigt',
  'op-admin': 'Das erste Verwaltungskonto',
  'op-adminText':
    'Es entscheidet über Meldungen und Anträge von Organisationen. Das Passwort kommt von der Standardeingabe.',
  'op-map': 'Karte und Fahrplan laden',
  'op-mapText':
    'Straßen, Häuser und Orte aus einem OpenStreetMap-Auszug; Bus und Bahn aus einem GTFS-Feed. Der Server merkt es von selbst.',
  'op-tour': 'Die erste Tour',
  'op-tourText':
    'Legen Sie ein Konto an, beantragen Sie unter „Ich“ eines für Organisationen, nehmen Sie es an und öffnen Sie das Studio.',
  'op-interface': 'Schnittstelle für Programme',
  'op-ready': 'Ist er bereit?',
  fresh: 'Dieser Server ist neu: Es gibt noch keine Karte und keine Tour.',
  freshMore: 'Erste Schritte',
};
