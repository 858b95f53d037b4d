// Teams that take part in what another team plans.

import { html, nothing } from 'lit-html';
import { confirm } from '../parts/dialog.js';
import { field, Form, formOf } from '../parts/form.js';
import { icon } from '../parts/icon.js';
import { row } from '../parts/list.js';
import { picture } from '../parts/picture.js';
import { hint } from '../parts/states.js';
import * as api from '../shell/api.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';

/** @typedef {import('api-types').GroupEvent} GroupEvent */
/** @typedef {import('api-types').Realm} Realm */

/** Who plans it and who takes part, in words; empty where nobody else does. @param {GroupEvent} event */
export const teamsOf = ({ realm, teams = [] }) => {
  const names = teams.filter(({ state }) => state === 'accepted').map(({ name }) => name);
  return names.length > 0 ? [realm.name, ...names].join(', ') : '';
};

/** Takes a team out, after a question. @param {GroupEvent} event @param {{id: string, name: string}} team */
export async function removeTeam(event, team) {
  const sure = await confirm({
    title: t('events.takeOutNamed', { name: team.name }),
    text: t('events.takeOutText'),
    button: t('events.takeOut'),
  });
  if (!sure) return false;
  try {
    await api.send('DELETE', `/v1/group-events/${event.id}/teams/${team.id}`, {
      changes: [`/v1/group-events/${event.id}`, `/v1/realms/${team.id}/events`],
      match: null,
    });
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
}

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
      const wished = `name=${encodeURIComponent(name.trim())}&limit=20`;
      const [open, own] = await Promise.all([
        api.get(`/v1/realms?discover=true&${wished}`),
        api.get(`/v1/realms?limit=200`),
      ]);
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
      await api.send('PUT', `/v1/group-events/${event.id}/teams/${team.id}`, {
        changes: [`/v1/group-events/${event.id}`],
        match: null,
      });
      this.#found = null;
      this.form.values.name = '';
      this.form.isChanged = false;
      this.view.update();
      notice(t('events.teamInvited', { name: team.name }));
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
              row({
                start: picture(team.name, { round: true }),
                title: team.name,
                text: t(`events.team-${team.state}`),
                end: html`<button class="button" aria-label=${
                  t('events.takeOutNamed', { name: team.name })
                } @click=${() => removeTeam(event, team)}>${t('events.takeOut')}</button>`,
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
              row({
                start: picture(team.name, { of: team.picture, round: true }),
                title: team.name,
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
