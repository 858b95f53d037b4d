import { html, nothing } from 'lit-html';
import { watchGroup } from '../data/groups.js';
import { watchMembers } from '../data/members.js';
import { createRecord, pagedRecords, recordsTableAddress, removeRecord } from '../data/records.js';
import { Form, select } from '../parts/form.js';
import { date, number } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { heading } from '../parts/people/heading.js';
import { runs } from '../parts/people/roles.js';
import { shown } from '../parts/states.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { seasonsOf, unitsOf } from './curves.js';
import { draftOf, enter } from './entering.js';
import { recordChart } from './record-chart.js';

/** @typedef {import('api-types').TeamRecord} TeamRecord */
/** @typedef {import('../shell/view.js').View} View */

/** Statistics and records of a team, as a curve and as a table. @param {View} view */
export default function page(view) {
  const records = new RecordsPage(view);
  view.dialog('record', (at) => records.enter(at));
  view.draw(() => records.draw());
}

class RecordsPage {
  /** By season, once somebody asks for it; '' is all. @type {Map<string, ReturnType<typeof pagedRecords>>} */
  #bySeason = new Map();

  /** @param {View} view */
  constructor(view) {
    this.view = view;
    this.team = view.params.id;
    /** The one whose page this is, if it is one. */
    this.player = view.params.player;
    this.realm = watchGroup(view, this.team);
    this.everything = this.#recordsOf('');
    this.records = this.#recordsOf(this.#season);
    this.members = watchMembers(view, this.team);
    // Named apart from the fields of the dialog, which is open over these.
    this.form = new Form({ shownMetric: '', shownPlayer: '', shownSeason: '' }, () => {});
    this.form.set = (name, value) => {
      if (name === 'shownSeason') this.records = this.#recordsOf(value);
      view.setQuery({ [name.slice('shown'.length).toLowerCase()]: value || null });
    };
  }

