// Walking a tour: the map or the AR view with the target and the way to it; what a stop tells when it is reached; the
// end with time and distance. What is walked is in `walking.js`, what is said in `guiding.js` and `telling.js`.

import { html, nothing } from 'lit-html';
import '../parts/sheet.js';
import '../parts/player.js';
import { complain } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { openDialog } from '../parts/dialog.js';
import { icon } from '../parts/icon.js';
import { gallery } from '../parts/photo.js';
import { playback } from '../parts/playing.js';
import { emptyState, shown } from '../parts/states.js';
import { languageName, spoken, spokenMark } from '../parts/tongue.js';
import { readSimulation } from '../map/position.js';
import { finish } from './finish.js';
import { GoingOn } from './going-on.js';
import { leaveTour } from './leaving.js';
import { Pocket } from './pocket.js';
import { keptRun } from './progress.js';
import { startTour } from './starting.js';
import { languageOf, storyOf, textOf, titleOf } from './telling.js';
import { WalkMap } from './walk-map.js';
import { WalkSession } from './walk-session.js';
import { WalkStage } from './walk-stage.js';
import * as words from './walk-words.js';

/** @typedef {import('api-types').Tour} Tour */

/** @param {import('../shell/view.js').View} view */
export default function page(view) {
  new Walk(view);
}

class Walk {
  /** @type {Pocket | null} */
  pocket = null;
  /** Whether a stop's words are open. */
  isTelling = false;
  /** Whether what was reached while nobody looked has been opened. */
  #isUnseenOpened = false;

  /** @param {import('../shell/view.js').View} view */
  constructor(view) {
    this.view = view;
    this.id = view.params.id;
    this.goingOn = new GoingOn(view, this.id);
    this.session = WalkSession.of(this.id);
    this.map = new WalkMap(() => this.onMap(), (order) => this.open(order), () => view.update());
    this.stage = new WalkStage(
      view,
      this.walking,
      // It is shown with its tour only.
      () => /** @type {Tour} */ (this.tour.data),
    );
    playback.showing(true);
    this.session.show(this);
    view.onLeave(() => this.leftPage());
    view.dialog('stop', (at) => this.tell(at));
    if (readSimulation(view.query)) this.walking.follow();
    view.draw(() =>
      this.tour.data
        ? shown(this.tour, (tour) => this.page(tour))
        : html`<div class="walk-none stack">${
          shown(this.tour, () => nothing, ['/tours', t('tours.title')])
        }</div>`
    );
    // Of a walk that is followed already, all is known.
    this.changed();
  }

  leftPage() {
    playback.showing(false);
    this.pocket?.close();
    this.map.end();
    this.stage.end();
    this.session.hide(this);
  }

  get tour() {
    return this.session.tour;
  }

  get walking() {
    return this.session.walking;
  }

  get guiding() {
    return this.session.guiding;
  }

  get run() {
    return this.session.run;
  }

  get isAR() {
    return this.view.query.get('view') === 'ar';
  }

  /** Whether the drawn world is walked, not the real one. */
  get isDrawn() {
    return this.isAR && this.stage.mode === 'synthetic';
  }

  /** What the map shows. */
  onMap() {
    const tour = this.tour.data;
    if (!tour) return null;
    const { here, heading, path } = this.walking;
    const line = /** @type {[number, number][]} */ (tour.route.coordinates);
    const legs = this.guiding?.legs ?? { before: [], leg: line, after: [] };
    return { tour, legs, here, heading, path, next: this.walking.target?.order };
  }

  // What the session tells

  changed() {
    const { data } = this.tour;
    // Why there is none is drawn as well.
    if (!data) return this.view.update();
    this.view.title(data.name);
    this.openUnseen();
    this.stage.point();
    this.map.draw();
    this.updateDialog?.();
    this.view.update();
  }

  played() {
    this.updateDialog?.();
    this.view.update();
  }

  /** @param {import('../map/position.js').Position} position */
  moved(position) {
    this.stage.place?.positioned?.(position);
  }

  /** @param {string} words */
  announced(words) {
    this.pocket?.say(words);
  }

  /** @param {number} order */
  openStop(order) {
    if (this.pocket) return false;
    this.open(String(order));
    return true;
  }

