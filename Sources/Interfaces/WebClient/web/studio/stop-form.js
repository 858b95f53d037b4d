// One stop: its texts in each language and what is heard there, where it is, where it begins to speak, what is
// to be seen and what stands there.

import { html, nothing } from 'lit-html';
import { field } from '../parts/form.js';
import { icon } from '../parts/icon.js';
import { choice } from '../parts/tabs.js';
import { t } from '../shell/texts.js';
import { CoordinateField } from './coordinate-field.js';
import { languagesOf, titleOf, untold } from './document.js';
import { usualRadius } from './editor-map.js';
import { inLanguage, sideBySide } from './languages.js';
import { stopHeading } from './leading.js';
import { circle } from './lines.js';
import { nameOf } from './objects.js';
import { errorsOf, PartForm } from './part-form.js';
import { StopPictures } from './stop-pictures.js';
import { StopSound } from './stop-sound.js';

/** @typedef {import('./document.js').Stop} Stop */

/** Most objects of a stop. */
const mostObjects = 20;

export class StopForm {
  /** @param {import('./editor-page.js').EditorPage} page @param {import('./stops-part.js').StopsPart} stops */
  constructor(page, stops) {
    this.page = page;
    this.stops = stops;
    this.place = new CoordinateField(page);
    this.pictures = new StopPictures(page, stops);
    this.sound = new StopSound(page);
  }

  get editor() {
    return this.page.editor;
  }

