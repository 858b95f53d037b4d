import { html, nothing } from 'lit-html';
import { decideOverride, watchOverrideRequest } from '../data/bookings.js';
import { dayKey } from '../parts/days.js';
import { facts } from '../parts/facts.js';
import { ago, list, time } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { heading } from '../parts/people/heading.js';
import { timeText, when } from '../parts/people/times.js';
import { hint, shown } from '../parts/states.js';
import { complain, notice } from '../shell/notices.js';
import { session } from '../shell/session.js';
import { t } from '../shell/texts.js';
import { outcome } from './words.js';

/** @typedef {import('api-types').OverrideRequest} Request */
/** @typedef {import('../shell/view.js').View} View */

/** Whether somebody gives up a booking for another. @param {View} view */
export default function page(view) {
  const request = watchOverrideRequest(view, view.params.request, ({ data }) => {
    // Whoever is refused goes on with another time (MF-T-givenDenied).
    if (!data || data.requester.id !== session.account?.id) return;
    if (!['denied', 'expired', 'obsolete'].includes(data.state)) return;
    queueMicrotask(() => view.go(`${elsewhere(data)}&request=${data.id}`, { replace: true }));
  });
  view.draw(() =>
    html`<div class="stack loose">${
      shown(request, (data) => draw(view, data), ['/notifications', t('resources.notifications')])
    }</div>`
  );
}

const quarter = 15 * 60_000;

/** The page on which another time is booked. @param {Request} data @param {{start: string}} [free] */
function elsewhere(data, free) {
  const { realm, resource } = data.booking;
  const start = free ? new Date(free.start) : new Date(data.start);
  const from = new Date(Math.ceil(start.getTime() / quarter) * quarter);
  const times = free
    ? `&start=${timeText(from)}&end=${timeText(new Date(from.getTime() + 3_600_000))}`
    : '';
  const days = `from=${dayKey(from)}&to=${dayKey(new Date(from.getTime() + 6 * 86_400_000))}`;
  return `/people/${realm}/resources/${resource.id}?${days}${times}`;
}

/** @param {View} view @param {Request} data @param {'approve' | 'deny'} decision @param {boolean} [keepsRest] */
async function decide(view, data, decision, keepsRest) {
  try {
    const decided = await decideOverride(data.id, decision, keepsRest);
    const { name } = data.requester;
    if (keepsRest) {
      notice(t('resources.approvedPart', { name, times: restText(data) }));
      view.go(`/people/${data.booking.realm}/resources/${data.booking.resource.id}`);
    } else if (decision === 'approve') {
      notice(t('resources.approved', { name }));
      // Whoever gives a time away books another (MF-T-clickApprove).
      view.go(elsewhere(data, decided.freeTimes[0]));
    } else {
      notice(t('resources.deniedRequest', { name }));
      view.go(`/people/${data.booking.realm}`);
    }
  } catch (error) {
    complain(error);
  }
}

/** @param {View} view @param {Request} data */
function draw(view, data) {
  const isHolder = data.booking.holder.id === session.account?.id;
  return html`
    ${heading(t('resources.agreement'), '/notifications', t('resources.notifications'))}
    ${factsOf(data)}
    ${data.state !== 'open'
      ? hint(outcome(data))
      : isHolder
      ? html`
        <div class="row">
          ${data.rest.length > 0 ? keeping(view, data) : nothing}
          <button class="button ${data.rest.length > 0 ? '' : 'main'}" @click=${() =>
            decide(view, data, 'approve')}>${t('resources.approve')}</button>
          <button class="button" @click=${() => decide(view, data, 'deny')}>${t(
            'people.deny',
          )}</button></div>
        <p class="soft">${t('resources.requestUntil', { when: ago(data.expiresAt) })}</p>
      `
      : hint(t('resources.waits', { name: data.booking.holder.name }))}
    ${isHolder && data.freeTimes.length > 0 ? offers(data) : nothing}
  `;
}

/** What the holder can keep of a booking of which but a part is wanted. @param {View} view @param {Request} data */
const keeping = (view, data) =>
  html`<button class="button main" @click=${() => decide(view, data, 'approve', true)}>${
    t('resources.approveKeeping', { times: restText(data) })
  }</button>`;

/** The parts of a booking that its holder can keep, in hours. @param {Request} data */
const restText = (data) =>
  list(
    data.rest.map(({ start, end }) => t('people.fromTo', { from: time(start), to: time(end) })),
  );

/** @param {Request} data */
const factsOf = (data) =>
  html`<section class="card stack">
    <h2>${data.booking.resource.name}</h2>
    ${
    facts([
      [t('resources.askedBy'), `${data.requester.name}, ${ago(data.askedAt)}`],
      [t('people.wanted'), when(data)],
      [t('resources.priority'), t(`resources.priority-${data.priority}`)],
      [t('resources.reason'), data.reason],
      [t('resources.heldBy'), `${data.booking.holder.name}, ${when(data.booking)}`],
    ])
  }</section>`;

/** The next free times, for whoever has given one away. @param {Request} data */
const offers = (data) =>
  html`
    <section class="stack">
      <h2>${t('resources.freeTimes')}</h2>
      <ul class="list" aria-label=${t('resources.freeTimes')}>${data.freeTimes.slice(0, 8).map((
        free,
      ) =>
        html`<li class="list-row"><a class="row-link" href=${elsewhere(data, free)}>
          <span class="row-start">${icon('clock')}</span>
          <span class="row-body"><span class="row-title">${when(free)}</span></span></a></li>`
      )}</ul>
    </section>
  `;
