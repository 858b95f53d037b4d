// The route: drawn on the map, taken from a file, along the paths of the map or free; and the area.

import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { choice } from '../parts/tabs.js';
import { distance } from '../parts/format.js';
import { icon } from '../parts/icon.js';
import { hint } from '../parts/states.js';
import { Search, searchField } from '../parts/search.js';
import { complain, notice } from '../shell/notices.js';
import { t } from '../shell/texts.js';
import { CoordinateField } from './coordinate-field.js';
import { languagesOf, mostStops, newStop, reversed } from './document.js';
import { Profile } from '../map/profile.js';
import { lengthOf, metres, NoLineError, readFile, rounded } from './lines.js';

/** @typedef {import('./lines.js').Point} Point */

/** Most bytes of a file that is read here, and most points of a route. */
const largest = 20 << 20;
const mostPoints = 10_000;

export class RoutePart {
  /** @param {import('./editor-page.js').EditorPage} page */
  constructor(page) {
    this.page = page;
    this.search = new Search(() => page.view.update(), ({ lat, lon }) => {
      if (lat !== undefined && lon !== undefined) page.map.map?.flyTo([lon, lat], 16);
    });
    this.search.near = () => {
      const [lon, lat] = page.map.map?.center ?? [];
      return lon === undefined || lat === undefined ? undefined : { lat, lon };
    };
    this.place = new CoordinateField(page);
    this.profile = new Profile(() => page.view.update());
    /** @type {unknown} the route whose profile is shown or asked for */
    this.profiled = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.pause = undefined;
  }

