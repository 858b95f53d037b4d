import { html } from 'lit-html';
import { watchMapDescription } from '../data/places.js';
import { watchTours } from '../data/tours.js';
import { icon } from '../parts/icon.js';
import { t } from '../shell/texts.js';

/** The first steps with a server, as commands. */
const commands = {
  admin: 'wayside admin create --data DIR --email you@example.org --password-stdin',
  map: 'wayside import osm REGION.osm.pbf --data DIR --name region',
  timetable: 'wayside import gtfs FEED.zip --data DIR --name region',
};

/** What whoever set up this server does first. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const description = watchMapDescription(view);
  const tours = watchTours(view, { limit: 1 });
  /** @param {string} name @param {boolean} isDone @param {unknown} [more] */
  const step = (name, isDone, more) =>
    html`<li class="card stack tight"><div class="row"><h2>${t(`start.op-${name}`)}</h2>
      ${
      isDone ? html`<span class="mark good">${icon('check')}${t('start.op-done')}</span>` : ''
    }</div>
      <p>${t(`start.op-${name}Text`)}</p>${more}</li>`;
  view.draw(() =>
    html`
      <div class="stack loose">
        <h1>${t('start.operator')}</h1>
        <p>${t('start.op-lead')}</p>
        <ol class="stack plain-list">
              ${step('admin', false, code(commands.admin))}
              ${step(
                'map',
                (description.data?.maps?.length ?? 0) > 0,
                html`${code(commands.map)}${code(commands.timetable)}`,
              )}
              ${step(
                'tour',
                (tours.data?.items.length ?? 0) > 0,
                html`<p><a href="/signup">${t('start.signUp')}</a></p>`,
              )}
            </ol>
        <p><a href="/openapi.json">${t('start.op-interface')}</a> · <a href="/readyz">${t(
          'start.op-ready',
        )}</a></p>
      </div>
    `
  );
}

/** @param {string} line */
const code = (line) => html`<pre class="command"><code>${line}</code></pre>`;
