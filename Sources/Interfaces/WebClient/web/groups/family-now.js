// What one opens the page of a family for: who has what is shared now, the open poll, and what is planned next.

import { html, nothing } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { pagedActivities } from '../data/activities.js';
import { pagedResources } from '../data/resources.js';
import { choice, endOf, moment } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { row } from '../parts/list.js';
import { when } from '../parts/people/times.js';
import { picture } from '../parts/picture.js';
import { session } from '../shell/session.js';
import { t } from '../shell/texts.js';
import { inUse, nextOf, openPolls } from './family-things.js';

/** @typedef {import('api-types').Activity} Activity */
/** @typedef {import('api-types').Resource} SharedThing */
/** @typedef {{key: string, draw: () => unknown}} Thing */

export class FamilyNow {
  /** @param {import('../shell/view.js').View} view @param {string} family its identifier */
  constructor(view, family) {
    this.family = family;
    this.resources = pagedResources(view, family);
    this.activities = pagedActivities(view, family);
    // What begins or ends meanwhile is shown so.
    const timer = setInterval(() => view.update(), 60_000);
    view.onLeave(() => clearInterval(timer));
  }

  /** What there is at a moment, what matters first. @param {Date} now @returns {Thing[]} */
  #things(now) {
    const next = nextOf(this.activities.items, now);
    return [
      ...inUse(this.resources.items, now).map((thing) => ({
        key: thing.id,
        draw: () => this.#usedRow(thing),
      })),
      ...openPolls(this.activities.items, now).map((activity) => ({
        key: activity.id,
        draw: () => pollRow(activity),
      })),
      ...(next ? [{ key: next.id, draw: () => nextRow(next) }] : []),
    ];
  }

  draw() {
    const isKnown = this.resources.first.data && this.activities.first.data;
    const things = this.#things(new Date());
    if (things.length === 0) {
      // What is not known is not said not to be.
      return isKnown ? html`<p class="soft">${t('groups.nothingNow')}</p>` : nothing;
    }
    return html`
      <section class="stack">
        <h2>${t('groups.now')}</h2>
        <ul class="list" aria-label=${t('groups.now')}>${repeat(
          things,
          ({ key }) => key,
          ({ draw }) => html`<li>${draw()}</li>`,
        )}</ul>
      </section>
    `;
  }

  /** @param {SharedThing} thing that somebody has now */
  #usedRow({ id, name, next, picture: of }) {
    if (!next) return nothing;
    const isOwn = next.holder.id === session.account?.id;
    const until = endOf(new Date().toISOString(), next.end);
    return row({
      href: `/people/${this.family}/resources/${id}`,
      start: of ? picture(name, { of }) : icon('key-round'),
      title: isOwn
        ? t('groups.youHave', { thing: name, until })
        : t('groups.hasNow', { name: next.holder.name, thing: name, until }),
      text: next.reason,
    });
  }
}

/** @param {Activity} activity whose poll is open */
const pollRow = ({ id, name, poll, host, hosted }) =>
  row({
    href: `/people/activities/${id}`,
    start: icon('vote'),
    title: name || choice((poll?.options ?? []).map((option) => option.name)),
    text: t(
      hosted ? 'groups.pollOwn' : poll?.ballot.length ? 'groups.pollVoted' : 'groups.pollWaits',
      { name: host.name, until: moment(poll?.deadline ?? '') },
    ),
  });

/** @param {Activity & {start: string, end: string}} activity that is planned */
const nextRow = (activity) =>
  row({
    href: `/people/activities/${activity.id}`,
    start: icon('calendar-check'),
    title: activity.name || t('groups.nextActivity'),
    text: `${t('groups.nextActivity')} · ${when(activity)}`,
  });
