// A queue beside what is chosen from it: moved through by keys, decided with a reason.

import { html, nothing } from 'lit-html';
import { field } from '../parts/form.js';
import { heading } from '../parts/heading.js';
import { icon } from '../parts/icon.js';
import { pagedList } from '../parts/list.js';
import { emptyState, warning } from '../parts/states.js';
import { addKey } from '../shell/keys.js';
import { complain, notice } from '../shell/notices.js';
import { go } from '../shell/router.js';
import { t } from '../shell/texts.js';

/** @typedef {import('../shell/view.js').View} View */

/** Seconds in which a decision can be taken back. */
const undoTime = 10;
/** Takes back what was decided last, as long as that can be done; also on the page that follows. @type {(() => void) | null} */
let takeBack = null;

/**
 * @typedef {Object} QueueWords
 * @property {string} home address of the page
 * @property {string} title
 * @property {unknown} empty
 * @property {[href: string, text: string]} [way] the way back from the list
 */

/**
 * A queue page; what it lists, and what is chosen from it, is said by those that extend it.
 *
 * @template {{id: string}} Item
 */
export class QueuePage {
  /** @param {View} view @param {import('../parts/list.js').Paged<Item>} queue @param {QueueWords} words */
  constructor(view, queue, words) {
    this.view = view;
    this.queue = queue;
    this.words = words;
    /** What is chosen. */
    this.id = view.params.id;
    const keys = [
      addKey('j', t('admin.keyNext'), () => this.#move(1)),
      addKey('k', t('admin.keyPrevious'), () => this.#move(-1)),
      addKey('e', t('admin.keyReason'), () => document.getElementById('field-reason')?.focus()),
      addKey('u', t('shell.undo'), () => takeBack?.()),
    ];
    for (const end of keys) view.onLeave(end);
  }

  /** @param {Item} _item @param {boolean} _isCurrent @returns {unknown} */
  row(_item, _isCurrent) {
    return nothing;
  }

  /** Stands above the list. @returns {unknown} */
  filter() {
    return nothing;
  }

  /** Stands below it. @returns {unknown} */
  footer() {
    return nothing;
  }

  /** What is chosen; only asked for if something is. @returns {unknown} */
  detail() {
    return nothing;
  }

  /** @param {number} step */
  #move(step) {
    const { items } = this.queue;
    if (items.length === 0) return;
    const now = items.findIndex(({ id }) => id === this.id);
    const next = items[Math.min(items.length - 1, Math.max(0, now + step))] ?? items[0];
    // At the end of the queue there is no other.
    if (next.id !== this.id) go(`${this.words.home}/${next.id}`, { replace: now >= 0 });
  }

  /**
   * Sends a decision, says that it is done, and returns to the queue; the next case is one press away, as is
   * taking it back.
   *
   * @param {() => Promise<unknown>} send @param {string} done
   * @param {() => Promise<unknown>} [undo] for decisions that can be taken back for a while
   */
  async settle(send, done, undo) {
    // What was decided leaves the queue: the next is found before.
    const { items } = this.queue;
    const now = items.findIndex(({ id }) => id === this.id);
    const next = items[now + 1] ?? items[now - 1];
    const { home } = this.words;
    const page = `${home}/${this.id}`;
    await send();
    this.view.go(home);
    const actions = next
      ? [{ label: t('admin.nextCase'), run: () => go(`${home}/${next.id}`) }]
      : [];
    if (undo) offerUndo(done, actions, undo, page);
    else notice(done, { actions });
  }

  draw() {
    return html`
      <div class="queue ${this.id ? 'has-detail' : ''}">
        ${this.#drawList()}
        <section class="queue-detail">
          ${this.id
            ? html`
              <div
                class="stack"><a class="button quiet queue-back" href=${this.words.home}>${icon(
                  'arrow-left',
                )}${this.words.title}</a>${this.detail()}</div>
            `
            : emptyState({ icon: 'mouse-pointer-click', text: t('admin.choose') })}
        </section>
      </div>
    `;
  }

  #drawList() {
    const { title, empty, way } = this.words;
    const { first } = this.queue;
    return html`
      <section class="stack queue-list">
        ${this.id
          ? html`<p class="queue-title">${title}</p>`
          : way
          ? heading(title, ...way)
          : html`<h1>${title}</h1>`}
        ${this.filter()}
        ${pagedList(this.queue, {
          label: title,
          empty,
          row: (item) => this.row(item, item.id === this.id),
        })}
        ${first.data || first.error ? this.footer() : nothing}
      </section>
    `;
  }
}

/**
 * Says what was done, with its undo: by a press, or by a key.
 *
 * @param {string} done @param {import('../shell/notices.js').Action[]} actions beside it
 * @param {() => Promise<unknown>} undo @param {string} page of what was decided
 */
function offerUndo(done, actions, undo, page) {
  const run = async () => {
    end();
    try {
      await undo();
      notice(t('admin.undone'));
      go(page);
    } catch (error) {
      complain(error);
    }
  };
  const drop = notice(done, {
    actions: [{ label: t('shell.undo'), run }, ...actions],
    seconds: undoTime,
  });
  const end = () => {
    drop();
    if (takeBack === run) takeBack = null;
  };
  takeBack = run;
  setTimeout(end, undoTime * 1000);
}

/** Classes of buttons. */
const looks = { main: 'main', danger: 'danger', plain: '' };

/**
 * The reason and the buttons of a decision.
 *
 * @param {import('../parts/form.js').Form<{reason: string}>} form
 * @param {{help: string, buttons: {text: string, look?: 'main' | 'danger' | 'plain', needsReason: boolean, run: (reason: string) => Promise<unknown>}[]}} options
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
            <button class="button ${looks[button.look ?? 'main']}" type="button" ?disabled=${form
              .isSending}
              @click=${() => press(button)}>${button.text}</button>
          `
        )}</div>
      </form>
  `;
}
