// The sky by time of day: where the sun stands, its light, and a dome from horizon to zenith.

import {
  BackSide,
  BufferAttribute,
  Color,
  DirectionalLight,
  HemisphereLight,
  Mesh,
  MeshBasicMaterial,
  SphereGeometry,
} from 'three';

const radians = Math.PI / 180;

/**
 * Where the sun stands, by the low-precision formulae of the Astronomical Almanac (0.01 degrees).
 *
 * @param {Date} time @param {number} lat @param {number} lon degrees
 * @returns {{elevation: number, heading: number}} degrees
 */
export function sunAt(time, lat, lon) {
  const days = time.getTime() / 86_400_000 - 10957.5;
  const mean = (280.46 + 0.9856474 * days) * radians;
  const anomaly = (357.528 + 0.9856003 * days) * radians;
  const ecliptic = mean + (1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * radians;
  const tilt = (23.439 - 4e-7 * days) * radians;
  const declination = Math.asin(Math.sin(tilt) * Math.sin(ecliptic));
  const ascension = Math.atan2(Math.cos(tilt) * Math.sin(ecliptic), Math.cos(ecliptic));
  const sidereal = (280.46061837 + 360.98564736629 * days + lon) * radians;
  const hour = sidereal - ascension;
  const elevation = Math.asin(
    Math.sin(lat * radians) * Math.sin(declination) +
      Math.cos(lat * radians) * Math.cos(declination) * Math.cos(hour),
  );
  const heading = Math.atan2(
    -Math.cos(declination) * Math.sin(hour),
    Math.sin(declination) * Math.cos(lat * radians) -
      Math.cos(declination) * Math.sin(lat * radians) * Math.cos(hour),
  );
  return { elevation: elevation / radians, heading: ((heading / radians) % 360 + 360) % 360 };
}

// Zenith, horizon, light of the sun, light of the sky and the part of both, by the sun's elevation.
const moods = [
  {
    at: -12,
    zenith: '#2b3b52',
    horizon: '#5a6678',
    sun: '#c4d0e6',
    sky: '#8fa0ba',
    strength: 0.7,
    ambient: 2.1,
  },
  {
    at: -3,
    zenith: '#51668a',
    horizon: '#d9a98f',
    sun: '#ffd9bf',
    sky: '#b5b9c9',
    strength: 1.1,
    ambient: 2.3,
  },
  {
    at: 5,
    zenith: '#87aacb',
    horizon: '#f3ddc0',
    sun: '#ffe0b3',
    sky: '#dfe3e6',
    strength: 2.2,
    ambient: 2.3,
  },
  {
    at: 20,
    zenith: '#8fbad6',
    horizon: '#eef1ea',
    sun: '#fff3df',
    sky: '#e9eef0',
    strength: 2.4,
    ambient: 2.35,
  },
  {
    at: 90,
    zenith: '#8fbad6',
    horizon: '#eef1ea',
    sun: '#fff7ea',
    sky: '#e9eef0',
    strength: 2.4,
    ambient: 2.4,
  },
];

/** How the sky looks while the sun stands at an elevation. */
export function moodAt(/** @type {number} */ elevation) {
  const upper = Math.max(1, moods.findIndex((mood) => mood.at >= elevation));
  const [a, b] = [moods[upper - 1], moods[upper]];
  const part = Math.min(1, Math.max(0, (elevation - a.at) / (b.at - a.at)));
  const mix = (/** @type {'zenith' | 'horizon' | 'sun' | 'sky'} */ name) =>
    new Color(a[name]).lerp(new Color(b[name]), part);
  return {
    zenith: mix('zenith'),
    horizon: mix('horizon'),
    sun: mix('sun'),
    sky: mix('sky'),
    strength: a.strength + (b.strength - a.strength) * part,
    ambient: a.ambient + (b.ambient - a.ambient) * part,
    brightness: Math.min(1, Math.max(0.55, 0.78 + elevation * 0.02)),
  };
}

/** The light of a time and place, for models and houses. */
export function makeLights() {
  const sun = new DirectionalLight('#fff', 1.5);
  const sky = new HemisphereLight('#fff', '#ddd2ba', 2);
  return { sun, sky };
}

export class Sky {
  constructor() {
    const geometry = new SphereGeometry(1, 24, 14);
    geometry.setAttribute(
      'color',
      new BufferAttribute(new Float32Array(geometry.attributes.position.count * 3), 3),
    );
    this.dome = new Mesh(
      geometry,
      new MeshBasicMaterial({
        vertexColors: true,
        side: BackSide,
        depthWrite: false,
        fog: false,
        toneMapped: false,
      }),
    );
    this.dome.renderOrder = -10;
    this.dome.frustumCulled = false;
    this.lights = makeLights();
  }

  /** Sets dome and lights. @param {Date} time @param {number} lat @param {number} lon */
  set(time, lat, lon) {
    const { elevation, heading } = sunAt(time, lat, lon);
    const mood = moodAt(elevation);
    const { position, color } = this.dome.geometry.attributes;
    // Below the horizon the moon stands in for the sun, high and pale.
    const height = Math.max(elevation, elevation < -4 ? 40 : 8) * radians;
    const toSun = {
      x: Math.sin(heading * radians) * Math.cos(height),
      y: Math.sin(height),
      z: -Math.cos(heading * radians) * Math.cos(height),
    };
    for (let i = 0; i < position.count; i++) {
      const up = Math.max(0, position.getY(i));
      const near = Math.max(
        0,
        position.getX(i) * toSun.x + position.getY(i) * toSun.y + position.getZ(i) * toSun.z,
      );
      const tone = mood.horizon.clone().lerp(mood.zenith, Math.min(1, up ** 0.55)).lerp(
        mood.sun,
        near ** 10 * 0.55,
      );
      color.setXYZ(i, tone.r, tone.g, tone.b);
    }
    color.needsUpdate = true;
    this.lights.sun.position.set(toSun.x * 100, toSun.y * 100, toSun.z * 100);
    this.lights.sun.color.copy(mood.sun);
    this.lights.sun.intensity = mood.strength;
    this.lights.sky.color.copy(mood.sky);
    this.lights.sky.intensity = mood.ambient;
    return mood;
  }

  dispose() {
    this.dome.geometry.dispose();
    this.dome.material.dispose();
  }
}
