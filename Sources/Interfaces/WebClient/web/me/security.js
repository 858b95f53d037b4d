import { html } from 'lit-html';
import { ago } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { row } from '../parts/list.js';
import { shown } from '../parts/states.js';
import { endSession, watchSessions } from '../data/sessions.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { heading } from './way.js';

/** @typedef {import('api-types').Session} Session */

/** The password, and where one is logged in. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const sessions = watchSessions(view);
  const end = async (/** @type {Session} */ session) => {
    try {
      await endSession(session.id);
      notice(t('me.sessionEnded', { device: session.device || t('me.someDevice') }));
    } catch (error) {
      complain(error);
    }
  };
  view.draw(() =>
    html`<div class="stack loose">${heading(t('me.security'))}
      <div class="row"><a class="button" href="/me/password">${icon('key-round')}${
      t('me.changePassword')
    }</a> <a class="button" href="/help/contact?about=breach">${icon('flag')}${
      t('me.reportBreach')
    }</a></div>
      <section class="stack"><h2>${t('me.sessions')}</h2><p class="soft">${t('me.sessionsHelp')}</p>
        ${
      shown(sessions, ({ items }) =>
        html`<ul class="list" aria-label=${t('me.sessions')}>${
          items.map((session) =>
            html`<li>${
              row({
                start: icon('monitor-smartphone'),
                title: session.device || t('me.someDevice'),
                text: t('me.lastUsed', { when: ago(session.usedAt) }),
                end: session.current
                  ? html`<span class="mark good">${t('me.thisDevice')}</span>`
                  : html`
                    <button class="button" aria-label=${t('me.endSessionOf', {
                      device: session.device || t('me.someDevice'),
                    })}
                      @click=${() => end(session)}>${t('me.endSession')}</button>
                  `,
              })
            }</li>`
          )
        }</ul>`)
    }
      </section></div>`
  );
}
