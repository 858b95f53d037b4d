import { html, nothing } from 'lit-html';
import { decideOverride, watchOverrideRequest } from '../data/bookings.js';
import { facts } from '../parts/facts.js';
import { ago, list, time } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { heading } from '../parts/people/heading.js';
import { when } from '../parts/people/times.js';
import { hint, shown } from '../parts/states.js';
import { decide, elsewhere } from '../parts/waiting/bookings.js';
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

/** @param {View} view @param {Request} data */
async function approve(view, data) {
  const decided = await decide(data, 'approve');
  // Whoever gives a time away books another (MF-T-clickApprove).
  if (decided) view.go(elsewhere(data, decided.freeTimes[0]));
}

/** Gives a part away and keeps the rest. @param {View} view @param {Request} data */
async function approveKeeping(view, data) {
  const { name } = data.requester;
  try {
    await decideOverride(data.id, 'approve', true);
    notice(t('resources.approvedPart', { name, times: restText(data) }));
    view.go(`/people/${data.booking.realm}/resources/${data.booking.resource.id}`);
  } catch (error) {
    complain(error);
  }
}

/** @param {View} view @param {Request} data */
async function deny(view, data) {
  if (await decide(data, 'deny')) view.go(`/people/${data.booking.realm}`);
}

/** @param {View} view @param {Request} data */
function draw(view, data) {
  const isHolder = data.booking.holder.id === session.account?.id;
  return html`
    ${heading(t('resources.agreement'), '/notifications', t('resources.notifications'))}
    ${factsOf(data)}
    ${data.state !== 'open' ? hint(outcome(data)) : isHolder
      ? html`
        <div class="row">
          ${data.rest.length > 0 ? keeping(view, data) : nothing}
          <button class="button ${data.rest.length > 0 ? '' : 'main'}" @click=${() =>
            approve(view, data)}>${t('waiting.approve')}</button>
          <button class="button" @click=${() => deny(view, data)}>${t(
            'people.deny',
          )}</button></div>
        <p class="soft">${t('waiting.requestUntil', { when: ago(data.expiresAt) })}</p>
      `
      : hint(t('resources.waits', { name: data.booking.holder.name }))}
    ${isHolder && data.freeTimes.length > 0 ? offers(data) : nothing}
  `;
}

/** What the holder can keep of a booking of which but a part is wanted. @param {View} view @param {Request} data */
const keeping = (view, data) =>
  html`<button class="button main" @click=${() => approveKeeping(view, data)}>${
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
      [t('waiting.priority'), t(`waiting.priority-${data.priority}`)],
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
