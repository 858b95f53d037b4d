import { html, nothing, svg } from 'lit-html';
import { openDialog } from '../parts/dialog.js';
import { field, Form, formOf, select } from '../parts/form.js';
import { date, number } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { Paged } from '../parts/list.js';
import { shown } from '../parts/states.js';
import * as api from '../shell/api.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { dayKey } from '../parts/days.js';
import { heading, runs } from '../parts/people/words.js';

/** @typedef {import('api-types').TeamRecord} TeamRecord */
/** @typedef {import('api-types').Member} Member */

/** Statistics and records of a team, as a curve and as a table. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const path = `/v1/realms/${view.params.id}`;
  const realm = view.watch(path);
  /** What names a season, and the player whose page this is. @param {string} season */
  const queryOf = (season) => {
    const parts = new URLSearchParams();
    if (view.params.player) parts.set('player', view.params.player);
    if (season) parts.set('season', season);
    return parts.size > 0 ? `?${parts}` : '';
  };
  /** By season, once somebody asks for it; '' is all. @type {Map<string, Paged>} */
  const bySeason = new Map();
  /** @param {string} season @returns {Paged} */
  const recordsOf = (season) => {
    const known = bySeason.get(season);
    if (known) return known;
    const paged = new Paged(view, `${path}/records${queryOf(season)}`, 200);
    bySeason.set(season, paged);
    return paged;
  };
  const season = () => view.query.get('season') ?? '';
  const everything = recordsOf('');
  let records = recordsOf(season());
  const members = view.watch(`${path}/members?limit=200`);
  const metrics = () => [...new Set(records.items.map((item) => item.metric))];
  const seasons = () => {
    const found = everything.items.map((item) => item.season).concat(season());
    return [...new Set(found)].filter(Boolean).sort().reverse();
  };
  const chosen = () => {
    const wanted = view.query.get('metric');
    return wanted && metrics().includes(wanted) ? wanted : metrics()[0] ?? '';
  };
  /** The one whose page this is, if it is one. */
  const { player } = view.params;
  const of = () => player ?? view.query.get('player') ?? '';
  const lines = () =>
    records.items.filter((item) =>
      item.metric === chosen() && (!of() || (item.account?.id ?? 'team') === of())
    );
  // Named apart from the fields of the dialog, which is open over these.
  const form = new Form({ shownMetric: '', shownPlayer: '', shownSeason: '' }, () => {});
  form.set = (name, value) => {
    if (name === 'shownSeason') records = recordsOf(value);
    view.setQuery({ [name.slice('shown'.length).toLowerCase()]: value || null });
  };

  /** @param {string} id of a player */
  const nameOf = (id) =>
    (members.data?.items ?? []).find((/** @type {Member} */ item) => item.account.id === id)
      ?.account.name ?? '';

  view.dialog('record', (at) => {
    const item = records.items.find(({ id }) => id === at.id);
    if (!members.data || !realm.data || !runs(realm.data) || (at.id && !item)) return null;
    return enter(at, path, members.data.items, item);
  });

  /** Deletes it at once, and offers to keep it after all. @param {TeamRecord} item */
  const remove = async (item) => {
    const changes = [`${path}/records`];
    const putBack = async () => {
      try {
        await api.send('POST', `${path}/records`, { body: bodyOf(valuesOf(item)), changes });
      } catch (error) {
        complain(error);
      }
    };
    try {
      await api.send('DELETE', `/v1/team-records/${item.id}`, { changes, match: null });
      notice(t('groups.recordGone', { metric: item.metric }), {
        action: { label: t('groups.putBack'), run: putBack },
      });
    } catch (error) {
      complain(error);
    }
  };

  view.draw(() =>
    html`<div class="stack loose">${
      heading(
        player && nameOf(player)
          ? t('groups.recordsOf', { name: nameOf(player) })
          : t('groups.records'),
        `/people/${view.params.id}`,
        realm.data?.name ?? t('people.group'),
      )
    }
      ${
      realm.data && runs(realm.data)
        ? html`<div><button class="button main" @click=${() => view.open('record')}>${
          icon('plus')
        }${t('groups.addRecord')}</button></div>`
        : nothing
    }
      ${
      shown(records.first, () => {
        if (records.items.length === 0 && !season()) {
          return html`<p class="soft">${t('groups.noRecords')}</p>`;
        }
        form.values = { shownMetric: chosen(), shownPlayer: of(), shownSeason: season() };
        const shownLines = lines();
        return html`
          ${select(form, {
            name: 'shownMetric',
            label: t('groups.metric'),
            options: metrics().map((value) => ({ value, text: value })),
          })}
          ${player ? nothing : select(form, {
            name: 'shownPlayer',
            label: t('people.player'),
            options: [
              { value: '', text: t('groups.allPlayers') },
              { value: 'team', text: t('groups.wholeTeam') },
              ...(members.data?.items ?? []).map((/** @type {Member} */ member) => ({
                value: member.account.id,
                text: member.account.name,
              })),
            ],
          })}
          ${seasons().length > (season() ? 0 : 1)
            ? select(form, {
              name: 'shownSeason',
              label: t('groups.season'),
              options: [
                { value: '', text: t('groups.allSeasons') },
                ...seasons().map((value) => ({ value, text: value })),
              ],
            })
            : nothing}
          ${unitsOf(shownLines).map((unit) => chart(shownLines, chosen(), unit))}
          <div data-scrolls class="record-table" tabindex="0" role="group" aria-label=${t(
            'groups.records',
          )}>
            <table class="records">
              <caption>${chosen()}</caption>
              <thead>
                <tr><th scope="col">${t('people.day')}</th><th scope="col">${t(
                  'groups.season',
                )}</th><th scope="col">${t('people.player')}</th><th scope="col">${t(
                  'groups.value',
                )}</th>${realm.data && runs(realm.data)
                  ? html`<th><span class="unseen">${t('groups.change')}</span></th>`
                  : nothing}</tr>
              </thead>
              <tbody>${shownLines.map((item) =>
                html`<tr><td class="unbroken">${
                  date(`${item.day}T12:00:00`)
                }</td><td>${item.season}</td><td>${
                  item.account?.name ?? t('groups.wholeTeam')
                }</td><td>${number(item.value, 3)} ${item.unit}</td>${
                  realm.data && runs(realm.data)
                    ? html`
                      <td
                        class="unbroken"><button class="button quiet small" aria-label=${t(
                          'groups.changeRecord',
                          { metric: item.metric, day: item.day },
                        )} @click=${() => view.open('record', item.id)}>${icon(
                          'pencil',
                        )}</button><button class="button quiet small" aria-label=${t(
                          'groups.deleteRecord',
                          { metric: item.metric, day: item.day },
                        )} @click=${() => remove(item)}>${icon('trash-2')}</button></td>
                    `
                    : nothing
                }</tr>`
              )}</tbody>
            </table>
          </div>
          ${records.hasMore
            ? html`<button class="button" @click=${() => records.more()}>${
              t('shell.more')
            }</button>`
            : nothing}
          <div><a class="button" download href="${path}/records.csv${queryOf(
            season(),
          )}">${icon('download')}${t(
            'groups.csv',
          )}</a></div>
        `;
      })
    }</div>`
  );
}

