// Teams that take part in what another team plans.

import { html, nothing } from 'lit-html';
import { confirm } from '../parts/dialog.js';
import { field, Form, formOf } from '../parts/form.js';
import { icon } from '../parts/icon.js';
import { personRow } from '../parts/person.js';
import { hint } from '../parts/states.js';
import { inviteTeam, removeTeam } from '../data/events.js';
import { readGroups, readOpenGroups } from '../data/groups.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';

/** @typedef {import('api-types').GroupEvent} GroupEvent */
/** @typedef {import('api-types').Realm} Realm */

/** The names of the host and the guest teams; empty without guests. @param {GroupEvent} event */
export const teamsOf = ({ realm, teams = [] }) => {
  const names = teams.filter(({ state }) => state === 'accepted').map(({ name }) => name);
  return names.length > 0 ? [realm.name, ...names].join(', ') : '';
};

/** Asks whether a team is taken out. @param {string} name */
export const asksToRemove = (name) =>
  confirm({
    title: t('events.takeOutNamed', { name }),
    text: t('events.takeOutText'),
    button: t('events.takeOut'),
  });

/** The teams of an event, for those who plan it. */
export class EventTeams {
  /** @type {Realm[] | null} */
  #found = null;

  /** @param {import('../shell/view.js').View} view */
  constructor(view) {
    this.view = view;
    this.form = new Form({ name: '' }, () => view.update());
  }

  /** @param {GroupEvent} event */
  async #search(event) {
    await this.form.submit(async ({ name }) => {
      const [open, own] = await Promise.all([readOpenGroups(name.trim(), 20), readGroups()]);
      const begins = (/** @type {Realm} */ realm) =>
        realm.name.toLowerCase().startsWith(name.trim().toLowerCase());
      const known = new Set([event.realm.id, ...(event.teams ?? []).map(({ id }) => id)]);
      const all = [...open.items, ...own.items.filter(begins)].filter((realm) =>
        realm.kind === 'team' && !known.has(realm.id)
      );
      this.#found = [...new Map(all.map((realm) => [realm.id, realm])).values()];
      this.view.update();
    });
  }

  /** @param {GroupEvent} event @param {Realm} team */
  async #invite(event, team) {
    try {
      await inviteTeam(event.id, team.id);
      this.#found = null;
      this.form.values.name = '';
      this.form.isChanged = false;
      this.view.update();
      notice(t('events.teamInvited', { name: team.name }));
    } catch (error) {
      complain(error);
    }
  }

  /** @param {GroupEvent} event @param {{id: string, name: string}} team */
  async #remove(event, team) {
    if (!await asksToRemove(team.name)) return;
    try {
      await removeTeam(event.id, team.id);
    } catch (error) {
      complain(error);
    }
  }

  /** @param {GroupEvent} event */
  draw(event) {
    const teams = event.teams ?? [];
    return html`<section class="stack"><h2>${t('events.otherTeams')}</h2>
      ${
      teams.length === 0
        ? nothing
        : html`<ul class="list" aria-label=${t('events.otherTeams')}>${
          teams.map((team) =>
            html`<li>${
              personRow(team, {
                text: t(`events.team-${team.state}`),
                end: html`<button class="button" aria-label=${
                  t('events.takeOutNamed', { name: team.name })
                } @click=${() => this.#remove(event, team)}>${t('events.takeOut')}</button>`,
              })
            }</li>`
          )
        }</ul>`
    }
      ${
      formOf(this.form, {
        isPassing: true,
        label: t('events.inviteTeam'),
        submit: () => this.#search(event),
        button: t('events.findTeam'),
        fields: field(this.form, {
          name: 'name',
          label: t('events.nameOfTeam'),
          maxlength: 100,
          autocomplete: 'off',
          required: true,
        }),
      })
    }
      ${
      !this.#found
        ? nothing
        : this.#found.length === 0
        ? hint(t('events.noTeamFound'))
        : html`<ul class="list" aria-label=${t('events.foundTeams')}>${
          this.#found.map((team) =>
            html`<li>${
              personRow(team, {
                end: html`<button class="button" aria-label=${
                  t('events.inviteNamed', { name: team.name })
                } @click=${() => this.#invite(event, team)}>${icon('user-plus')}${
                  t('people.invite')
                }</button>`,
              })
            }</li>`
          )
        }</ul>`
    }</section>`;
  }
}
