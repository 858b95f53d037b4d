// The way from what is wrong or missing to the place where it is mended, and that place in words.

import { t } from '../shell/texts.js';
import { languagesOf, titleOf } from './document.js';

/** @typedef {import('./document.js').Doc} Doc */
/** @typedef {import('./editor-page.js').EditorPage} EditorPage */

/** Brings somebody to what is named by a JSON pointer. @param {EditorPage} page @param {string} pointer */
export function lead(page, pointer) {
  const [, member, index] = pointer.split('/');
  if (member === 'route') {
    page.show('route');
    const at = Number(pointer.split('/')[3]);
    if (Number.isInteger(at) && pointer.includes('coordinates')) page.choosePoint(at);
    page.focus('#studio-part-title');
  } else if (member === 'area') {
    page.show('route');
    page.setTool('area');
    page.focus('#studio-part-title');
  } else if (member === 'stops' && index !== undefined) leadToStop(page, pointer);
  else if (member === 'stops') {
    page.show('stops');
    page.focus('#studio-part-title');
  } else {
    page.show('details');
    const many = whole[member] ?? member;
    const [first] = languagesOf(page.editor.doc);
    const isTold = many === 'names' || many === 'descriptions';
    if (isTold) page.language = index ?? first;
    page.focus(
      member === 'links'
        ? `#field-link-${index ?? 0}`
        : `#field-${isTold ? `${many}-${index ?? first}` : member}`,
    );
  }
}

/** @param {EditorPage} page @param {string} pointer */
function leadToStop(page, pointer) {
  const { doc } = page.editor;
  const [, , index, what, tag] = pointer.split('/');
  const stop = doc.stops[Number(index)];
  if (!stop) return page.show('stops');
  page.openStop(stop.key);
  const languages = languagesOf(doc);
  page.language = tag ?? languageOf(doc, stop, what) ?? languages[0];
  const field = {
    title: `#field-title-${page.language}`,
    text: `#field-text-${page.language}`,
    position: '#field-position',
    trigger: '#stop-trigger',
    objects: '#stop-objects',
    narrations: `#stop-sound-${page.language}`,
    pictures: '#stop-pictures',
  }[what ?? ''];
  page.focus(field ?? '#studio-part-title');
}

/**
 * The language in which something of a stop is missing.
 *
 * @param {Doc} doc @param {import('./document.js').Stop} stop @param {string | undefined} what
 */
function languageOf(doc, stop, what) {
  const languages = languagesOf(doc);
  if (what === 'text') return languages.find((tag) => !stop.text[tag]?.trim());
  if (what !== 'narrations') return undefined;
  // Such as other stops have.
  return languages.find((tag) =>
    !(tag in stop.recordings) && doc.stops.some(({ recordings }) => tag in recordings)
  );
}

/** A stop by its number and its name, once where the name is its number. @param {number} index @param {string} name */
export function stopHeading(index, name) {
  const number = t('studio.stopNumber', { number: index + 1 });
  return name === number || !name.trim()
    ? number
    : t('studio.stopHeading', { number: index + 1, name });
}

/** Members that are told by language. @type {Record<string, string>} */
const whole = { name: 'names', description: 'descriptions' };

/** The place that a pointer names, in words. @param {Doc} doc @param {string} pointer */
export function where(doc, pointer) {
  const [, member, index] = pointer.split('/');
  if (member !== 'stops' || index === undefined) {
    return t(`studio.name-${whole[member] ?? (member || 'stops')}`);
  }
  const stop = doc.stops[Number(index)];
  return stopHeading(Number(index), stop ? titleOf(stop, languagesOf(doc)) : '');
}
