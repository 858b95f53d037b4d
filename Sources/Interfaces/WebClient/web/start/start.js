import { html, nothing } from 'lit-html';
import { watchMapDescription } from '../data/places.js';
import { watchTours } from '../data/tours.js';
import { icon } from '../parts/icon.js';
import { hint } from '../parts/states.js';
import { homeOf, session } from '../shell/session.js';
import { t } from '../shell/texts.js';
import { Trying } from './trying.js';
import { ToursNear } from './near.js';

/** What this is, for whoever comes without an account. @param {import('../shell/view.js').View} view */
export default function page(view) {
  if (session.role !== 'nobody') {
    view.go(homeOf(session.role), { replace: true });
    return;
  }
  const tours = watchTours(view, { limit: 4 });
  const map = watchMapDescription(view);
  const near = new ToursNear(view);
  const trying = new Trying(view);
  const isFresh = () => tours.data?.items.length === 0 && map.data?.maps?.length === 0;
  view.draw(() =>
    html`<div class="start stack loose">
      <section class="hero">
        <div class="stack">
          <h1>${t('start.headline')}</h1>
          <p class="lead">${t('start.lead')}</p>
          ${trying.draw(tours.data?.items ?? (tours.error ? [] : null))}
          <div class="row">
            <a class="button" href="/around">${icon('binoculars')}${t('start.lookAround')}</a>
            <a class="button" href="/signup">${t('start.signUp')}</a>
          </div>
          <p>${t('start.hasAccount')} <a href="/login">${t('start.logIn')}</a></p>
        </div>
        ${scene()}
      </section>
      ${
      isFresh()
        ? hint(
          t('start.fresh'),
          html`<a class="button" href="/operator">${t('start.freshMore')}</a>`,
        )
        : nothing
    }
      <section class="two">
        ${promise(icon('map-pin'), 'Around')} ${promise(icon('route'), 'Tours')} ${
      promise(icon('calendar-clock'), 'Day')
    }
        ${promise(icon('shield-check'), 'Private')}
      </section>
      <section class="stack tight">
        <h2>${t('start.beginWith')}</h2>
        <div class="row">
          <a class="button" href="/login?for=family">${icon('house')}${t('start.forFamily')}</a>
          <a class="button" href="/login?for=calendar">${icon('calendar-clock')}${
      t('start.forCalendar')
    }</a>
        </div>
      </section>
      ${tours.data?.items.length ? near.draw(tours.data.items) : nothing}
      <p><a href="/help">${t('start.tutorial')}</a> · <a href="/about">${t('start.terms')}</a></p>
    </div>`
  );
}

/** @param {unknown} symbol @param {string} part */
const promise = (symbol, part) =>
  html`<div class="card stack tight">${symbol}<h2>${t(`start.promise${part}`)}</h2>
    <p class="soft">${t(`start.promise${part}Text`)}</p></div>`;

/** A street with houses, a way, and what stands along it. */
const scene = () =>
  html`
    <svg class="scene" viewBox="0 0 480 340" role="img" aria-label=${t('start.picture')}>
      <rect class="sky" width="480" height="340" rx="16"></rect>
      <circle class="sun" cx="392" cy="70" r="30"></circle>
      <path class="hill" d="M0 190C70 130 150 150 220 172s170-40 260 8v160H0z"></path>
      <g class="houses">
        <path d="M28 300V168l38-30 38 30v132z"></path>
        <path d="M112 300V120h70v180z"></path>
        <path d="M330 300V150l44-34 44 34v150z"></path>
        <path d="M424 300V184h44v116z"></path>
      </g>
      <g class="windows">
        <path
          d="M52 186h14v20H52zM78 186h14v20H78zM52 226h14v20H52zM78 226h14v20H78zM128 142h14v20h-14zM154 142h14v20h-14zM128 184h14v20h-14zM154 184h14v20h-14zM128 226h14v20h-14zM154 226h14v20h-14zM352 172h14v20h-14zM382 172h14v20h-14zM352 216h14v20h-14zM382 216h14v20h-14zM438 206h14v20h-14zM438 246h14v20h-14z"></path>
      </g>
      <path class="ground" d="M0 298h480v26a16 16 0 0 1-16 16H16a16 16 0 0 1-16-16z"></path>
      <path class="way" d="M150 340c10-50 66-60 92-78s20-44 52-58"></path>
      <g class="pin">
        <path d="M243 252c-18-24-26-36-26-52a26 26 0 0 1 52 0c0 16-8 28-26 52z"></path>
        <circle cx="243" cy="200" r="10"></circle>
      </g>
      <g class="card-sign">
        <rect x="272" y="104" width="112" height="40" rx="10"></rect>
        <path d="M290 119h76M290 131h48"></path>
      </g>
    </svg>
  `;
