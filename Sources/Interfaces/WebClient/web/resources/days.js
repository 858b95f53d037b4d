// Bookings by day and by hour.

import { dayKey, dayOf, shift } from '../parts/days.js';

/** @typedef {import('api-types').Booking} Booking */

/** Most days that are shown at once. */
const mostDays = 31;

/** Whether a booking holds its time; those given up or away are still seen (CUSR1.A1.11). @param {Booking} booking */
export const stands = ({ state }) => state === 'confirmed' || state === 'pending';

/** The days from one to another, each at its midnight. @param {string} from @param {string} to */
export function daysBetween(from, to) {
  /** @type {Date[]} */
  const days = [];
  let date = dayOf(from);
  while (date && dayKey(date) <= to && days.length < mostDays) {
    days.push(date);
    date = shift(date, 1);
  }
  return days;
}

/** The bookings that lie in a day, or in some of it. @param {Booking[]} bookings @param {Date} date its midnight */
export function bookingsOn(bookings, date) {
  const end = shift(date, 1);
  return bookings.filter((item) => new Date(item.start) < end && new Date(item.end) > date);
}

/** Whether something stands in each hour of a day. @param {Booking[]} bookings @param {Date} date its midnight */
export const takenHours = (bookings, date) =>
  Array.from({ length: 24 }, (_, hour) => {
    const [start, end] = [new Date(date), new Date(date)];
    start.setHours(hour);
    end.setHours(hour + 1);
    return bookings.some((item) => new Date(item.start) < end && new Date(item.end) > start);
  });
