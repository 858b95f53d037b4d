// Checks before publication: what should be looked at, each leading to its place, and a simulated
// walk played on the map.

import { checkDraft } from '../data/drafts.js';
import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { lessMotion } from '../shell/settings.js';
import { complain, reason } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { distance, duration } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { emptyState, errorState, hint } from '../parts/states.js';
import { byPlace } from './findings.js';
import { where } from './leading.js';
import { along } from './lines.js';

/** How many seconds a whole walk takes when it is played. */
const playing = 20;

export class ChecksPart {
  /** What the server found. @type {import('api-types').TourCheck | null} */
  found = null;
  /** @type {unknown} */
  error = null;
  isBusy = false;
  /** @type {import('./document.js').Doc | null} what was looked at */
  #of = null;
  /** Metres along the route where the simulated walker is; -1 while nobody walks. */
  at = -1;
  isPlaying = false;
  #last = 0;

  /** @param {import('./editor-page.js').EditorPage} page */
  constructor(page) {
    this.page = page;
  }

  get editor() {
    return this.page.editor;
  }

  async run() {
    const { editor } = this;
    this.#stop();
    this.error = null;
    this.isBusy = true;
    this.page.view.update();
    try {
      const isSaved = !editor.isDirty && !editor.isNew || await editor.save();
      if (isSaved) {
        this.found = await checkDraft(editor.id, { noise: 5, seed: 7 });
        this.#of = editor.doc;
      }
    } catch (error) {
      this.error = error;
    }
    this.isBusy = false;
    this.page.view.update();
  }

  // The walk

  play() {
    const { metres } = this;
    if (this.isPlaying) {
      this.isPlaying = false;
      return this.page.view.update();
    }
    if (this.at < 0 || this.at >= metres) this.at = 0;
    this.isPlaying = true;
    this.#last = performance.now();
    const step = (/** @type {number} */ now) => {
      if (!this.isPlaying || this.page.view.isLeft || this.page.part !== 'check') {
        this.isPlaying = false;
        return;
      }
      this.to(this.at + ((now - this.#last) / 1000) * (metres / playing));
      this.#last = now;
      if (this.at >= metres) this.isPlaying = false;
      else requestAnimationFrame(step);
      this.page.view.update();
    };
    if (lessMotion()) this.#nextStop();
    else requestAnimationFrame(step);
    this.page.view.update();
  }

  /** Without motion one goes from stop to stop. */
  #nextStop() {
    this.isPlaying = false;
    const next = this.#visits().map(({ noticed }) => noticed).filter((at) => at > this.at + 0.5);
    this.to(next.length > 0 ? Math.min(...next) : this.metres);
  }

  #stop() {
    this.isPlaying = false;
    this.at = -1;
    this.page.map.walker(null);
  }

  get metres() {
    return this.found?.walk.distance ?? 0;
  }

  /** @param {number} metres along the route */
  to(metres) {
    this.at = Math.max(0, Math.min(this.metres, metres));
    const { route } = this.editor.doc;
    if (route.length < 2) return;
    this.page.map.walker(along(route, this.at).at);
    this.page.view.update();
  }

  /** @returns {{order: number, title: string, noticed: number}[]} in the order of the walk */
  #visits() {
    return (this.found?.walk.stops ?? []).flatMap(({ order, title, noticed }) =>
      noticed === undefined ? [] : [{ order, title, noticed }]
    ).sort((a, b) => a.noticed - b.noticed);
  }

  // Drawing

  draw() {
    const { editor, page } = this;
    const isOld = this.found && this.#of !== editor.doc;
    return html`
      <h2 id="studio-part-title" tabindex="-1">${t('studio.part-check')}</h2>
            <p>${t('studio.checkIntro')}</p>
            <div
        class="row"><button class="button main" ?disabled=${this.isBusy} @click=${() =>
          this.run()}>${icon('list-checks')}${t(
            this.found ? 'studio.checkAgain' : 'studio.checkNow',
          )}</button></div>
            ${this.isBusy ? html`<p role="status">${t('studio.checking')}</p>` : nothing}
            ${this.error
              ? errorState(reason(this.error), () => this.run().catch(complain))
              : nothing}
            ${this.found && !this.error
              ? html`${isOld ? hint(t('studio.checkOld')) : nothing}${this.#findings(this.found)}${
                this.#walk(this.found)
              }`
              : nothing}
            <div class="row"><button class="button" @click=${() => page.show('stops')}>${t(
              'studio.back',
            )}</button></div>
    `;
  }

