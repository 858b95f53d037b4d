// What was reported, as it was then: what people judge by in words, everything else behind a tap.

import { html, nothing } from 'lit-html';
import { distance, duration, fileSize, moment, money, number } from '../parts/format.js';
import { t } from '../shell/texts.js';

const origins = ['preset', 'upload', 'scan', 'prompt'];

/** @typedef {import('api-types').ReportDetails} Details */
/** Of an object what was kept: the server keeps what it had then. @typedef {Partial<import('api-types').Object>} KeptObject */
/** @typedef {Partial<Omit<import('api-types').Instance, 'object'>>} KeptInstance */
/** @typedef {Partial<Omit<import('api-types').Tour, 'organization'>> & {organization?: {name?: string}}} KeptTour */
/**
 * What was kept of the thing that was reported, by its kind.
 *
 * @typedef {KeptObject & KeptInstance & KeptTour & {object?: KeptObject | string, instance?: KeptInstance,
 *   feedback?: {stars: number, text: string}, displayName?: string}} Evidence
 */

/** A fact: its name in the texts, and what it says; empty facts are not shown. @typedef {[string, unknown]} Fact */

/** @param {KeptObject} object @returns {Fact[]} */
function ofObject({ name, alt, origin, boundingBox, bytes, triangles, createdAt }) {
  const { min, max } = boundingBox ?? {};
  return [
    ['name', name],
    ['description', alt],
    ['origin', origin && origins.includes(origin) ? t(`admin.origin-${origin}`) : ''],
    [
      'size',
      min && max
        ? t('admin.sizeOf', {
          width: number(max[0] - min[0], 2),
          depth: number(max[1] - min[1], 2),
          height: number(max[2] - min[2], 2),
        })
        : '',
    ],
    [
      'file',
      bytes ? t('admin.fileOf', { size: fileSize(bytes), triangles: number(triangles ?? 0) }) : '',
    ],
    ['made', createdAt ? moment(createdAt) : ''],
  ];
}

/** @param {KeptInstance} instance @returns {Fact[]} */
function ofInstance({ name, message, pose, realms, createdAt }) {
  const at = pose?.position;
  return [
    ['calledHere', name],
    ['message', message],
    ['standsAt', at ? `${at.lat.toFixed(5)}, ${at.lon.toFixed(5)}` : ''],
    ['seenIn', realms ? t('admin.subRealms', { count: realms.length }) : ''],
    ['placed', createdAt ? moment(createdAt) : ''],
  ];
}

/** @param {KeptTour} tour @returns {Fact[]} */
function ofTour(tour) {
  return [
    ['name', tour.name],
    ['description', tour.description],
    ['organization', tour.organization?.name],
    ['length', tour.distance ? distance(tour.distance) : ''],
    ['time', tour.duration ? duration(tour.duration) : ''],
    [
      'price',
      Number(tour.price) > 0 && tour.currency
        ? money(Math.round(Number(tour.price) * 100), tour.currency)
        : '',
    ],
    [
      'stops',
      tour.stops?.length
        ? html`<ol class="plain-list stack tight">${
          tour.stops.map((stop) =>
            html`<li><strong>${stop.order}. ${stop.title}</strong> ${stop.text}</li>`
          )
        }</ol>`
        : '',
    ],
  ];
}

/** @param {Details} found */
const keptOf = ({ evidence: kept }) => /** @type {Evidence} */ (kept ?? {});

/**
 * The object that a report is about, with what was kept of it.
 *
 * @param {Details} found @returns {{id: string, about: KeptObject} | null}
 */
export function objectOf(found) {
  const kept = keptOf(found);
  const { object } = kept;
  const about = typeof object === 'object' ? object : undefined;
  if (found.subject.kind === 'object') return { id: found.subject.id, about: about ?? kept };
  const id = about?.id ?? (typeof object === 'string' ? object : undefined);
  return id === undefined ? null : { id, about: about ?? {} };
}

/**
 * Where it stood: a placed object's one place, the stops of a tour with their numbers.
 *
 * @param {Details} found @returns {import('./case-map.js').Spot[]}
 */
export function placesOf(found) {
  const kept = keptOf(found);
  if (found.subject.kind === 'tour') {
    return (kept.stops ?? []).map(({ order, position }) => ({ ...position, label: String(order) }));
  }
  const at = (kept.instance ?? kept).pose?.position;
  return at ? [{ lat: at.lat, lon: at.lon }] : [];
}

/** @param {Details} found @returns {Fact[]} */
function facts(found) {
  const { subject } = found;
  const kept = keptOf(found);
  const object = objectOf(found)?.about ?? {};
  if (subject.kind === 'object') return ofObject(object);
  if (subject.kind === 'instance') {
    return [...ofObject(object), ...ofInstance(kept.instance ?? kept)];
  }
  if (subject.kind === 'tour') return ofTour(kept);
  if (subject.kind === 'feedback') {
    return [
      ['stars', kept.feedback?.stars],
      ['text', kept.feedback?.text],
      ['name', kept.name],
    ];
  }
  return [['name', kept.displayName ?? kept.name], ['description', kept.alt]];
}

/** The thing as it was when it was first reported. @param {Details} found */
export function evidence(found) {
  const rows = flat(found.evidence).filter(([, value]) => value !== '');
  const said = facts(found).filter(([, value]) => value !== undefined && value !== '');
  return html`
    ${said.length === 0 ? nothing : html`
      <div data-scrolls class="evidence">
        <table>
          <tbody>${said.map(([name, value]) =>
            html`
              <tr>
                <th scope="row">${t(`admin.fact-${name}`)}</th>
                <td>${value}</td>
              </tr>
            `
          )}</tbody>
        </table>
      </div>
    `}
    ${rows.length === 0 ? nothing : html`
      <details>
        <summary>${t('admin.everything')}</summary>
        <div data-scrolls class="evidence" lang="en">
          <table>
            <tbody>${rows.map(([name, value]) =>
              html`
                <tr>
                  <th scope="row">${name}</th>
                  <td>${value}</td>
                </tr>
              `
            )}</tbody>
          </table>
        </div>
      </details>
    `}
  `;
}

/**
 * Members of a value as lines of text; numbers of a list stand in one line.
 *
 * @param {unknown} value @param {string} [path] @returns {[string, string][]}
 */
function flat(value, path = '') {
  if (value === null || typeof value !== 'object') return [[path, String(value ?? '')]];
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) {
    return [[path, value.join(', ')]];
  }
  return Object.entries(value).flatMap(([name, inner]) => {
    const words = name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return flat(inner, path ? `${path} · ${words}` : words);
  });
}
