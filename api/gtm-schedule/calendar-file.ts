import {
  foldLines,
  ICalCalendar,
  ICalCalendarMethod,
  ICalEvent,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator';
import { allDaySpan, EVENT_STYLES } from '../../domain/gtm-schedule/rules.ts';
import type { CalendarEvent } from '../../domain/gtm-schedule/table.ts';
import { oneLine } from '../../domain/kernel/words.ts';

/** Increased with every change to the format of events, so that calendars read unchanged feeds again. */
export const CALENDAR_VERSION = 2;
/** Refresh interval that calendars are asked for, seconds. */
const REFRESH_SECONDS = 3_600;

/** Whose calendar it is, and the host in the ids of its events. */
export interface CalendarOwner {
  partnerName: string;
  publicUrl: string;
}

/** The events as an iCalendar file (RFC 5545), batch by batch. */
export async function* calendarFile(
  owner: CalendarOwner,
  batches: AsyncIterable<readonly CalendarEvent[]>,
): AsyncGenerator<string> {
  const { opening, closing, lines } = calendarWriter(owner);
  let head = opening;
  let hasEvents = false;
  for await (const batch of batches) {
    yield head + batch.map(lines).join('');
    head = '';
    hasEvents ||= batch.length > 0;
  }
  yield head + closing(hasEvents);
}

/** The parts of a calendar. */
interface CalendarWriter {
  opening: string;
  closing: (hasEvents: boolean) => string;
  /** The lines of an event. They follow from its row and the host of `publicUrl` alone. */
  lines: (event: CalendarEvent) => string;
}

const CLOSING = 'END:VCALENDAR';
/** A calendar must have a component (RFC 5545, section 3.6), and one without events is refused by some readers; this shows nothing. */
const NO_EVENTS = [
  'BEGIN:VTIMEZONE',
  'TZID:UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'END:STANDARD',
  'END:VTIMEZONE',
]
  .map((line) => `${line}\r\n`)
  .join('');

/** What a calendar is made of. The library writes whole calendars only, so an empty one is split. */
export function calendarWriter({ partnerName, publicUrl }: CalendarOwner): CalendarWriter {
  const calendar = new ICalCalendar({
    prodId: { company: 'Marketwright', product: 'GTM schedule' },
    method: ICalCalendarMethod.PUBLISH,
    name: plain(`${partnerName}: go-to-market schedule`),
    description: plain(`Dates of the go-to-market schedule of ${partnerName}`),
    ttl: REFRESH_SECONDS,
  });
  const empty = calendar.toString();
  const { hostname } = new URL(publicUrl);
  return {
    opening: empty.slice(0, -CLOSING.length),
    closing: (hasEvents) => `${hasEvents ? '' : NO_EVENTS}${CLOSING}\r\n`,
    lines: (event) => eventPart(calendar, hostname, event),
  };
}

/**
 * The library escapes neither name nor description, and not all readers unescape them: characters that need escaping
 * are removed.
 */
function plain(text: string): string {
  return oneLine(text.replace(/[\\,;]/g, ' '));
}

function eventPart(calendar: ICalCalendar, hostname: string, event: CalendarEvent): string {
  const { label } = EVENT_STYLES[event.event_type];
  const part = new ICalEvent(
    {
      id: `${event.id}@${hostname}`,
      ...timesOf(event),
      stamp: event.updated_at,
      sequence: event.sequence,
      // The title is all that people see in a calendar.
      summary: printable(event.sandbox ? `[Sandbox] ${event.title}` : event.title),
      ...(event.description !== null && { description: printable(event.description) }),
      categories: [{ name: label }],
      status: event.status === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      // A date of the schedule does not block the time of its readers.
      transparency: ICalEventTransparency.TRANSPARENT,
    },
    calendar,
  );
  return foldLines(part.toString());
}

/**
 * Times in UTC, or days with an exclusive end. An event without duration has no end, since that would have to be later.
 */
function timesOf(event: CalendarEvent): { start: Date; end?: Date; allDay?: true } {
  if (event.all_day) {
    const { first, end } = allDaySpan(event);
    return { start: new Date(first), end: new Date(end), allDay: true };
  }
  const { scheduled_at: start, end_at: end } = event;
  return end !== null && inSeconds(end) > inSeconds(start) ? { start, end } : { start };
}

function inSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}

/**
 * Removes what a text may not contain (RFC 5545, section 3.3.11): control characters but tabs and line breaks, which
 * become uniform.
 */
function printable(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
      .replace(/[\x00-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F]/g, '')
  );
}