/** The records of each player, and of the whole team, by name. @param {TeamRecord[]} items */
function curvesOf(items) {
  /** @type {Map<string, {name: string, items: TeamRecord[]}>} */
  const curves = new Map();
  for (const item of items) {
    const id = item.account?.id ?? 'team';
    const known = curves.get(id);
    if (known) known.items.push(item);
    else curves.set(id, { name: item.account?.name ?? t('groups.wholeTeam'), items: [item] });
  }
  return [...curves.values()].sort((a, b) => a.name.localeCompare(b.name));
}

/** How many curves look different, see people.css. */
const looks = 6;

/** The units of some records, in the order of the alphabet. @param {TeamRecord[]} items */
const unitsOf = (items) => [...new Set(items.map(({ unit }) => unit))].sort();

/**
 * A curve for each player over the days: values of one unit alone have a scale in common. The same
 * values stand in a table under it.
 *
 * @param {TeamRecord[]} items @param {string} metric @param {string} unit
 */
function chart(items, metric, unit) {
  const sorted = items.filter((item) => item.unit === unit).sort((a, b) => a.day < b.day ? -1 : 1);
  if (sorted.length < 2) return nothing;
  const times = sorted.map((item) => Date.parse(item.day));
  const values = sorted.map((item) => item.value);
  const [first, last] = [times[0], times[times.length - 1]];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (/** @type {number} */ at) =>
    44 + 306 * (last === first ? 0.5 : (at - first) / (last - first));
  const y = (/** @type {number} */ value) =>
    180 - 160 * (high === low ? 0.5 : (value - low) / (high - low));
  const at = (/** @type {TeamRecord} */ item) => ({ x: x(Date.parse(item.day)), y: y(item.value) });
  const curves = curvesOf(sorted);
  const title = unit ? t('groups.chartIn', { metric, unit }) : metric;
  return html`
    <figure class="chart">
      <figcaption><h2>${title}</h2></figcaption>
      <svg viewBox="0 0 360 210" role="img" aria-label=${t('groups.chartOf', {
        metric,
        low: number(low, 3),
        high: number(high, 3),
        unit,
      })}>
        <line class="axis" x1="44" x2="350" y1="190" y2="190"></line>
        <text x="40" y="24" text-anchor="end">${number(high, 1)}</text>
        <text x="40" y="184" text-anchor="end">${number(low, 1)}</text>
        <text x="44" y="206">${date(sorted[0].day)}</text>
        <text x="350" y="206" text-anchor="end">${date(sorted[sorted.length - 1].day)}</text>
        ${curves.map(({ items }, index) =>
          svg`<g class="curve look-${index % looks}">
            <polyline points=${
            items.map((item) => `${at(item).x},${at(item).y}`).join(' ')
          }></polyline>
            ${items.map((item) => svg`<circle cx=${at(item).x} cy=${at(item).y} r="4"></circle>`)}
          </g>`
        )}
      </svg>
      ${curves.length > 1
        ? html`
          <ul class="row plain" aria-label=${t('groups.curves')}>${curves.map(({ name }, index) =>
            html`<li><svg viewBox="0 0 32 10" width="32" height="10" aria-hidden="true"><g class="curve look-${
              index % looks
            }"><polyline points="0,5 32,5"></polyline><circle cx="16" cy="5" r="4"></circle></g></svg> ${name}</li>`
          )}</ul>
        `
        : nothing}
      <details>
        <summary>${t('groups.asTable')}</summary>
        <div data-scrolls tabindex="0" role="group" aria-label=${title}>
          <table class="records">
            <caption>${title}</caption>
            <thead>
              <tr>
                <th scope="col">${t('people.day')}</th>
                ${curves.map(({ name }) => html`<th scope="col">${name}</th>`)}
              </tr>
            </thead>
            <tbody>${[...new Set(sorted.map((item) => item.day))].map((day) =>
              html`<tr><th scope="row" class="unbroken">${date(`${day}T12:00:00`)}</th>${
                curves.map(({ items }) =>
                  html`<td>${
                    items.filter((item) => item.day === day).map((item) =>
                      number(item.value, 3)
                    ).join(
                      ' · ',
                    ) || '–'
                  }</td>`
                )
              }</tr>`
            )}</tbody>
          </table>
        </div>
      </details>
    </figure>
  `;
}

