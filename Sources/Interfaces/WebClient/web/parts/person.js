// A person: picture, name, and how it stands with them.

import { html, nothing } from 'lit-html';
import { row } from './list.js';
import { picture } from './picture.js';

/** @typedef {{name: string, picture?: import('api-types').Picture | null}} Person */
/** @typedef {{text: string, look?: 'good' | 'warn' | 'bad'}} State */

/** The picture of a person or a team; made from the name where there is none. @param {Person} person @param {number} [size] pixels */
export const face = ({ name, picture: of }, size) => picture(name, { of, round: true, size });

/** How it stands: in words, the colour only adds to them. @param {State} state */
export const stateMark = ({ text, look }) => html`<span class="mark ${look ?? ''}">${text}</span>`;

/**
 * The row of a person in a list.
 *
 * @param {Person} person
 * @param {{href?: string, title?: string, text?: unknown, state?: State, end?: unknown, current?: boolean}} [options]
 *   `title`: in place of the name, of which the picture is made; `text`: a line below it; `end`: what can be done,
 *   after the state
 */
export const personRow = (person, { href, title = person.name, text, state, end, current } = {}) =>
  row({
    href,
    current,
    start: face(person),
    title,
    text,
    end: state || end ? html`${state ? stateMark(state) : nothing}${end ?? nothing}` : undefined,
  });
