export default {
  organization: 'Ask for an organization account',
  title: 'Help',
  tutorial: 'Wayside in five minutes',
  tutorialText: 'Five steps to try. Leave whenever you like; it goes on where you were.',
  begin: 'Begin',
  goOn: 'Go on',
  again: 'Once more',
  questions: 'Questions',
  contact: 'Ask somebody',
  contactText:
    'Whoever runs this server helps with it. Tell them what you did and what you saw; if a message named a number, tell it too.',
  accessibility: 'Accessibility statement',
  accessibilityText:
    'Everybody shall be able to use Wayside. Its pages are made to meet the Web Content Accessibility Guidelines (WCAG) 2.2 at level AA, and so what the Accessibility for Ontarians with Disabilities Act (AODA) asks of websites.\nPrograms look at the pages for it whenever these change: light and dark, with high contrast, at twice the type size, on small screens. They do not notice everything.\nWhat is on the map or in the camera is also there as a list. Type size, contrast and a simple view are up to you.\nIf something keeps you out, tell whoever runs this server: you get an answer.',
  tellBarrier: 'Tell of a barrier',
  changeDisplay: 'Change how it looks',
  terms: 'Terms and privacy in plain words',
  position: 'What happens with my position?',
  positionText:
    'It answers the request that it comes with and is forgotten. A walk keeps how far you came, not where you were, unless you want it.',
  camera: 'The camera does not open',
  cameraText:
    'The browser asks once. If you said no, allow the camera for this address in the browser’s settings. Everything works on the map, too. Camera and position need an address that begins with https.',
  compass: 'Things stand in the wrong direction',
  compassText:
    'Compasses err near iron and in towns. In the AR view drag the outlines of the houses until they fit; that is kept for this spot. Waving the phone in an eight helps, too.',
  offline: 'Does it work without a network?',
  offlineText:
    'Pages open and show what was last known. Tours that you downloaded work whole. What you change is sent when there is a network again.',
  report: 'Something should not stand there',
  reportText:
    'Open it and choose Report. A person looks at it and decides with a reason. Who reported is not told.',
  groups: 'Who sees what I place?',
  groupsText:
    'The groups that you choose when you place it, and nobody else. In “Everyone here” all people see it.',
  tours: 'How do I take a tour?',
  toursText:
    'Choose it under Tours, go to its start, and press Start tour. Stops tell their story when you come to them; “I am here” helps where the position is poor.',
  screen: 'What happens on a walk when the screen is dark?',
  screenText:
    'With the screen off, browsers give a web page no position: no stop is noticed, no way is told, and what is being told may stop. No web page can change that. So leave the screen on: the walk keeps it on as long as “Keep the screen on” is chosen and you look at Wayside, and “Pocket” makes the page black and deaf to touch while position, stops and voice go on. When the screen is on again, the position comes back by itself, and stops that you have passed meanwhile are offered, in order. Looking at another page of Wayside interrupts nothing; another app, or a window that is not seen, may.',
  late: 'How does it know when I must leave?',
  lateText:
    'From the ways on foot, by bicycle, car, bus and train that were imported here, and from the delays that are told. You choose how you travel in the travel settings.',
  account: 'Do I need an account?',
  accountText:
    'Not to look around or to see tours. To keep things, place objects, take tours and plan your day you do.',
  erase: 'How do I get rid of everything?',
  eraseText: 'Under Me, Your data: one button takes everything along, another erases it.',
  step: 'Step {step} of {steps}',
  next: 'Next',
  leave: 'Leave',
  try: 'Try it',
  sandbox: 'Nothing you try is kept or seen by others.',
  endQuestion: 'End the tutorial? What you tried is thrown away then.',
  end: 'End the tutorial',
  stay: 'Stay and try more',
  timesKept: 'How long each step took; kept on this device only',
  seconds: { one: '{count} s', other: '{count} s' },
  done: 'That is all',
  doneText: 'It took you {time}. You can do it again whenever you like.',
  'step-look': 'Look around',
  'step-lookText': 'Around shows what is near: on a map, through the camera, or as a list.',
  'step-lookHow':
    'Switch between Map view and AR view.\nIn AR view turn round: things stand where they belong.\nEverything is also in the list, the nearest first.',
  'step-place': 'Place something',
  'step-placeText': 'Your inventory holds objects. Placed, they stand at a real spot.',
  'step-placeHow':
    'Choose an object and press Place object.\nMove, turn and size it; Confirm placement sets it down.\nYou can take it back at any time.',
  'step-tour': 'Take a tour',
  'step-tourText': 'Somebody who knows the place leads you, stop by stop.',
  'step-tourHow':
    'Choose a tour: distance, time and price are shown first.\nStart tour shows where to go next.\nAt a stop its story begins by itself.',
  'step-day': 'Plan your day',
  'step-dayText': 'Appointments know the way between them.',
  'step-dayHow':
    'New appointment asks what, when and where.\nIf you cannot be there in time, you are told what helps.\nA reminder says when to leave.',
  'step-people': 'Do it together',
  'step-peopleText': 'A group is a family, a team, or friends. What you plan in it, only they see.',
  'step-peopleHow':
    'Start a group and invite by address or link.\nYou can leave at any time.\nWhom you block is not told.',
  write: 'Contact the operator',
  writeText:
    'Whoever runs this server reads it and answers here, and by mail to your confirmed address.',
  writeTextWithout: 'Whoever runs this server reads it and answers by mail.',
  subject: 'Subject',
  message: 'Message',
  email: 'Your email address',
  emailHelp: 'For the answer only. It is deleted 90 days after that.',
  send: 'Send message',
  isSent: 'Your message is sent. You are told when it is answered.',
  breach: 'Somebody else was in an account of mine',
  breachHelp: 'Such messages are counted by month, without whose they are.',
  breachFirst: 'Choose a new password first: it logs out all other devices.',
  breachSubject: 'Somebody else was in my account',
  needsSubject: 'Say in a few words what it is about.',
  needsText: 'Write your message.',
  needsEmail: 'Enter an email address such as ana@example.org.',
};
