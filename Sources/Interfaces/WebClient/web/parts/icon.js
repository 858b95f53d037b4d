import { svg } from 'lit-html';

/**
 * An icon of the set (Lucide), 24 px; always beside a word or in something with a label.
 * Names stand in the sources as text, `icon('map')` or `icon: 'map'`: the build takes only those.
 *
 * @param {string} name
 */
export const icon = (name) =>
  svg`
    <svg class="icon" aria-hidden="true" focusable="false">
      <use href="${ASSETS.icons}#${name}"></use>
    </svg>
  `;