  /** Asks for the heights when the route has stood still for a moment. @param {Point[]} route */
  #follow(route) {
    if (route === this.profiled) return;
    this.profiled = route;
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.profile.follow(route), 600);
  }

  get editor() {
    return this.page.editor;
  }

  draw() {
    const { page, editor } = this;
    const isArea = page.tool === 'area';
    return html`<h2 id="studio-part-title" tabindex="-1">${t('studio.part-route')}</h2>
      ${searchField(this.search, { label: t('studio.goTo'), id: 'studio-go' })}
      ${
      choice({
        label: t('studio.onMap'),
        value: isArea ? 'area' : 'route',
        options: [
          { value: 'route', text: t('studio.name-route'), icon: 'route' },
          { value: 'area', text: t('studio.name-area'), icon: 'square-dashed' },
        ],
        choose: (value) => page.setTool(value === 'area' ? 'area' : ''),
      })
    }
      ${isArea ? this.#area() : this.#route()}
      <div class="row"><button class="button" @click=${() => page.show('details')}>${
      t('studio.back')
    }</button>
        <button class="button main" ?disabled=${editor.doc.route.length < 2} @click=${() => {
      page.show('stops');
      page.focus('#studio-part-title');
    }}>${t('studio.nextStops')}</button></div>`;
  }

  #route() {
    const { page, editor } = this;
    const { doc } = editor;
    const { routeEdit } = page;
    const count = doc.route.filter((at) => !at[2]).length;
    this.#follow(doc.route);
    return html`
      ${hint(t(doc.route.length === 0 ? 'studio.drawFirst' : 'studio.drawMore'))}
            <label class="check"><input type="checkbox" .checked=${live(routeEdit.isSnapping)}
              @change=${(/** @type {Event} */ event) => {
                routeEdit.isSnapping = /** @type {HTMLInputElement} */ (event.target).checked;
                page.view.update();
              }}><span>${t('studio.followPaths')}</span></label>
            <div class="row">
        <button class="button" @click=${() => page.addInMiddle()}>${icon('crosshair')}${t(
          'studio.addMiddle',
        )}</button>
        <button class="button" ?disabled=${doc.route.length < 2} @click=${() =>
          this.#reverse()}>${icon('arrow-left-right')}${t('studio.reverse')}</button>
        <button class="button" ?disabled=${doc.stops.length < 2 || routeEdit.isBusy} @click=${() =>
          routeEdit.throughStops()}>${icon('waypoints')}${t('studio.throughStops')}</button>
        <button class="button" ?disabled=${doc.route.length === 0} @click=${() =>
          this.#clear()}>${icon('trash-2')}${t('studio.clearRoute')}</button>
      </div>
            <p role="status" class="soft">${routeEdit.isBusy
              ? t('studio.findingPath')
              : t('studio.routeFacts', {
                points: t('studio.points', { count }),
                length: distance(lengthOf(doc.route)),
              })}</p>
            ${doc.route.length > 1 ? this.profile.draw() : nothing}
            ${doc.route.length > 0 ? this.#points() : nothing}
            <div class="field"><label for="studio-route-file">${t('studio.routeFile')}</label>
              <input id="studio-route-file" class="studio-file" type="file" accept=".gpx,.kml,.geojson,.json"
                @change=${(/** @type {Event} */ event) => this.#take(event)}>
              <p class="field-help">${t('studio.routeFileHelp')}</p></div>
    `;
  }

  /** The point that is chosen, with everything that can be done to it by keys. */
  #points() {
    const { page, editor } = this;
    const { route } = editor.doc;
    const set = route.flatMap((at, index) => at[2] ? [] : [index]);
    const place = set.indexOf(page.point);
    const at = route[page.point];
    const to = (/** @type {number} */ next) => {
      this.place.forget();
      page.choosePoint(set[(next + set.length) % set.length]);
    };
    return html`<fieldset class="studio-point plain-set stack tight"><legend>${
      t('studio.pointTitle')
    }</legend>
      <div class="row">
        <button class="button" aria-label=${t('studio.previousPoint')} @click=${() =>
      to(place < 0 ? set.length - 1 : place - 1)}>${icon('chevron-left')}</button>
        <span class="figures" role="status">${
      place < 0
        ? t('studio.noPoint', { count: set.length })
        : t('studio.pointOf', { number: place + 1, count: set.length })
    }</span>
        <button class="button" aria-label=${t('studio.nextPoint')} @click=${() => to(place + 1)}>${
      icon('chevron-right')
    }</button>
      </div>
      ${
      at
        ? html`
          ${this.#placeField(at)}
                  <div
            class="row"><button class="button" ?disabled=${page.point >=
              route.length - 1} @click=${() => this.#insertAfter()}>${icon('plus')}${t(
                'studio.insertPoint',
              )}</button>
                    <button class="button" @click=${() => page.removeChosen()}>${icon(
                      'trash-2',
                    )}${t('studio.removePoint')}</button></div><p
            class="soft small">${t('studio.pointKeys')}</p>
        `
        : nothing
    }</fieldset>`;
  }

  /** @param {Point} at */
  #placeField(at) {
    const { point, routeEdit } = this.page;
    return this.place.draw({
      id: 'field-point',
      position: { lat: at[1], lon: at[0] },
      move: ({ lat, lon }) => routeEdit.move(point, [lon, lat]),
    });
  }

  #insertAfter() {
    const { page, editor } = this;
    const { route } = editor.doc;
    const [a, b] = [route[page.point], route[page.point + 1]];
    page.routeEdit.insert(page.point, [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
  }

  #reverse() {
    const { editor } = this;
    editor.change(reversed(editor.doc), t('studio.didReverse'));
    this.page.point = -1;
    notice(t(editor.doc.stops.length > 1 ? 'studio.reversedBoth' : 'studio.reversed'), {
      action: { label: t('studio.undo'), run: () => editor.undo() },
    });
  }

  #clear() {
    const { editor } = this;
    editor.change({ ...editor.doc, route: [] }, t('studio.didClear'));
    this.page.point = -1;
    notice(t('studio.cleared'), {
      action: { label: t('studio.undo'), run: () => editor.undo() },
    });
  }

  /** Takes the line of a file. @param {Event} event */
  async #take(event) {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const file = input.files?.[0];
    input.value = '';
    if (!file) return;
    try {
      if (file.size > largest) throw new Error(t('studio.tooLarge'));
      const { line, places } = readFile(await file.text());
      if (line.length > mostPoints) throw new Error(t('studio.tooManyPoints'));
      const { editor } = this;
      const [language] = languagesOf(editor.doc);
      const isEmpty = editor.doc.stops.length === 0;
      const stops = isEmpty
        ? places.slice(0, mostStops).map(({ name, at }, index) =>
          newStop(
            editor.newKey(),
            { [language]: name || t('studio.stopNumber', { number: index + 1 }) },
            at,
          )
        )
        : editor.doc.stops;
      editor.change({ ...editor.doc, route: line, stops }, t('studio.didImport'));
      this.page.point = -1;
      this.page.map.fit();
      notice(
        t(isEmpty && places.length > 0 ? 'studio.importedBoth' : 'studio.imported', {
          points: t('studio.points', { count: line.length }),
          stops: t('studio.stops', { count: places.length }),
        }),
        { action: { label: t('studio.undo'), run: () => editor.undo() } },
      );
    } catch (error) {
      if (error instanceof NoLineError) {
        notice(t('studio.noLine', { name: file.name }), { bad: true });
      } else complain(error);
    }
  }

  #area() {
    const { page, editor } = this;
    const { doc } = editor;
    const ring = page.ring ?? [];
    const parts = doc.area?.type === 'MultiPolygon' ? doc.area.coordinates.length : 1;
    return html`
      ${hint(t(doc.area || ring.length > 0 ? 'studio.areaOwn' : 'studio.areaComputed'))}
            ${parts > 1 ? html`<p>${t('studio.areaParts', { count: parts })}</p>` : nothing}
            <p role="status" class="soft">${t('studio.corners', { count: ring.length })}</p>
            <div class="row">
        <button class="button" @click=${() => page.addInMiddle()}>${icon('crosshair')}${t(
          'studio.addMiddle',
        )}</button>
        <button class="button" ?disabled=${ring.length === 0} @click=${() => {
          page.corner = page.corner < 0 ? ring.length - 1 : page.corner;
          page.removeChosen();
        }}>${icon('trash-2')}${t(
          page.corner < 0 ? 'studio.removeLastCorner' : 'studio.removeCorner',
        )}</button>
        <button class="button" ?disabled=${doc.route.length < 2} @click=${() =>
          this.#around()}>${icon('scan')}${t('studio.areaFromRoute')}</button>
        <button class="button" ?disabled=${!doc.area && ring.length === 0} @click=${() => {
          page.draft = null;
          editor.change({ ...doc, area: null }, t('studio.didArea'));
          page.view.update();
        }}>${t('studio.areaAutomatic')}</button>
      </div>
    `;
  }

  /** A rectangle around route and stops, to begin with. */
  #around() {
    const { page, editor } = this;
    const points = [
      ...editor.doc.route,
      ...editor.doc.stops.map((
        { position },
      ) => /** @type {Point} */ ([position.lon, position.lat])),
    ];
    const lons = points.map(([lon]) => lon);
    const lats = points.map(([, lat]) => lat);
    const [west, east] = [Math.min(...lons), Math.max(...lons)];
    const [south, north] = [Math.min(...lats), Math.max(...lats)];
    const metre = 1 / metres([west, south], [west, south + 1]);
    const squeeze = Math.max(0.01, Math.cos((south + north) / 2 * Math.PI / 180));
    const [up, aside] = [60 * metre, 60 * metre / squeeze];
    page.setRing([
      [west - aside, south - up],
      [east + aside, south - up],
      [east + aside, north + up],
      [west - aside, north + up],
    ].map((at) => rounded(/** @type {Point} */ (at))));
  }
}
