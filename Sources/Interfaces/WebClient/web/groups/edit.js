import { html, nothing } from 'lit-html';
import { describeCommunity, watchCommunities, watchCommunity } from '../data/communities.js';
import {
  changeGroup,
  readGroup,
  removeGroup,
  removeGroupPicture,
  sendGroupPicture,
  watchGroup,
} from '../data/groups.js';
import { describeTeam, watchTeam } from '../data/teams.js';
import { sendChange } from '../parts/conflict.js';
import { confirm } from '../parts/dialog.js';
import { facts } from '../parts/facts.js';
import { Form, formOf } from '../parts/form.js';
import { icon } from '../parts/icon.js';
import { heading } from '../parts/people/heading.js';
import { runs } from '../parts/people/roles.js';
import { PictureField } from '../parts/picture-field.js';
import { hint, shown } from '../parts/states.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { askToLeave, canLeave } from './leaving.js';
import { Members } from './members.js';
import { Requests } from './requests.js';
import { newDescription, newSport, settingsOf, valuesOf } from './settings-draft.js';
import { said, settingsFields } from './settings-fields.js';
import { roles } from './words.js';

/** @typedef {import('api-types').Realm} Realm */
/** @typedef {import('./settings-draft.js').Settings} Settings */
/** @typedef {import('../shell/view.js').View} View */
/** @typedef {{form: Form<Settings>, before: Realm, first: Settings}} Editing a form, what it was made of, and its first values */

/** The settings of a group: for all who are in it, more for those who run it. @param {View} view */
export default function page(view) {
  const settings = new SettingsPage(view);
  view.draw(() => settings.draw());
}

class SettingsPage {
  /** @type {Editing | null} */
  #editing = null;
  /** @type {ReturnType<typeof watchTeam> | null} */
  #team = null;
  /** @type {ReturnType<typeof watchCommunity> | null} */
  #community = null;
  /** The categories of all communities. @type {ReturnType<typeof watchCommunities> | null} */
  #categories = null;
  /** @type {Requests | null} */
  #requests = null;
  /** @type {Members | null} */
  #members = null;

  /** @param {View} view */
  constructor(view) {
    const group = view.params.id;
    this.view = view;
    this.group = group;
    this.picture = new PictureField(() => view.update(), {
      send: (file, words, progress) => sendGroupPicture(group, file, words, progress),
      remove: () => removeGroupPicture(group),
    });
    this.realm = watchGroup(view, group, ({ data }) => {
      if (data) this.#take(data);
    });
  }

  /** Begins what the group has for the reader. @param {Realm} data */
  #take(data) {
    const { view, group } = this;
    const begin = () => queueMicrotask(() => this.#begin());
    if (runs(data)) this.#requests ??= new Requests(view, data);
    if (data.role && data.kind !== 'team') this.#members ??= new Members(view, data);
    if (data.kind === 'team') this.#team ??= watchTeam(view, group, begin);
    if (data.kind === 'community' && runs(data)) {
      this.#community ??= watchCommunity(view, group, begin);
      this.#categories ??= watchCommunities(view);
    }
    begin();
    queueMicrotask(() => view.update());
  }

