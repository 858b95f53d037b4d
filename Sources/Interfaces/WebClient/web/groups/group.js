import { html, nothing } from 'lit-html';
import { visitGroup } from '../data/communities.js';
import { askToJoin, joinGroup, watchGroup } from '../data/groups.js';
import { watchTeam } from '../data/teams.js';
import { icon } from '../parts/icon.js';
import { Courses } from '../parts/people/course-list.js';
import { Events, hasEvents } from '../parts/people/event-list.js';
import { heading } from '../parts/people/heading.js';
import { runs } from '../parts/people/roles.js';
import { picture } from '../parts/picture.js';
import { shown } from '../parts/states.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { FamilyNow } from './family-now.js';
import { planning } from './group-pages.js';
import { invite } from './inviting.js';
import { askToLeave, canLeave } from './leaving.js';
import { Members } from './members.js';
import { NewsList } from './news.js';
import { Requests } from './requests.js';
import { about, hasSettings } from './words.js';

/** @typedef {import('api-types').Realm} Realm */
/** @typedef {import('../shell/view.js').View} View */

/** A group: who is in it, who may come in. @param {View} view */
export default function page(view) {
  const group = new GroupPage(view);
  view.dialog('invite', (at) => {
    const { data } = group.realm;
    return data && runs(data) && invite(at, data);
  });
  view.draw(() => group.draw());
}

class GroupPage {
  /** @type {Members | null} */
  #members = null;
  /** @type {Events | null} */
  #events = null;
  /** @type {NewsList | null} */
  #news = null;
  /** @type {Courses | null} */
  #courses = null;
  /** @type {Requests | null} */
  #requests = null;
  /** @type {ReturnType<typeof watchTeam> | null} */
  #team = null;
  /** @type {FamilyNow | null} */
  #now = null;
  #hasAsked = false;
  #isVisited = false;

  /** @param {View} view */
  constructor(view) {
    this.view = view;
    this.realm = watchGroup(view, view.params.id, ({ data }) => {
      if (data) this.#take(data);
    });
  }

  /** Begins what the group has for the reader. @param {Realm} data */
  #take(data) {
    const { view } = this;
    view.title(data.name);
    if (runs(data)) this.#requests ??= new Requests(view, data);
    if (data.kind === 'team') this.#team ??= watchTeam(view, data.id);
    // A team has a page for its roster.
    if (data.role && data.kind !== 'team') this.#members ??= new Members(view, data);
    if (hasEvents(data) && (data.role || data.kind === 'community')) {
      this.#events ??= new Events(view, data, data.kind === 'team' ? 5 : 20);
      // Also for whoever joins on this page.
      if (data.role) this.#news ??= new NewsList(view, data.id);
    }
    if (data.role && data.kind === 'family') this.#now ??= new FamilyNow(view, data.id);
    if (data.role && data.kind !== 'public' && !this.#isVisited) {
      this.#isVisited = true;
      // What is new in the group counts as seen now.
      visitGroup(data.id).catch(() => {});
    }
    if (data.kind === 'community' && data.role) this.#courses ??= new Courses(view, data.id);
  }

  /** @param {Realm} data */
  async #join({ id, name }) {
    try {
      await joinGroup(id);
      notice(t('waiting.joined', { name }));
    } catch (error) {
      complain(error);
    }
  }

  /** @param {Realm} data */
  async #ask({ id, name }) {
    try {
      await askToJoin(id);
      this.#hasAsked = true;
      this.view.update();
      notice(t('groups.asked', { name }));
    } catch (error) {
      complain(error);
    }
  }

  draw() {
    return html`<div class="stack loose">${
      shown(this.realm, (data) => this.#draw(data), ['/people', t('people.title')])
    }</div>`;
  }

  /** @param {Realm} data */
  #draw(data) {
    return html`
      ${heading(nameOf(data), ...wayBack(data))}
      ${this.#head(data)}
      ${this.#now?.draw() ?? nothing}
      ${data.kind === 'family' ? [planning(data), this.#buttons(data)] : [
        this.#buttons(data),
        planning(data),
      ]}
      ${this.#events ? this.#events.draw(data) : nothing}
      ${this.#news ? this.#news.draw(data) : nothing}
      ${this.#courses ? this.#courses.draw(data) : nothing}
      ${this.#requests?.draw() ?? nothing}
      ${data.kind === 'public' || !this.#members
        ? nothing
        : html`<section class="stack"><h2>${t('groups.who')}</h2>${
          this.#members.draw(data)
        }</section>`}
    `;
  }

  /** @param {Realm} data */
  #head(data) {
    const sport = this.#team?.data?.sport;
    return html`
      <div
        class="row group-head">${picture(data.name, {
          of: data.picture,
          size: 56,
        })}<div class="stack tight"><p class="soft">${about(data)}${sport
          ? ` · ${sport}`
          : nothing}</p>
            ${data.description ? html`<p>${data.description}</p>` : nothing}</div></div>
    `;
  }

  /** @param {Realm} data */
  #buttons(data) {
    return html`<div class="row">${
      runs(data)
        ? html`<button class="button main" @click=${() => this.view.open('invite')}>${
          icon('user-plus')
        }${t('people.invite')}</button>`
        : nothing
    }${
      hasSettings(data)
        ? html`<a class="button" href="/people/${data.id}/edit">${icon('settings-2')}${
          t('groups.settings')
        }</a>`
        : nothing
    }${
      canLeave(data)
        ? html`<button class="button" @click=${() => askToLeave(this.view, data)}>${
          icon('log-out')
        }${t(quit(data))}</button>`
        : data.role
        ? nothing
        : this.#wayIn(data)
    }</div>`;
  }

  /** @param {Realm} data */
  #wayIn(data) {
    if (data.joinPolicy === 'open') {
      return html`<button class="button main" @click=${() => this.#join(data)}>${icon('log-in')}${
        t(data.kind === 'community' ? 'groups.joinCommunity' : 'waiting.join')
      }</button>`;
    }
    if (data.joinPolicy !== 'request') return nothing;
    return html`<button class="button main" ?disabled=${this.#hasAsked} @click=${() =>
      this.#ask(data)}>${icon('log-in')}${t('groups.ask')}</button>`;
  }
}

/** @param {Realm} realm */
const nameOf = ({ kind, name }) =>
  kind === 'public' || kind === 'personal' ? t(`groups.own-${kind}`) : name;

/** The list that a group is in: its address and name. @param {Realm} realm @returns {[string, string]} */
const wayBack = ({ kind }) =>
  kind === 'community'
    ? ['/people/communities', t('groups.backToCommunities')]
    : kind === 'direct'
    ? ['/people/friends', t('groups.friends')]
    : ['/people', t('people.title')];

/** The word for leaving. @param {Realm} realm */
const quit = ({ kind }) =>
  kind === 'community' ? 'groups.quit' : kind === 'direct' ? 'groups.unfriend' : 'groups.leave';
