import { expect } from '@jest/globals';
import ICAL from 'ical.js';

const encoder = new TextEncoder();

/** An event of a calendar file, as ical.js reads it. */
interface ReadEvent {
  uid: string;
  summary: string;
  description: string | null;
  /** ISO 8601: moments in UTC, or days. */
  start: string;
  end: string | null;
  allDay: boolean;
  sequence: number;
  status: string;
  stamp: string;
  categories: string[];
}

/** A calendar file, as ical.js reads it. */
export interface ReadCalendar {
  name: string;
  description: string;
  refresh: string;
  events: ReadEvent[];
}

/** Holds a calendar file against what RFC 5545 asks of every one, and reads it. */
export function readCalendar(body: string): ReadCalendar {
  expectWellFormed(body);
  const calendar = new ICAL.Component(ICAL.parse(body) as unknown[]);
  // Section 3.6.
  expect(calendar.getAllSubcomponents().length).toBeGreaterThan(0);
  return {
    name: String(calendar.getFirstPropertyValue('x-wr-calname')),
    description: String(calendar.getFirstPropertyValue('x-wr-caldesc')),
    refresh: String(calendar.getFirstPropertyValue('refresh-interval')),
    events: calendar.getAllSubcomponents('vevent').map(readEvent),
  };
}

function readEvent(component: ICAL.Component): ReadEvent {
  const only = (name: string) => {
    expect({ name, count: component.getAllProperties(name).length }).toEqual({ name, count: 1 });
    return component.getFirstPropertyValue(name);
  };
  const stamp = only('dtstamp') as ICAL.Time;
  expect({ dtstamp: stamp.zone.tzid, isDate: stamp.isDate }).toEqual({ dtstamp: 'UTC', isDate: false });
  const start = only('dtstart') as ICAL.Time;
  const end = component.getFirstPropertyValue('dtend') as ICAL.Time | null;
  if (end) expect(end.compare(start)).toBe(1);
  if (!start.isDate) expect(start.zone.tzid).toBe('UTC');
  return {
    uid: String(only('uid')),
    summary: String(only('summary')),
    description: component.hasProperty('description') ? String(only('description')) : null,
    start: start.toString(),
    end: end?.toString() ?? null,
    allDay: start.isDate,
    sequence: Number(only('sequence')),
    status: String(only('status')),
    stamp: stamp.toString(),
    categories: (component.getFirstProperty('categories')?.getValues() ?? []).map(String),
  };
}

/** Lines end in CRLF, hold at most 75 octets and no control characters, and split no character; the last one is there. */
function expectWellFormed(body: string): void {
  expect(body.endsWith('\r\nEND:VCALENDAR\r\n')).toBe(true);
  expect(body.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  const lines = body.split('\r\n').slice(0, -1);
  for (const line of lines) {
    expect({ line, isWhole: line.isWellFormed() }).toEqual({ line, isWhole: true });
    if (encoder.encode(line).length > 75) throw new Error(`A line has more than 75 octets: ${line}`);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what it is about
    expect(line).not.toMatch(/[\x00-\x08\x0B-\x1F\x7F]/);
  }
  const uids = lines.filter((line) => line.startsWith('UID:'));
  expect(new Set(uids).size).toBe(uids.length);
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(uids.length);
  expect(lines.filter((line) => /^DTSTAMP:\d{8}T\d{6}Z$/.test(line))).toHaveLength(uids.length);
}
