import assert from 'node:assert/strict';
import {
  about, cameraAngles, cameraToPose, cameraTurn, compass, course, facing, LocalFrame, modelHeading,
  poseToScene, sceneToPose, turn, wrap,
} from '../../../../Sources/Interfaces/WebClient/web/view/frames.js';

/** @param {number} a @param {number} b @param {number} [within] */
const near = (a, b, within = 1e-6) => assert.ok(Math.abs(a - b) <= within, `${a} is not ${b}`);

Deno.test('angles are wrapped to one turn', () => {
  near(wrap(190), -170);
  near(wrap(-180), -180);
  near(compass(-10), 350);
  near(compass(720), 0);
});

Deno.test('a place goes into the scene and comes back', () => {
  const frame = new LocalFrame({ lat: 47.139, lon: 9.5215, h: 504 });
  const east = frame.scene({ lat: 47.139, lon: 9.5225, h: 510 });
  // PROJ: 75.87 m east on the ellipsoid.
  near(east.x, 75.87, 0.05);
  near(east.y, 6);
  near(east.z, 0);
  const there = { lat: 47.1421, lon: 9.5172, h: 498.5 };
  const back = frame.place(frame.scene(there));
  near(back.lat, there.lat, 1e-9);
  near(back.lon, there.lon, 1e-9);
  near(back.h, there.h);
});

Deno.test('the way across the antimeridian is short', () => {
  const way = course({ lat: 0, lon: 179.999 }, { lat: 0, lon: -179.999 });
  near(way.distance, 222.6, 0.1);
  near(way.bearing, 90);
});

Deno.test('an unturned model faces south, and heading is 90 minus yaw', () => {
  near(modelHeading({ x: 0, y: 0, z: 0, w: 1 }), 180);
  // Turned by 90 degrees counter-clockwise, south becomes east.
  near(modelHeading(about('z', 90)), 90);
  for (const heading of [0, 17, 200, 359]) near(modelHeading(facing(heading)), heading);
});

Deno.test('a model turns the same by its pose and in the scene', () => {
  const pose = about('z', 30);
  const scene = turn(poseToScene(pose), { x: 1, y: 2, z: 3 });
  // glTF (1, 2, 3) is east 1, north -3, up 2.
  const enu = turn(pose, { x: 1, y: -3, z: 2 });
  near(scene.x, enu.x);
  near(scene.y, enu.z);
  near(scene.z, -enu.y);
  assert.deepEqual(sceneToPose(poseToScene(pose)), pose);
});

Deno.test('a camera looks where its angles say', () => {
  const east = cameraTurn({ heading: 90, pitch: 0, roll: 0 });
  const ahead = turn(east, { x: 0, y: 0, z: -1 });
  near(ahead.x, 1);
  const pose = turn(cameraToPose(east), { x: 0, y: 0, z: -1 });
  near(pose.x, 1);
  near(pose.z, 0);
  const up = turn(cameraToPose(east), { x: 0, y: 1, z: 0 });
  near(up.z, 1);
  for (const angles of [{ heading: 12, pitch: 30, roll: -5 }, { heading: 355, pitch: -60, roll: 20 }]) {
    const back = cameraAngles(cameraTurn(angles));
    near(back.heading, angles.heading);
    near(back.pitch, angles.pitch);
    near(back.roll, angles.roll);
  }
});
