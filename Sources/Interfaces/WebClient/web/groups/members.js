// The members of a group, and the actions on each.

import { html, nothing } from 'lit-html';
import { openDialog } from '../parts/dialog.js';
import { field, Form, formOf, select } from '../parts/form.js';
import { icon } from '../parts/icon.js';
import { pagedList } from '../parts/list.js';
import { personRow } from '../parts/person.js';
import { block } from '../data/friends.js';
import { changeMember, pagedMembers, removeMember, reportMember } from '../data/members.js';
import { complain, notice } from '../shell/notices.js';
import { session } from '../shell/session.js';
import { t } from '../shell/texts.js';
import { askFriend } from './befriending.js';
import { Contacts } from './contacts.js';
import { runs } from '../parts/people/roles.js';
import { roles } from './words.js';

/** @typedef {import('api-types').Realm} Realm */
/** @typedef {import('api-types').Member} Member */
/** @typedef {import('../shell/view.js').At} At */

/** The reasons for which a member is reported. */
const reasons = ['harassment', 'bullying', 'other'];

export class Members {
  /** @param {import('../shell/view.js').View} view @param {Realm} realm */
  constructor(view, realm) {
    this.view = view;
    this.list = pagedMembers(view, realm.id, 50);
    this.contacts = realm.kind === 'team' && realm.role ? new Contacts(view, realm.id) : null;
    this.realm = realm;
    /**
     * @param {(realm: Realm, id: string) => boolean} may
     * @param {(at: At, item: Member) => Promise<unknown>} open
     */
    const of = (may, open) => (/** @type {At} */ at) => {
      const item = this.list.items.find(({ account }) => account.id === at.id);
      return item && may(this.realm, at.id) && open(at, item);
    };
    view.dialog('member', of(hasMore, (at, item) => this.#more(at, item, this.realm)));
    view.dialog('describe', of(describedBy, (at, item) => this.#describe(at, item, this.realm)));
    view.dialog('report', of(reportedBy, (at, item) => this.#report(at, item)));
  }

  /** @param {Realm} realm */
  draw(realm) {
    this.realm = realm;
    return html`${this.contacts?.draw() ?? nothing}${
      pagedList(this.list, {
        label: t('groups.who'),
        empty: nothing,
        row: (item) => this.#row(item, realm),
      })
    }`;
  }

  /** @param {() => Promise<unknown>} change @param {string} [done] */
  async #perform(change, done) {
    try {
      await change();
      if (done) notice(done);
    } catch (error) {
      complain(error);
    }
  }

  /** @param {Member} item @param {Realm} realm */
  #row(item, realm) {
    const { id, name } = item.account;
    return personRow(item.account, {
      title: isReader(id) ? t('groups.you', { name }) : name,
      text: html`${t(`groups.role-${item.role}`)}${
        item.number === undefined ? '' : ` · ${t('groups.number', { number: item.number })}`
      }${item.position ? ` · ${item.position}` : ''}${
        item.biography ? html`<br>${item.biography}` : nothing
      }${this.contacts?.of(id) ?? nothing}${
        realm.kind === 'team' && realm.role
          ? html`<br><a href="/people/${realm.id}/players/${id}" aria-label=${
            t('groups.recordsOf', { name })
          }>${t('groups.records')}</a>`
          : nothing
      }`,
      end: hasMore(realm, id)
        ? html`<button class="button quiet" aria-label=${
          t('groups.moreOf', { name })
        } @click=${() => this.view.open('member', id)}>${icon('ellipsis')}</button>`
        : nothing,
    });
  }

  /** The dialog with the actions on a member. @param {At} at @param {Member} item @param {Realm} realm */
  #more(at, item, realm) {
    const { id, name } = item.account;
    const isMe = isReader(id);
    const form = new Form({ role: item.role }, () => {});
    return openDialog({
      at,
      title: name,
      body: (close) =>
        html`${
          !isMe && runs(realm) && item.role !== 'owner' ? this.#running(form, item, close) : nothing
        }${
          describedBy(realm, id)
            ? html`<div><button class="button" @click=${() => this.view.open('describe', id)}>${
              icon('pencil')
            }${t('groups.describe')}</button></div>`
            : nothing
        }${isMe ? nothing : this.#towards(item, realm, close)}`,
    });
  }

  /** The actions of admins. @param {Form<{role: Member['role']}>} form @param {Member} item @param {() => void} close */
  #running(form, { account: { id, name } }, close) {
    const group = this.realm.id;
    return html`${
      formOf(form, {
        submit: () => {
          close();
          this.#perform(() => changeMember(group, id, form.values), t('shell.saved'));
        },
        button: t('groups.giveRole'),
        fields: select(form, {
          name: 'role',
          label: t('groups.role'),
          options: roles.map((value) => ({ value, text: t(`groups.role-${value}`) })),
        }),
      })
    }
    <div><button class="button" @click=${() => {
      close();
      this.#perform(() => removeMember(group, id), t('groups.removed', { name }));
    }}>${icon('user-minus')}${t('groups.remove')}</button></div>`;
  }

  /** The actions of any member on another. @param {Member} item @param {Realm} realm @param {() => void} close */
  #towards({ account }, realm, close) {
    const { id, name } = account;
    return html`${
      reportedBy(realm, id)
        ? html`<div><button class="button" @click=${() => this.view.open('report', id)}>${
          icon('flag')
        }${t('groups.report')}</button></div>`
        : nothing
    }${
      realm.kind === 'direct' ? nothing : html`<div><button class="button" @click=${() => {
        close();
        askFriend(account);
      }}>${icon('user-plus')}${t('groups.addAsFriend')}</button></div>`
    }<div><button class="button" @click=${() => {
      close();
      this.#perform(() => block(id, realm.id), t('groups.blocked', { name }));
    }}>${icon('ban')}${t('groups.block')}</button></div>`;
  }

  /** The biography; for those who run it, position and number too. @param {At} at @param {Member} item @param {Realm} realm */
  #describe(at, item, realm) {
    const isAll = runs(realm) && realm.kind === 'team';
    const form = new Form({
      biography: item.biography ?? '',
      position: item.position ?? '',
      number: item.number === undefined ? '' : String(item.number),
    }, () => {});
    return openDialog({
      at,
      title: t('groups.describeNamed', { name: item.account.name }),
      body: (close, update) => {
        form.update = update;
        return formOf(form, {
          submit: () =>
            form.submit(async (values) => {
              await changeMember(realm.id, item.account.id, describedAs(values, isAll));
              close();
              notice(t('shell.saved'));
            }),
          button: t('shell.save'),
          fields: describing(form, isAll),
        });
      },
    });
  }