  /** @param {import('api-types').TourCheck} found */
  #findings(found) {
    const { page, editor } = this;
    /** @type {{pointer: string, text: string}[]} */
    const rows = [
      ...found.warnings.map((one) => ({
        pointer: one.pointer,
        text: t(`studio.warn-${one.code}`),
      })),
      ...found.walk.findings.map((one) => ({
        pointer: `/stops/${one.stop - 1}/trigger`,
        text: t(`studio.walk-${one.kind}`, {
          distance: distance(one.metres ?? 0),
          other: one.other ?? '',
        }),
      })),
    ];
    if (rows.length === 0) {
      return emptyState({ icon: 'circle-check', text: t('studio.allFine') });
    }
    const places = byPlace(rows);
    const count = places.reduce((sum, { findings }) => sum + findings.length, 0);
    return html`
      <section class="stack tight" aria-label=${t('studio.findings')}>
        <h3>${t('studio.findingCount', { count })}</h3>
        <ul class="list plain-list">${places.map(({ place, findings }, index) =>
          html`
            <li
              class="studio-found">${icon(
                'triangle-alert',
              )}<div class="row-body"><h4 id="found-${index}">${where(editor.doc, place)}</h4>
              <ul class="plain-list" aria-labelledby="found-${index}">${findings.map((one) =>
                html`<li><button class="studio-choice" @click=${() => page.lead(one.pointer)}><span
                class="row-body">${one.text}</span>${icon('chevron-right')}</button></li>`
              )}</ul></div></li>
          `
        )}</ul>
      </section>
    `;
  }

  /** @param {import('api-types').TourCheck} found */
  #walk({ walk }) {
    const visits = this.#visits();
    const here = visits.filter(({ noticed }) => this.at >= noticed);
    const current = here[here.length - 1];
    return html`
      <section class="stack tight" aria-label=${t('studio.simulated')}>
        <h3>${t('studio.simulated')}</h3>
        <p class="soft">${t('studio.simulatedFacts', {
          distance: distance(walk.distance),
          time: duration(walk.seconds),
          noticed: visits.length,
          count: walk.stops.length,
        })}</p>
        <div class="row"><button class="button" @click=${() => this.play()}>${icon(
          this.isPlaying ? 'pause' : 'play',
        )}${t(this.isPlaying ? 'studio.pauseWalk' : 'studio.playWalk')}</button></div>
        <label class="field"><span>${t('studio.walkPlace')}</span>
              <input class="studio-range" type="range" min="0" max=${Math.round(
                this.metres,
              )} .value=${live(String(Math.round(Math.max(0, this.at))))} aria-valuetext=${distance(
                Math.max(0, this.at),
              )} @input=${(/** @type {Event} */ event) =>
                this.to(/** @type {HTMLInputElement} */ (event.target).valueAsNumber)}></label>
        <p role="status">${this.at < 0 ? '' : current
          ? t('studio.walkAtStop', {
            distance: distance(this.at),
            number: current.order,
            name: current.title,
          })
          : t('studio.walkNoStop', { distance: distance(this.at) })}</p>
        <ol class="plain-list studio-visits" aria-label=${t('studio.visits')}>${walk.stops.map((
          stop,
        ) =>
          html`
            <li
              class=${current?.order === stop.order
                ? 'is-now'
                : ''}><button class="studio-choice" @click=${() =>
                this.to(stop.noticed ?? stop.entered ?? 0)}><span class="figures">${stop
                .order}.</span>
                      <span class="row-body"><span>${stop
                        .title}</span><span class="row-text">${stop.noticed === undefined
                        ? t('studio.neverNoticed')
                        : t('studio.noticedAt', {
                          distance: distance(stop.noticed),
                        })}</span></span></button></li>
          `
        )}</ol>
      </section>
    `;
  }
}