/** @param {TeamRecord} item */
const valuesOf = (item) => ({
  account: item.account?.id ?? '',
  metric: item.metric,
  value: String(item.value),
  unit: item.unit,
  season: item.season,
  day: item.day,
});

/** @param {ReturnType<typeof valuesOf>} values */
const bodyOf = ({ account, metric, value, ...rest }) => ({
  ...(account ? { account } : {}),
  metric: metric.trim(),
  value: Number(value),
  ...rest,
});

/**
 * Entering a record, or changing one.
 *
 * @param {import('../shell/view.js').At} at @param {string} path @param {Member[]} members @param {TeamRecord} [item]
 */
function enter(at, path, members, item) {
  // By the clocks of the device: in UTC it may be another day.
  const today = dayKey(new Date());
  const form = new Form(
    item
      ? valuesOf(item)
      : { account: '', metric: '', value: '', unit: '', season: today.slice(0, 4), day: today },
    () => {},
  );
  const title = item ? t('groups.changeOneRecord') : t('groups.addRecord');
  return openDialog({
    at,
    title,
    body: (close, update) => {
      form.update = update;
      return formOf(form, {
        submit: () =>
          form.submit(async (values) => {
            const body = bodyOf(values);
            const changes = [`${path}/records`];
            if (item) {
              // What is changed is the record as it was shown.
              await api.send('PUT', `/v1/team-records/${item.id}`, {
                body,
                changes,
                match: `"${item.version}"`,
              });
            } else await api.send('POST', `${path}/records`, { body, changes });
            close();
            notice(t('shell.saved'));
          }, ({ metric, value }) => ({
            ...(metric.trim() ? {} : { metric: t('people.needsTitle') }),
            ...(value !== '' && Number.isFinite(Number(value))
              ? {}
              : { value: t('groups.needsNumber') }),
          })),
        button: t('shell.save'),
        fields: html`${
          select(form, {
            name: 'account',
            label: t('people.player'),
            options: [
              { value: '', text: t('groups.wholeTeam') },
              ...members.map(({ account }) => ({ value: account.id, text: account.name })),
            ],
          })
        }${
          field(form, { name: 'metric', label: t('groups.metric'), maxlength: 60, required: true })
        }${
          field(form, {
            name: 'value',
            label: t('groups.value'),
            type: 'number',
            step: 'any',
            required: true,
          })
        }${field(form, { name: 'unit', label: t('groups.unit'), maxlength: 20, optional: true })}${
          field(form, { name: 'season', label: t('groups.season'), maxlength: 20, optional: true })
        }${field(form, { name: 'day', label: t('people.day'), type: 'date' })}`,
      });
    },
  });
}
