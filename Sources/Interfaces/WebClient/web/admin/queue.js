// A queue beside what is chosen from it: moved through by keys, decided with a reason.

import { html, nothing } from 'lit-html';
import { field } from '../parts/form.js';
import { heading } from '../parts/heading.js';
import { icon } from '../parts/icon.js';
import { Paged, pagedList } from '../parts/list.js';
import { emptyState, warning } from '../parts/states.js';
import { addKey } from '../shell/keys.js';
import { notice } from '../shell/notices.js';
import { go } from '../shell/router.js';
import { t } from '../shell/texts.js';

/** @typedef {import('../shell/view.js').View} View */

/**
 * Draws a queue page.
 *
 * @param {View} view
 * @param {Object} options
 * @param {string} options.list address of the queue at the server
 * @param {string} options.home address of the page
 * @param {string} options.title
 * @param {unknown} options.empty
 * @param {(item: any, current: boolean) => unknown} options.row
 * @param {() => unknown} [options.filter] above the list
 * @param {() => unknown} [options.footer] below the list
 * @param {[href: string, text: string]} [options.way] the way back from the list
 * @param {(() => unknown) | null} options.detail what is chosen; null if nothing is
 */
export function queuePage(view, { list, home, title, empty, row, filter, footer, way, detail }) {
  const queue = new Paged(view, list, 50);
  /** @param {number} step */
  const move = (step) => {
    const items = queue.items;
    if (items.length === 0) return;
    const now = items.findIndex((item) => item.id === view.params.id);
    const next = items[Math.min(items.length - 1, Math.max(0, now + step))] ?? items[0];
    // At the end of the queue there is no other.
    if (next.id !== view.params.id) go(`${home}/${next.id}`, { replace: now >= 0 });
  };
  for (
    const end of [
      addKey('j', t('admin.keyNext'), () => move(1)),
      addKey('k', t('admin.keyPrevious'), () => move(-1)),
      addKey('e', t('admin.keyReason'), () => document.getElementById('field-reason')?.focus()),
    ]
  ) view.onLeave(end);
  view.draw(() =>
    html`
      <div class="queue ${detail ? 'has-detail' : ''}">
        <section class="stack queue-list">
              ${detail
                ? html`<p class="queue-title">${title}</p>`
                : way
                ? heading(title, ...way)
                : html`<h1>${title}</h1>`}
              ${filter ? filter() : nothing}
              ${pagedList(queue, {
                label: title,
                empty,
                row: (item) => row(item, item.id === view.params.id),
              })}
              ${footer && (queue.first.data || queue.first.error) ? footer() : nothing}
            </section>
        <section class="queue-detail">
              ${detail
                ? html`
                  <div
                    class="stack"><a class="button quiet queue-back" href=${home}>${icon(
                      'arrow-left',
                    )}${title}</a>${detail()}</div>
                `
                : emptyState({ icon: 'mouse-pointer-click', text: t('admin.choose') })}
            </section>
      </div>
    `
  );
  /**
   * Sends a decision, says that it is done, and returns to the queue; the next case is one press away.
   *
   * @param {() => Promise<unknown>} send @param {string} done
   */
  const settle = async (send, done) => {
    // What was decided leaves the queue: the next is found before.
    const now = queue.items.findIndex((item) => item.id === view.params.id);
    const next = queue.items[now + 1] ?? queue.items[now - 1];
    await send();
    view.go(home);
    notice(
      done,
      next ? { action: { label: t('admin.nextCase'), run: () => go(`${home}/${next.id}`) } } : {},
    );
  };
  return { settle };
}

/**
 * The reason and the two buttons of a decision.
 *
 * @param {import('../parts/form.js').Form<{reason: string}>} form
 * @param {{help: string, buttons: {text: string, danger?: boolean, needsReason: boolean, run: (reason: string) => Promise<unknown>}[]}} options
 */
export function decision(form, { help, buttons }) {
  /** @param {typeof buttons[number]} button */
  const press = (button) =>
    form.submit(
      ({ reason: words }) => button.run(words.trim()),
      ({ reason: words }) =>
        button.needsReason && !words.trim() ? { reason: t('admin.needsReason') } : {},
    );
  return html`
    <form class="stack card" aria-label=${t('admin.decision')} novalidate
      .entered=${form} @submit=${(
        /** @type {Event} */ event,
      ) => event.preventDefault()}>
        <h2>${t('admin.decision')}</h2>
        ${field(form, { name: 'reason', label: t('admin.reason'), rows: 3, maxlength: 1000, help })}
        ${form.problem ? warning(form.problem) : nothing}
        <div class="row">${buttons.map((button) =>
          html`
            <button class="button ${button.danger
              ? 'danger'
              : 'main'}" type="button" ?disabled=${form
              .isSending}
              @click=${() => press(button)}>${button.text}</button>
          `
        )}</div>
      </form>
  `;
}