  /** @param {At} at @param {Member} item */
  #report(at, item) {
    const { id, name } = item.account;
    const form = new Form({ reason: '', text: '' }, () => {});
    return openDialog({
      at,
      title: t('groups.reportNamed', { name }),
      body: (close, update) => {
        form.update = update;
        return formOf(form, {
          submit: () =>
            form.submit(async ({ reason, text }) => {
              await reportMember(this.realm.id, id, {
                reason,
                ...(text.trim() ? { text: text.trim() } : {}),
              });
              close();
              notice(t('groups.reported'));
            }, ({ reason, text }) => ({
              ...(reason ? {} : { reason: t('shell.needsReportWhy') }),
              ...(reason === 'other' && !text.trim() ? { text: t('groups.needsWhat') } : {}),
            })),
          button: t('groups.sendReport'),
          fields: html`<p class="soft">${t('groups.reportHelp')}</p>${
            select(form, {
              name: 'reason',
              label: t('groups.why'),
              options: [
                { value: '', text: t('shell.chooseWhy') },
                ...reasons.map((value) => ({ value, text: t(`groups.reason-${value}`) })),
              ],
            })
          }${
            field(form, {
              name: 'text',
              label: t('groups.whatHappened'),
              rows: 4,
              maxlength: 900,
              optional: true,
            })
          }`,
        });
      },
    });
  }
}

/** @typedef {{biography: string, position: string, number: string}} Description */

/** The change to send. @param {Description} values @param {boolean} isAll */
const describedAs = ({ biography, position, number }, isAll) => ({
  biography,
  ...(isAll
    ? { position: position.trim() || null, number: number === '' ? null : Number(number) }
    : {}),
});

/** @param {Form<Description>} form @param {boolean} isAll also what those say who run the team */
const describing = (form, isAll) =>
  html`${
    field(form, {
      name: 'biography',
      label: t('groups.biography'),
      rows: 4,
      maxlength: 2000,
      optional: true,
    })
  }${
    isAll
      ? html`${
        field(form, {
          name: 'position',
          label: t('groups.position'),
          maxlength: 60,
          optional: true,
        })
      }${
        field(form, {
          name: 'number',
          label: t('groups.shirt'),
          type: 'number',
          min: 0,
          max: 999,
          optional: true,
        })
      }`
      : nothing
  }`;

/** Whether members say something of themselves there, and are reported to its admins. @param {Realm} realm */
const describes = (realm) => !['public', 'personal', 'direct'].includes(realm.kind);

/** Whether somebody is the reader. @param {string} id */
const isReader = (id) => id === session.account?.id;

/** Whether there is anything to be done about a member. @param {Realm} realm @param {string} id */
const hasMore = (realm, id) =>
  isReader(id) ? describes(realm) : runs(realm) || realm.kind !== 'public';

/** @param {Realm} realm @param {string} id */
const describedBy = (realm, id) => describes(realm) && (isReader(id) || runs(realm));

/** @param {Realm} realm @param {string} id */
const reportedBy = (realm, id) => !!realm.role && describes(realm) && !isReader(id);
