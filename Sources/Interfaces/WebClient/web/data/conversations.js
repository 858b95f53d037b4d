// Conversations, and what is said in them.

import { Paged } from '../parts/list.js';
import { invalidate, send } from '../shell/api.js';
import { address } from './address.js';

/** @typedef {import('api-types').Conversation} Conversation */
/** @typedef {import('api-types').Message} Message */
/** @typedef {import('../shell/view.js').View} View */
/** @template T @typedef {import('../shell/view.js').Watched<T>} Watched */

const all = '/v1/conversations';
/** @param {string} id */
const one = (id) => `${all}/${id}`;
/** @param {string} id of a conversation */
const messages = (id) => `${one(id)}/messages`;
/** @param {string} id */
const message = (id) => `/v1/messages/${id}`;

/** The one in which something was said last first. @param {View} view @returns {Paged<Conversation>} */
export const pagedConversations = (view) => new Paged(view, all, 20);

/** The newest at once. @param {View} view @returns {Watched<import('api-types').Answers['listConversations']>} */
export const watchConversations = (view) => view.watch(address(all, { limit: 50 }));

/** @param {View} view @param {string} id @returns {Watched<Conversation>} */
export const watchConversation = (view, id) => view.watch(one(id));

/** The latest first. @param {View} view @param {string} id @returns {Paged<Message>} */
export const pagedMessages = (view, id) => new Paged(view, messages(id), 10);

/** Begins a group chat. @param {string[]} friends @param {string} name may be empty @returns {Promise<Conversation>} */
export const createGroupChat = (friends, name) =>
  send('POST', all, { body: { friends, ...(name ? { name } : {}) }, changes: [all, '/v1/realms'] });

/** Brings friends into a group chat. @param {string} id @param {string[]} friends @returns {Promise<Conversation>} */
export const addToGroupChat = (id, friends) =>
  send('POST', `${one(id)}/members`, { body: { friends }, changes: [all, '/v1/realms'] });

/** Goes out of a group chat. @param {string} id @param {string} account one's own */
export const quitGroupChat = (id, account) =>
  send('DELETE', `/v1/realms/${id}/members/${account}`, {
    changes: [all, '/v1/realms'],
    match: null,
  });

/**
 * Says something that was recorded. It is kept on the device first, and sent once, in order.
 *
 * @param {string} id of the conversation @param {Blob} sound @param {string} label what it is called while it waits
 */
export const sendVoice = (id, sound, label) =>
  send('POST', messages(id), {
    body: sound,
    type: sound.type.split(';')[0],
    queue: label,
    isKeptFirst: true,
    changes: [all],
  });

/** Writes something. @param {string} id @param {string} text @param {string} label */
export const sendText = (id, text, label) =>
  send('POST', messages(id), { body: { text }, queue: label, changes: [all] });

/** What still waits on the device to be said there. @param {{id: number, label: string, path: string}[]} waiting @param {string} id */
export const waitingIn = (waiting, id) => waiting.filter(({ path }) => path === messages(id));

/** Where a message is heard. @param {string} id @param {string} type one of its types */
export const soundAddress = (id, type) => address(`${message(id)}/content`, { type });

/** @param {string} id */
export const markHeard = (id) =>
  send('PUT', `${message(id)}/heard`, { changes: [all], match: null });

/** @param {string} id @param {'me' | 'everybody'} whom */
export const removeMessage = (id, whom) =>
  send('DELETE', address(message(id), { for: whom }), { changes: [all], match: null });

/** Something was said, heard, made playable or taken back. */
export const messagesChanged = () => invalidate(all);
