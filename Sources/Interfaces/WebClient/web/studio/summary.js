// Parts of a tour in short words, for those who compare two versions.

import { html } from 'lit-html';
import { distance } from '../parts/format.js';
import { t } from '../shell/texts.js';
import { languagesOf, titleOf } from './document.js';
import { languageName } from './languages.js';
import { lengthOf } from './lines.js';

/** @typedef {import('./document.js').Doc} Doc */

/** @param {keyof Doc} part @param {Doc} doc */
export function summary(part, doc) {
  const none = html`<span class="soft">${t('studio.nothingThere')}</span>`;
  switch (part) {
    case 'names':
    case 'descriptions':
      return languagesOf(doc).filter((tag) => doc[part][tag]?.trim()).map((tag) =>
        html`<p class="studio-said" lang=${tag}>${
          doc.languages.length > 1 ? html`<span class="soft">${languageName(tag)}: </span>` : ''
        }${doc[part][tag]}</p>`
      );
    case 'languages':
      return doc.languages.map(languageName).join(', ') || none;
    case 'links':
      return doc.links.length > 0
        ? html`<ul>${doc.links.map(({ title, url }) => html`<li>${title ?? url}</li>`)}</ul>`
        : none;
    case 'durationMinutes':
      return doc.durationMinutes
        ? t('studio.minutesCount', { count: Number(doc.durationMinutes) })
        : t('studio.computed');
    case 'wheelchair':
      return doc.wheelchair ? t(`studio.wheelchair-${doc.wheelchair}`) : none;
    case 'price':
      return doc.price || t('studio.free');
    case 'area':
      return t(doc.area ? 'studio.ownArea' : 'studio.computed');
    case 'route':
      return t('studio.routeFacts', {
        points: t('studio.points', { count: doc.route.length }),
        length: distance(lengthOf(doc.route)),
      });
    case 'picture':
      return doc.picture ? t('studio.ownPicture') : none;
    case 'stops':
      return doc.stops.length > 0
        ? html`<ol>${
          doc.stops.slice(0, 30).map((stop) => html`<li>${titleOf(stop, languagesOf(doc))}</li>`)
        }</ol>${doc.stops.length > 30 ? t('studio.andMore', { count: doc.stops.length - 30 }) : ''}`
        : none;
    default:
      return doc[part] ? html`<span class="studio-said">${doc[part]}</span>` : none;
  }
}

/**
 * What of a stop two have changed.
 *
 * @param {import('./document.js').Stop} stop @param {import('./merging-stops.js').Clash} clash
 */
export function stopSummary(stop, { member, tag = '' }) {
  const none = html`<span class="soft">${t('studio.nothingThere')}</span>`;
  switch (member) {
    case 'title':
    case 'text':
      return stop[member][tag]?.trim()
        ? html`<p class="studio-said" lang=${tag}>${stop[member][tag]}</p>`
        : none;
    case 'recordings': {
      const recording = stop.recordings[tag];
      if (!recording) return t('studio.soundSpeech');
      return recording.seconds
        ? t('studio.recordedSeconds', { count: Math.round(recording.seconds) })
        : t('studio.recorded');
    }
    case 'position':
      return html`<span class="figures">${stop.position.lat.toFixed(6)}, ${
        stop.position.lon.toFixed(6)
      }</span>`;
    case 'trigger':
      return stop.trigger && 'radius' in stop.trigger
        ? t('studio.triggerUsual', { metres: stop.trigger.radius })
        : t(stop.trigger ? 'studio.triggerPolygon' : 'studio.computed');
    case 'objects':
      return t('studio.objectCount', { count: stop.objects.length });
    default:
      return t('studio.pictureCount', { count: stop.pictures?.length ?? 0 });
  }
}