  /** What was reached while another page was shown, the last of it. */
  openUnseen() {
    if (this.#isUnseenOpened) return;
    this.#isUnseenOpened = true;
    const order = this.session.takeUnseen();
    if (order !== undefined && !this.view.query.has('dialog')) this.open(String(order));
  }

  // Telling

  /** Opens what a stop tells. @param {string} order */
  open(order) {
    this.view.open('stop', order);
  }

  /** @param {import('../shell/view.js').At} at with the stop's order */
  tell(at) {
    const tour = this.tour.data;
    const stop = tour?.stops.find((one) => String(one.order) === at.id);
    if (!tour || !stop) return null;
    const story = storyOf(tour, stop);
    this.isTelling = true;
    return openDialog({
      at,
      title: `${stop.order}. ${titleOf(stop)}`,
      body: (close, update) => {
        this.updateDialog = update;
        const isMute = story && playback.isCurrent(story.id) && playback.trouble === 'voice';
        return html`${gallery(stop.pictures ?? [], titleOf(stop))}
          ${isMute && this.session.saidMute === story.id ? this.noVoice(story) : nothing}
          ${spokenMark(spoken(stop.texts, tour.languages, stop.text))}
          <p class="tour-text ${isMute ? 'large' : ''}" lang=${languageOf(tour, stop)}>${
          textOf(tour, stop)
        }</p>
          ${story ? html`<way-player .story=${story}></way-player>` : nothing}
          <div class="row"><button class="button main" @click=${() => close()}>${
          this.run?.completed ? t('shell.close') : t('tours.next')
        }</button></div>`;
      },
    }).finally(() => {
      this.updateDialog = undefined;
      this.isTelling = false;
      this.view.update();
    });
  }

  /** @param {import('../parts/playback.js').Story} story */
  noVoice({ lang }) {
    return html`<p role="status">${
      t('tours.noVoice', { language: languageName(lang ?? 'en') })
    }</p>`;
  }

  // Leaving

  async leave() {
    try {
      if (!await leaveTour(this.view, this.run)) return;
    } catch (error) {
      return void complain(error);
    }
    this.session.end();
    playback.stop();
  }

  // Drawing

  showMap() {
    this.view.setQuery({ view: null });
  }

  /** At the place itself by the camera, which is asked for in this tap; elsewhere the drawn world. */
  showAR() {
    if (this.isAR) return;
    if (this.walking.isReal && this.walking.here) this.stage.wantCamera();
    this.view.setQuery({ view: 'ar' });
  }

  /** Goes through the drawn world, as a trial that counts nowhere, beside the walk itself. */
  tryOut() {
    if (this.run?.trial) return this.view.setQuery({ view: 'ar' });
    startTour(this.view, this.id, { trial: true }).catch(complain);
  }

  goInPocket() {
    this.pocket = new Pocket(() => {
      this.pocket = null;
      const last = this.session.takeUnseen();
      if (last !== undefined && !this.view.isLeft) this.open(String(last));
      this.view.update();
    });
    this.pocket.say(this.session.announced);
  }

  /** @param {Tour} tour */
  page(tour) {
    const { runs } = this.walking;
    if (!this.run && runs.error && !runs.data) return this.unread();
    if (runs.data && !this.run && !this.isStarting()) return this.notWalking(tour);
    return html`<div class="walk-page">
      <h1 class="unseen">${tour.name}</h1>
      <p class="unseen" role="status" aria-live="assertive">${this.session.announced}</p>
      ${this.isAR ? this.stage.stage() : this.map.view()}
      <div class="walk-top row">
        <div class="choice" role="group" aria-label=${t('tours.viewLabel')}>
          <button class="button" aria-pressed=${this.isAR ? 'false' : 'true'} @click=${() =>
      this.showMap()}>${icon('map')}${t('tours.mapView')}</button>
          <button class="button" aria-pressed=${this.isAR ? 'true' : 'false'} @click=${() =>
      this.showAR()}>${icon('camera')}${t('tours.arView')}</button>
        </div>
        <button class="button" ?disabled=${!this.run} @click=${() => this.leave()}>${
      icon('log-out')
    }${t('tours.leave')}</button></div>
      ${this.isAR ? nothing : this.map.buttons(this.walking.here)}
      <way-sheet stop=${this.isAR ? 'peek' : 'half'} aria-label=${t('tours.walk')}>${
      this.run?.completed
        ? html`<div class="stack">${this.player()}${
          finish(
            this.run,
            this.walking.path,
            () => this.leave(),
            this.stops(tour),
            tour,
          )
        }</div>`
        : this.underWay(tour)
    }</way-sheet></div>`;
  }

  /** Whether the run may not have been read yet. */
  isStarting() {
    return keptRun(this.walking.runs.data?.items ?? [], this.id) !== undefined;
  }

  /** It is not known whether one walks. */
  unread() {
    const way = /** @type {[string, string]} */ ([`/t/${this.id}`, t('tours.toTour')]);
    return html`<div class="walk-none stack">${shown(this.walking.runs, () => nothing, way)}</div>`;
  }

  /** @param {Tour} tour */
  notWalking(tour) {
    return html`<div class="walk-none stack"><h1>${tour.name}</h1>
      ${
      this.goingOn.run ? this.goingOn.draw() : emptyState({
        icon: 'footprints',
        text: t('tours.notWalking'),
        action: html`<a class="button main" href="/t/${this.id}">${t('tours.toTour')}</a>`,
      })
    }</div>`;
  }

  /** @param {Tour} tour */
  stops(tour) {
    return tour.stops.map((stop) => words.stopRow(this.walking, stop, (order) => this.open(order)));
  }

  /** What is played, while no dialog shows it. */
  player() {
    const { current } = playback;
    if (!current || this.isTelling) return nothing;
    return html`
      <section class="walk-player" aria-label=${t('shell.playing')}>
        <p class="soft small">${current.title}</p>
        <way-player .story=${current}></way-player>
      </section>
    `;
  }

  /** @param {Tour} tour */
  underWay(tour) {
    const { walking } = this;
    const up = this.isAR ? this.stage.heading : this.map.isAheadUp ? walking.heading ?? 0 : 0;
    return html`<div class="stack">
      ${words.nextStop(walking, walking.here ? this.guiding?.now ?? null : null, up)}
      ${this.player()}
      <div class="row walk-buttons">${this.buttons()}</div>
      ${words.passedStops(this.guiding?.passed ?? [], () => this.session.tellPassed())}
      ${words.positionWords(walking)}
      ${this.switches()}
      <section class="stack tight"><h2>${t('tours.stopsTitle')}</h2>
        <p class="soft small">${
      t('tours.progress', { reached: this.run?.reached ?? 0, count: tour.stops.length })
    }</p>
        <ol class="tour-stops">${this.stops(tour)}</ol></section></div>`;
  }

  switches() {
    const { awake } = this.session;
    return html`<div class="walk-switches">${
      words.switchRow({
        label: t('tours.speak'),
        isOn: this.session.isSpeaking,
        change: (isOn) => this.session.speak(isOn),
      })
    }${
      awake.isPossible
        ? words.switchRow({
          label: t('tours.awake'),
          isOn: awake.isWanted,
          change: (isOn) => awake.want(isOn),
          help: awake.isWanted && awake.isRefused
            ? html`<p class="soft small">${t('tours.awakeRefused')}</p>`
            : nothing,
        })
        : html`<p class="soft small">${t('tours.awakeMissing')}</p>`
    }${words.screenHelp()}</div>`;
  }

  /** What can be done now; one of it is the main thing. */
  buttons() {
    const { walking, stage, isDrawn } = this;
    const { target, here, isAsking, isReal } = walking;
    const button = (
      /** @type {unknown} */ symbol,
      /** @type {string} */ text,
      /** @type {() => void} */ press,
      isMain = false,
    ) =>
      html`<button class="button ${
        isMain ? 'main' : ''
      }" @click=${press}>${symbol}${text}</button>`;
    const isTrial = isDrawn && !isReal && target && here;
    const wantsPosition = isAsking && !this.isAR;
    return [
      isDrawn && target && here
        ? button(icon('footprints'), t('tours.walkThere'), () => stage.walkThere(), !isReal)
        : nothing,
      wantsPosition
        ? button(icon('locate-fixed'), t('tours.showPosition'), () => walking.follow(), true)
        : nothing,
      target
        ? button(
          icon('map-pin'),
          t('tours.amHere'),
          () => walking.amHere(),
          !wantsPosition && !isTrial,
        )
        : nothing,
      wantsPosition
        ? button(
          icon('footprints'),
          t('tours.tryFromHere'),
          () => this.tryOut(),
        )
        : nothing,
      isDrawn ? button(icon('camera'), t('tours.useCamera'), () => stage.wantCamera()) : nothing,
      this.isAR && stage.mode && !isDrawn
        ? button(icon('box'), t('tours.drawnWorld'), () => stage.draw())
        : nothing,
      button(icon('moon'), t('tours.pocket'), () => this.goInPocket()),
    ];
  }
}
