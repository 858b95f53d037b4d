import { html } from 'lit-html';
import { pagedList } from '../parts/list.js';
import { personRow } from '../parts/person.js';
import { emptyState } from '../parts/states.js';
import { pagedBlocks, unblock } from '../data/friends.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { heading } from '../parts/people/heading.js';

/** @typedef {import('api-types').AccountSummary} Person */

/** The accounts that one has blocked. @param {import('../shell/view.js').View} view */
export default function page(view) {
  const list = pagedBlocks(view);
  /** @param {Person} person */
  const forgive = async (person) => {
    try {
      await unblock(person.id);
      notice(t('groups.unblocked', { name: person.name }));
    } catch (error) {
      complain(error);
    }
  };
  view.draw(() =>
    html`<div class="stack">${heading(t('groups.blocks'))}<p class="soft">${
      t('groups.blocksHelp')
    }</p>
      ${
      pagedList(list, {
        label: t('groups.blocks'),
        empty: emptyState({ icon: 'ban', text: t('groups.noBlocks') }),
        row: (person) =>
          personRow(person, {
            end: html`<button class="button" @click=${() => forgive(person)} aria-label=${
              t('groups.unblockNamed', { name: person.name })
            }>${t('groups.unblock')}</button>`,
          }),
      })
    }
      <section class="stack tight"><h2>${t('groups.blocksShared')}</h2><ul>${
      ['blocksTheySee', 'blocksYouSee', 'blocksLeave'].map((key) =>
        html`<li>${t(`groups.${key}`)}</li>`
      )
    }</ul></section></div>`
  );
}
