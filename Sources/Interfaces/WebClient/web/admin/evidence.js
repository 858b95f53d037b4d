// What was reported, as it was then: what people judge by in words, everything else behind a tap.

import { html, nothing } from 'lit-html';
import { distance, duration, fileSize, moment, money, number } from '../parts/format.js';
import { t } from '../shell/texts.js';

const origins = ['preset', 'upload', 'scan', 'prompt'];

/** A fact: its name in the texts, and what it says; empty facts are not shown. @typedef {[string, unknown]} Fact */

/** @param {any} object as it was kept @returns {Fact[]} */
function ofObject({ name, alt, origin, boundingBox, bytes, triangles, createdAt }) {
  const { min, max } = boundingBox ?? {};
  return [
    ['name', name],
    ['description', alt],
    ['origin', origins.includes(origin) ? t(`admin.origin-${origin}`) : ''],
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

/** @param {any} instance @returns {Fact[]} */
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

/** @param {any} tour @returns {Fact[]} */
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
          tour.stops.map((/** @type {any} */ stop) =>
            html`<li><strong>${stop.order}. ${stop.title}</strong> ${stop.text}</li>`
          )
        }</ol>`
        : '',
    ],
  ];
}

/** @param {any} found a case @returns {Fact[]} */
function facts({ subject, evidence }) {
  const kept = evidence ?? {};
  if (subject.kind === 'object') return ofObject(kept.object ?? kept);
  if (subject.kind === 'instance') {
    return [...ofObject(kept.object ?? {}), ...ofInstance(kept.instance ?? kept)];
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

/** The thing as it was when it was first reported. @param {any} found a case */
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
 * @param {any} value @param {string} [path] @returns {[string, string][]}
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