  /** @param {Stop} stop */
  draw(stop) {
    const { page, editor } = this;
    const { doc } = editor;
    const index = doc.stops.indexOf(stop);
    const languages = languagesOf(doc);
    const errors = errorsOf(editor.problems, `/stops/${index}`);
    const go = (/** @type {number} */ to) => page.openStop(doc.stops[to].key);
    return html`
      <div
        class="row spread"><button class="button quiet" @click=${() => {
          page.show('stops');
          page.focus(`#stop-row-${CSS.escape(stop.key)}`);
        }}>${icon('arrow-left')}${t('studio.allStops')}</button>
              <span class="row"><button class="button quiet" aria-label=${t(
                'studio.previousStop',
              )} ?disabled=${index === 0} @click=${() => go(index - 1)}>${icon(
                'chevron-left',
              )}</button>
              <button class="button quiet" aria-label=${t(
                'studio.nextStop',
              )} ?disabled=${index === doc.stops.length - 1} @click=${() => go(index + 1)}>${icon(
                'chevron-right',
              )}</button></span></div>
            <h2 id="studio-part-title" tabindex="-1">${stopHeading(
              index,
              titleOf(stop, languages),
            )}</h2>
            ${sideBySide(page, languages, {
              one: (tag, isMany) =>
                html`${this.#texts(stop, tag, isMany, errors)}${
                  this.sound.draw(stop, tag, isMany)
                }`,
              isMissing: (tag) => !stop.text[tag]?.trim(),
            })}
            ${this.#position(stop, errors)}
            ${this.#trigger(stop)}
            ${this.pictures.draw(stop)}
            ${this.#objects(stop)}
            <div
        class="row studio-away"><button class="button" @click=${() =>
          this.stops.remove(stop.key)}>${icon('trash-2')}${t('studio.removeStop')}</button></div>
    `;
  }

  /** @param {Stop} stop @param {string} tag @param {boolean} isMany @param {Record<string, string>} errors */
  #texts(stop, tag, isMany, errors) {
    const form = new PartForm(
      { [`title-${tag}`]: stop.title[tag] ?? '', [`text-${tag}`]: stop.text[tag] ?? '' },
      {
        [`title-${tag}`]: errors[`title-${tag}`] ?? errors.title ?? '',
        [`text-${tag}`]: errors[`text-${tag}`] ?? errors.text ?? '',
      },
      (name, value) => {
        const member = name.startsWith('title') ? 'title' : 'text';
        this.stops.set(
          stop.key,
          { [member]: { ...stop[member], [tag]: value } },
          t('studio.didChange', { what: t(`studio.stop-${member}`) }),
          name,
        );
      },
    );
    const label = (/** @type {string} */ member) =>
      inLanguage(t(`studio.stop-${member}`), tag, isMany);
    return html`<div class="stack tight" lang=${tag === untold ? nothing : tag}>
      ${field(form, { name: `title-${tag}`, label: label('title'), maxlength: 120 })}
      ${
      field(form, { name: `text-${tag}`, label: label('text'), rows: 5, maxlength: 10_000 })
    }</div>`;
  }

  /** @param {Stop} stop @param {Record<string, string>} errors */
  #position(stop, errors) {
    return this.place.draw({
      id: 'field-position',
      position: stop.position,
      move: (found) =>
        this.stops.set(
          stop.key,
          { position: { ...stop.position, ...found } },
          t('studio.didMoveStop'),
        ),
      error: errors['position-lat'] ?? errors['position-lon'] ?? errors.position,
      help: t('studio.placeOfStopHelp'),
    });
  }

  /** @param {Stop} stop */
  #trigger(stop) {
    const { page } = this;
    const { trigger } = stop;
    const kind = !trigger ? 'usual' : 'radius' in trigger ? 'circle' : 'polygon';
    const set = (/** @type {Stop['trigger']} */ next, /** @type {string} */ group = '') =>
      this.stops.set(stop.key, { trigger: next }, t('studio.didTrigger'), group);
    const { lat, lon } = stop.position;
    const choose = (/** @type {string} */ value) => {
      page.setTool('');
      if (value === 'usual') set(null);
      else if (value === 'circle') {
        set({ radius: kind === 'circle' && trigger && 'radius' in trigger ? trigger.radius : 25 });
      } else {
        if (kind !== 'polygon') {
          // Six corners to begin with, that are drawn to where they should be.
          const ring = circle([lon, lat], 25).filter((_at, index) => index % 8 === 0);
          set({ polygon: { type: 'Polygon', coordinates: [ring] } });
        }
        page.setTool('trigger');
      }
    };
    const form = new PartForm(
      { radius: trigger && 'radius' in trigger ? String(trigger.radius) : '' },
      {},
      (_name, value) => {
        const radius = Number(value);
        if (radius >= 1 && radius <= 1000) set({ radius }, 'radius');
      },
    );
    return html`<fieldset class="plain-set stack tight" id="stop-trigger" tabindex="-1"><legend>${
      t('studio.trigger')
    }</legend>
      ${
      choice({
        label: t('studio.trigger'),
        value: kind,
        options: [
          { value: 'usual', text: t('studio.triggerUsual', { metres: usualRadius }) },
          { value: 'circle', text: t('studio.triggerCircle') },
          { value: 'polygon', text: t('studio.triggerPolygon') },
        ],
        choose,
      })
    }
      ${
      kind === 'circle'
        ? field(form, {
          name: 'radius',
          label: t('studio.radius'),
          type: 'number',
          min: 1,
          max: 1000,
          unit: 'm',
        })
        : nothing
    }
      ${
      kind === 'polygon'
        ? page.tool === 'trigger'
          ? page.toolHint('studio.triggerHint')
          : html`<div class="row"><button class="button" @click=${() => page.setTool('trigger')}>${
            icon('square-dashed')
          }${t('studio.triggerDraw')}</button></div>`
        : nothing
    }</fieldset>`;
  }

  /** Whether it has room for another object. @param {Stop} stop */
  takesObjects(stop) {
    return stop.objects.length < mostObjects;
  }

  /** @param {string} key of a stop @param {string} id of an object */
  addObject(key, id) {
    const stop = this.page.editor.doc.stops.find((one) => one.key === key);
    if (stop && !stop.objects.includes(id)) this.#setObjects(key, [...stop.objects, id]);
  }

  /** @param {string} key of a stop @param {string[]} objects */
  #setObjects(key, objects) {
    const kind = objects.length > 0 ? 'object' : 'popup';
    this.stops.set(key, { objects, kind }, t('studio.didObjects'));
  }

  /** @param {Stop} stop */
  #objects(stop) {
    const { page } = this;
    return html`<section class="stack tight" id="stop-objects" tabindex="-1" aria-label=${
      t('studio.objects')
    }>
      <h3>${t('studio.objects')}</h3>
      ${
      stop.objects.length === 0 ? html`<p class="soft">${t('studio.noObjectsHere')}</p>` : html`
        <ul class="list plain-list">${stop.objects.map((id) => {
          const name = nameOf(id, page.view);
          return html`
            <li
              class="list-row"><span class="row-link">${icon(
                'box',
              )}<span class="row-body">${name}</span></span>
                        <button class="button quiet" aria-label=${t('studio.removeNamed', {
                          name,
                        })} @click=${() =>
                          this.#setObjects(
                            stop.key,
                            stop.objects.filter((one) => one !== id),
                          )}>${icon(
                            'x',
                          )}</button></li>
          `;
        })}</ul>
      `
    }
      <div class="row"><button class="button" ?disabled=${!this.takesObjects(stop)} @click=${() =>
      page.view.open('object')}>${icon('box')}${t('studio.addObject')}</button>
        <button class="button" aria-pressed=${page.isView} @click=${() => {
      page.isView = !page.isView;
      page.view.update();
    }}>${icon(page.isView ? 'map' : 'scan-eye')}${
      t(page.isView ? 'studio.mapView' : 'studio.realmView')
    }</button></div></section>`;
  }
}
