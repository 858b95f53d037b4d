import { html, nothing } from 'lit-html';
import { ago, day, distance, duration, money } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { watchPurchases } from '../data/tours.js';
import { pagedWalks } from '../data/walks.js';
import { pagedList, row } from '../parts/list.js';
import { emptyState, shownPart } from '../parts/states.js';
import { session } from '../shell/session.js';
import { t } from '../shell/texts.js';
import { heading } from './way.js';

/** Tours one walked, and what one bought. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const runs = session.role === 'general' ? pagedWalks(view) : null;
  const purchases = watchPurchases(view);
  view.draw(() =>
    html`<div class="stack loose">${heading(t('me.walks'))}
      ${
      runs
        ? html`<section class="stack"><h2>${t('me.runs')}</h2>
          ${
          pagedList(runs, {
            label: t('me.runs'),
            row: (run) =>
              row({
                // One that is at its end is left there.
                href: run.endedAt || run.state === 'paused'
                  ? `/t/${run.tour}`
                  : `/t/${run.tour}/walk`,
                start: icon('footprints'),
                title: run.name,
                text: html`<time datetime=${run.startedAt}>${ago(run.startedAt)}</time> · ${
                  distance(run.metrics.distance)
                } · ${duration(run.metrics.seconds)}`,
                end: html`${
                  run.trial
                    ? html`
                      <span class="mark">${t('me.run-trial')}</span>
                    `
                    : nothing
                }<span class="mark ${
                  run.state === 'completed' ? 'good' : run.state === 'active' ? 'warn' : ''
                }">${t(`me.run-${run.state}`)}</span>`,
              }),
            empty: emptyState({
              icon: 'footprints',
              text: t('me.noRuns'),
              action: html`<a class="button main" href="/tours">${t('me.findTour')}</a>`,
            }),
          })
        }</section>`
        : nothing
    }
      <section class="stack"><h2>${t('me.purchases')}</h2>
        ${
      shownPart(purchases, ({ items }) =>
        items.length === 0 ? html`<p class="soft">${t('me.noPurchases')}</p>` : html`
          <div data-scrolls>
            <table>
              <thead>
                <tr>
                  <th scope="col">${t('me.date')}</th>
                  <th scope="col">${t('me.what')}</th>
                  <th scope="col">${t('me.amount')}</th>
                </tr>
              </thead>
              <tbody>
                      ${items.map((item) =>
                        html`
                          <tr>
                            <td>${day(item.at)}</td>
                            <td>${t(`me.purchase-${item.kind}`)}<br><span class="soft small">${item
                              .reference}</span></td>
                            <td>${money(item.amount, item.currency)}${item.tax
                              ? html`<br><span class="soft small">${
                                t('me.tax', { tax: money(item.tax, item.currency) })
                              }</span>`
                              : nothing}</td>
                          </tr>
                        `
                      )}
                    </tbody>
            </table>
          </div>
        `)
    }</section>
    </div>`
  );
}