  /** @param {string} season */
  #recordsOf(season) {
    const known = this.#bySeason.get(season) ??
      pagedRecords(this.view, this.team, { player: this.player, season });
    this.#bySeason.set(season, known);
    return known;
  }

  get #season() {
    return this.view.query.get('season') ?? '';
  }

  get #metrics() {
    return [...new Set(this.records.items.map((item) => item.metric))];
  }

  get #metric() {
    const wanted = this.view.query.get('metric');
    return wanted && this.#metrics.includes(wanted) ? wanted : this.#metrics[0] ?? '';
  }

  /** The player whose records are shown; all if it is empty. */
  get #whose() {
    return this.player ?? this.view.query.get('player') ?? '';
  }

  get #lines() {
    const [metric, whose] = [this.#metric, this.#whose];
    return this.records.items.filter((item) =>
      item.metric === metric && (!whose || (item.account?.id ?? 'team') === whose)
    );
  }

  get #runs() {
    return this.realm.data !== null && runs(this.realm.data);
  }

  /** @param {string} player */
  #nameOf(player) {
    return this.members.data?.items.find(({ account }) => account.id === player)?.account.name ??
      '';
  }

  /** @param {import('../shell/view.js').At} at */
  enter(at) {
    const item = this.records.items.find(({ id }) => id === at.id);
    if (!this.members.data || !this.#runs || (at.id && !item)) return null;
    return enter(at, this.team, this.members.data.items, item);
  }

  /** Deletes it at once, and offers to keep it after all. @param {TeamRecord} item */
  async #remove(item) {
    const putBack = () => createRecord(this.team, draftOf(item)).catch(complain);
    try {
      await removeRecord(item);
      notice(t('groups.recordGone', { metric: item.metric }), {
        action: { label: t('groups.putBack'), run: putBack },
      });
    } catch (error) {
      complain(error);
    }
  }

  draw() {
    const name = this.player && this.#nameOf(this.player);
    return html`<div class="stack loose">${
      heading(
        name ? t('groups.recordsOf', { name }) : t('groups.records'),
        `/people/${this.team}`,
        this.realm.data?.name ?? t('people.group'),
      )
    }
      ${
      this.#runs
        ? html`<div><button class="button main" @click=${() => this.view.open('record')}>${
          icon('plus')
        }${t('groups.addRecord')}</button></div>`
        : nothing
    }
      ${
      shown(this.records.first, () =>
        this.records.items.length === 0 && !this.#season
          ? html`<p class="soft">${t('groups.noRecords')}</p>`
          : this.#found())
    }</div>`;
  }

  #found() {
    const lines = this.#lines;
    const season = this.#season;
    const table = recordsTableAddress(this.team, { player: this.player, season });
    return html`${this.#choices()}
      ${unitsOf(lines).map((unit) => recordChart(lines, this.#metric, unit))}
      ${this.#table(lines)}
      ${
      this.records.hasMore
        ? html`<button class="button" @click=${() => this.records.more()}>${
          t('shell.more')
        }</button>`
        : nothing
    }
      <div><a class="button" download href=${table}>${icon('download')}${
      t('groups.csv')
    }</a></div>`;
  }

  /** The choices of metric, player and season. */
  #choices() {
    const { form, members, player } = this;
    const season = this.#season;
    const seasons = seasonsOf(this.everything.items, season);
    form.values = { shownMetric: this.#metric, shownPlayer: this.#whose, shownSeason: season };
    return html`${
      select(form, {
        name: 'shownMetric',
        label: t('groups.metric'),
        options: this.#metrics.map((value) => ({ value, text: value })),
      })
    }
    ${
      player ? nothing : select(form, {
        name: 'shownPlayer',
        label: t('people.player'),
        options: [
          { value: '', text: t('groups.allPlayers') },
          { value: 'team', text: t('groups.wholeTeam') },
          ...(members.data?.items ?? []).map(({ account }) => ({
            value: account.id,
            text: account.name,
          })),
        ],
      })
    }
    ${
      seasons.length > (season ? 0 : 1)
        ? select(form, {
          name: 'shownSeason',
          label: t('groups.season'),
          options: [
            { value: '', text: t('groups.allSeasons') },
            ...seasons.map((value) => ({ value, text: value })),
          ],
        })
        : nothing
    }`;
  }

  /** @param {TeamRecord[]} lines */
  #table(lines) {
    const titles = [
      t('people.day'),
      t('groups.season'),
      t('people.player'),
      t('groups.value'),
    ];
    return html`
      <div data-scrolls class="record-table" tabindex="0" role="group" aria-label=${t(
        'groups.records',
      )}>
        <table class="records">
          <caption>${this.#metric}</caption>
          <thead>
            <tr>${titles.map((title) => html`<th scope="col">${title}</th>`)}${this.#runs
              ? html`<th><span class="unseen">${t('groups.change')}</span></th>`
              : nothing}</tr>
          </thead>
          <tbody>${lines.map((item) => this.#line(item))}</tbody>
        </table>
      </div>
    `;
  }

  /** @param {TeamRecord} item */
  #line(item) {
    const { metric, day } = item;
    return html`<tr><td class="unbroken">${
      date(`${day}T12:00:00`)
    }</td><td>${item.season}</td><td>${item.account?.name ?? t('groups.wholeTeam')}</td><td>${
      number(item.value, 3)
    } ${item.unit}</td>${
      this.#runs
        ? html`
          <td
            class="unbroken"><button class="button quiet small" aria-label=${t(
              'groups.changeRecord',
              { metric, day },
            )} @click=${() => this.view.open('record', item.id)}>${icon(
              'pencil',
            )}</button><button class="button quiet small" aria-label=${t('groups.deleteRecord', {
              metric,
              day,
            })} @click=${() => this.#remove(item)}>${icon('trash-2')}</button></td>
        `
        : nothing
    }</tr>`;
  }
}