  /** Makes the form once all that it holds is known. */
  #begin() {
    const { data } = this.realm;
    if (!data || this.#editing || !runs(data)) return;
    if (data.kind === 'team' && !this.#team?.data) return;
    if (data.kind === 'community' && !this.#community?.data) return;
    this.#make(data);
  }

  /** @param {Realm} data */
  #make(data) {
    const first = settingsOf(data, this.#team?.data, this.#community?.data);
    const form = new Form({ ...first }, () => this.view.update());
    this.#editing = { form, before: data, first };
    this.view.update();
  }

  /** @param {Editing} editing */
  #save = (editing) =>
    editing.form.submit(async (values) => {
      if (!await this.#sendGroup(editing, values)) return false;
      await this.#sendOthers(editing, values);
      notice(t('shell.saved'));
      this.view.go(`/people/${this.group}`);
    }, ({ name }) => name.trim() ? {} : { name: t('people.needsName') });

  /** @param {Editing} editing @param {Settings} values */
  #sendGroup(editing, values) {
    const { name, description, joinPolicy, timeZone } = values;
    const change = { name, description, joinPolicy, timeZone: timeZone || null };
    return sendChange(editing.before, {
      read: () => readGroup(this.group),
      send: (match) => changeGroup(this.group, change, match),
      isSame: (now) => JSON.stringify(valuesOf(now)) === JSON.stringify(valuesOf(editing.before)),
      words: (thing) => said(valuesOf(thing)),
      yours: () => said(values),
      rebase: (now) => editing.before = now,
      again: (now) => this.#make(now),
    });
  }

  /** Sends the changes beside the group itself. @param {Editing} editing @param {Settings} values */
  async #sendOthers({ first }, values) {
    const sport = this.#team ? newSport(values, first) : undefined;
    if (sport !== undefined) await describeTeam(this.group, sport);
    const community = this.#community?.data;
    const description = community ? newDescription(values, first, community) : undefined;
    if (description) await describeCommunity(this.group, description);
  }

  /** @param {Realm} data */
  #remove = async ({ id, name }) => {
    const sure = await confirm({
      title: t('groups.deleteNamed', { name }),
      text: t('groups.deleteText'),
      button: t('groups.delete'),
    });
    if (!sure) return;
    try {
      await removeGroup(id);
      this.view.go('/people');
    } catch (error) {
      complain(error);
    }
  };

  draw() {
    return html`<div class="stack loose">${
      heading(
        t('groups.groupSettings'),
        `/people/${this.group}`,
        this.realm.data?.name ?? t('people.group'),
      )
    }${shown(this.realm, (data) => this.#draw(data))}</div>`;
  }

  /** @param {Realm} data */
  #draw(data) {
    const editing = this.#editing;
    return html`${
      editing
        ? formOf(editing.form, {
          submit: () => this.#save(editing),
          button: t('shell.save'),
          fields: settingsFields(editing.form, data.kind, this.#categories?.data?.categories),
        })
        : nothing
    }
    ${runs(data) ? this.#pictureOf(data) : hint(t('groups.adminsChange'))}
    ${this.#rights(data)}
    ${
      this.#requests
        ? html`${
          hint(
            t('groups.protect'),
            html`<a class="button" href="/me/security">${t('groups.passwordAndDevices')}</a>`,
          )
        }${this.#requests.draw({ always: true })}`
        : nothing
    }
    ${this.#waysOut(data)}`;
  }

  /** @param {Realm} data */
  #pictureOf(data) {
    if (data.kind === 'organization') {
      return hint(
        t('groups.organizationPicture'),
        html`<a class="button" href="/me/organization">${t('groups.organizationPage')}</a>`,
      );
    }
    return this.picture.draw({
      name: 'group',
      label: t('groups.picture'),
      help: t('groups.pictureHelp'),
      picture: data.picture,
    });
  }

  /** The rights of each role, and the members. @param {Realm} data */
  #rights(data) {
    return html`<section class="stack"><h2>${t('groups.rights')}</h2>
      ${facts(roles.map((role) => [t(`groups.role-${role}`), t(`groups.may-${role}`)]))}
      ${
      this.#members
        ? this.#members.draw(data)
        : data.kind === 'team'
        ? html`<div><a class="button" href="/people/${data.id}/roster">${icon('users')}${
          t('groups.roster')
        }</a></div>`
        : nothing
    }</section>`;
  }

  /** @param {Realm} data */
  #waysOut(data) {
    return html`<div class="row">${
      canLeave(data)
        ? html`<button class="button" @click=${() => askToLeave(this.view, data)}>${
          icon('log-out')
        }${t('groups.leaveGroup')}</button>`
        : nothing
    }${
      data.role === 'owner' && data.kind !== 'organization'
        ? html`<button class="button danger" @click=${() => this.#remove(data)}>${icon('trash-2')}${
          t('groups.delete')
        }</button>`
        : nothing
    }</div>`;
  }
}
