// Of what a family shares and plans: what matters at a moment.

/** @typedef {import('api-types').Activity} Activity */
/** @typedef {import('api-types').Resource} SharedThing */

/** What somebody has at a moment. @param {SharedThing[]} things @param {Date} now */
export const inUse = (things, now) =>
  things.filter(({ next }) =>
    next !== undefined && new Date(next.start) <= now && new Date(next.end) > now
  );

/** Those whose poll is open, the ones that wait for one's vote first. @param {Activity[]} activities @param {Date} now */
export const openPolls = (activities, now) =>
  activities
    .filter(({ poll }) => poll?.state === 'open' && new Date(poll.deadline) > now)
    .sort((a, b) =>
      Number(isAnswered(a)) - Number(isAnswered(b)) ||
      (a.poll?.deadline ?? '').localeCompare(b.poll?.deadline ?? '')
    );

/** @param {Activity} activity */
const isAnswered = ({ hosted, poll }) => hosted || (poll?.ballot.length ?? 0) > 0;

/**
 * What is planned and takes place first, or does already.
 *
 * @param {Activity[]} activities @param {Date} now
 */
export const nextOf = (activities, now) =>
  activities
    .flatMap((activity) => {
      const { start, end, step } = activity;
      return step === 'confirmed' && start && end && new Date(end) > now
        ? [{ ...activity, start, end }]
        : [];
    })
    .sort((a, b) => a.start.localeCompare(b.start))
    .at(0);
