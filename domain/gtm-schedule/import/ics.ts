import { createHash } from 'node:crypto';
import { findIana } from 'windows-iana';
import { EVENT_TYPES } from '../../capabilities/types.ts';
import { DAY_MS } from '../../kernel/durations.ts';
import { canonicalTimezone, momentOf } from '../../kernel/timezone.ts';
import { cutAtWord, oneLine } from '../../kernel/words.ts';
import { EVENT_STYLES } from '../rules.ts';
import { MAX_TITLE_CHARACTERS } from '../schedule-step.ts';
import { type FileEntry, type FilePart, type ImportDefaults, MAX_UID_LENGTH } from './entry.ts';
import { type Component, componentsOf, type Property, unescaped } from './ics-lines.ts';

/** A property that cannot be read. */
class UnreadableProperty extends Error {
  readonly field: string;
  constructor(field: string, problem: string) {
    super(problem);
    this.field = field;
  }
}

/** The events of iCalendar text, `undefined` in between, for slices. */
export function* readIcs(text: string, defaults: ImportDefaults): Generator<FilePart | undefined> {
  const zones = new Map<string, string>();
  // Components have no order (RFC 5545, section 3.6), and some calendars have their zones behind the events.
  if (text.lastIndexOf('BEGIN:VTIMEZONE') > text.indexOf('BEGIN:VEVENT')) yield* readZones(text, zones);
  for (const component of componentsOf(text)) {
    yield undefined;
    if (component?.name === 'VTIMEZONE') rememberZone(zones, component);
    if (component?.name === 'VEVENT') yield partOf(component, { zones, defaults });
  }
}

function* readZones(text: string, zones: Map<string, string>): Generator<undefined> {
  for (const component of componentsOf(text)) {
    yield undefined;
    if (component?.name === 'VTIMEZONE') rememberZone(zones, component);
  }
}

interface Context {
  /** IANA names by the names in the file. */
  zones: ReadonlyMap<string, string>;
  defaults: ImportDefaults;
}

/** Calendars that name zones as they like say the usual name beside. */
function rememberZone(zones: Map<string, string>, { properties }: Component): void {
  const name = properties.get('TZID')?.value;
  const usual = canonicalTimezone(properties.get('X-LIC-LOCATION')?.value ?? '');
  if (name !== undefined && usual !== null && zones.size < 100) zones.set(name, usual);
}

function partOf(component: Component, context: Context): FilePart {
  const { line, properties } = component;
  const title = titleOf(properties);
  try {
    return { entry: entryOf(component, title, context) };
  } catch (error) {
    if (!(error instanceof UnreadableProperty)) throw error;
    return { problem: { line, title, problems: { [error.field]: [error.message] } } };
  }
}

function titleOf(properties: Component['properties']): string | null {
  const summary = oneLine(unescaped(properties.get('SUMMARY')?.value ?? ''));
  return summary === '' ? null : cutAtWord(summary, MAX_TITLE_CHARACTERS);
}

function entryOf({ line, properties, repeated, method }: Component, title: string | null, context: Context): FileEntry {
  const { defaults } = context;
  const given = (name: string) => properties.get(name)?.value.trim();
  if (method === 'CANCEL' || given('STATUS')?.toUpperCase() === 'CANCELLED')
    throw new UnreadableProperty('status', 'The event is cancelled.');
  if (properties.has('RECURRENCE-ID'))
    throw new UnreadableProperty('recurrence', 'A changed event of a series is not imported; change it afterwards.');
  if (repeated.some(({ name }) => name === 'RDATE'))
    throw new UnreadableProperty('recurrence', 'Further dates of a series (RDATE) are not imported.');
  const start = properties.get('DTSTART');
  if (!start) throw new UnreadableProperty('scheduled_at', 'The event has no DTSTART.');
  const from = timeOf(start, 'scheduled_at', context);
  const rule = given('RRULE');
  const timezone = rule === undefined ? from.timezone : from.zone;
  const categories = unescaped(given('CATEGORIES') ?? '').toLowerCase();
  const description = unescaped(properties.get('DESCRIPTION')?.value ?? '');
  const body = {
    title: title ?? undefined,
    description: description || null,
    scheduled_at: new Date(from.moment).toISOString(),
    end_at: endOf(properties, from, context),
    all_day: from.isDay,
    timezone,
    event_type:
      EVENT_TYPES.find((type) => EVENT_STYLES[type].label.toLowerCase() === categories) ?? defaults.event_type,
    channel: defaults.channel,
    campaign_id: defaults.campaign_id,
    ...(rule !== undefined && { recurrence: ruleIn(rule, timezone) }),
  };
  return {
    line,
    uid: uidOf(given('UID') ?? JSON.stringify(body)),
    body,
    excluded: excludedOf(repeated, from, context),
  };
}

/** Most dates that a series leaves out: five times as many as it may have. */
const MAX_EXCLUDED = 2_000;

function excludedOf(repeated: readonly Property[], from: Time, context: Context): Date[] {
  const excluded: Date[] = [];
  for (const property of repeated.filter(({ name }) => name === 'EXDATE')) {
    for (const value of property.value.split(',', MAX_EXCLUDED + 1)) {
      if (excluded.length === MAX_EXCLUDED)
        throw new UnreadableProperty('recurrence', `Must leave out at most ${MAX_EXCLUDED} dates (EXDATE).`);
      const { isDay, local, moment } = timeOf({ ...property, value }, 'recurrence', context);
      // Some calendars leave out a day of a series with a time of day, where the standard wants the time.
      excluded.push(new Date(isDay && !from.isDay ? momentOf(local + (from.local % DAY_MS), from.zone) : moment));
    }
  }
  return excluded;
}

/** The id in the file, or a digest of one that is too long, or of an event without one. */
function uidOf(uid: string): string {
  const isPlain = uid.length <= MAX_UID_LENGTH && /^[\x21-\x7E]+$/.test(uid);
  return isPlain ? uid : `sha256:${createHash('sha256').update(uid).digest('hex')}`;
}

interface Time {
  moment: number;
  /** As if it were UTC. */
  local: number;
  /** What it is local to. A series that begins at a time in UTC is at the same time in UTC, whatever the clocks do elsewhere. */
  zone: string;
  isDay: boolean;
  /** What an event is shown in: of a time in UTC the given zone. */
  timezone: string;
}

const DAY_FORM = /^(\d{4})(\d{2})(\d{2})$/;
const TIME_FORM = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})(Z?)$/;

function timeOf({ parameters, value }: Property, field: string, { zones, defaults }: Context): Time {
  const given = value.trim();
  const [, ...day] = DAY_FORM.exec(given) ?? [];
  if (day.length > 0) {
    const { timezone } = defaults;
    const local = localOf(day, field);
    return { moment: momentOf(local, timezone), local, zone: timezone, isDay: true, timezone };
  }
  const [, ...time] = TIME_FORM.exec(given) ?? [];
  if (time.length === 0) throw new UnreadableProperty(field, 'Is no date or time of iCalendar.');
  const local = localOf(time.slice(0, 6), field);
  if (time[6] === 'Z') return { moment: local, local, zone: 'UTC', isDay: false, timezone: defaults.timezone };
  const timezone = zoneNamed(parameters.get('TZID'), zones, defaults);
  if (timezone === null)
    throw new UnreadableProperty(
      'timezone',
      'The time zone (TZID) is none of the IANA database, such as Europe/Berlin.',
    );
  return { moment: momentOf(local, timezone), local, zone: timezone, isDay: false, timezone };
}

/** A time without a zone is in the given one. */
function zoneNamed(name: string | undefined, zones: Context['zones'], { timezone }: ImportDefaults): string | null {
  if (name === undefined) return timezone;
  // Some calendars write /mozilla.org/20070129_1/Europe/Berlin; names have up to three parts, such as America/Argentina/Salta.
  const parts = name.split('/');
  const ofPath = [3, 2, 1].map((count) => canonicalTimezone(parts.slice(-count).join('/')));
  // Outlook and Exchange write W. Europe Standard Time.
  const [ofWindows = ''] = findIana(name);
  const known = [canonicalTimezone(name), zones.get(name), ...ofPath, canonicalTimezone(ofWindows)];
  return known.find((zone) => zone != null) ?? null;
}

/** Milliseconds as if it were UTC. Dates and times that do not exist are none; a minute may have a second more (RFC 5545, section 3.3.12). */
function localOf(parts: readonly string[], field: string): number {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number);
  const local = Date.UTC(year, month - 1, day, hour, minute, second);
  const date = new Date(local);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || year < 1900)
    throw new UnreadableProperty(field, 'The date does not exist.');
  if (minute > 59 || second > 60) throw new UnreadableProperty(field, 'The time does not exist.');
  return local;
}

/** The end of an event, or null; of whole days the last one, where iCalendar has the day after. */
function endOf(properties: Component['properties'], from: Time, context: Context): string | null {
  const end = properties.get('DTEND');
  const duration = properties.get('DURATION')?.value.trim();
  const until = end ? timeOf(end, 'end_at', context) : afterDuration(from, duration ?? 'PT0S');
  if (until.moment === from.moment) return null;
  return new Date(from.isDay ? momentOf(until.local - DAY_MS, from.timezone) : until.moment).toISOString();
}

const DURATION_FORM = /^\+?P(?:(\d{1,2})W|(?:(\d{1,3})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,5})M)?(?:(\d{1,7})S)?)?)$/;

/** Weeks and days are those of the calendar, which clocks make longer or shorter (section 3.3.6); the rest is exact. */
function afterDuration({ local, zone }: Time, text: string): Pick<Time, 'moment' | 'local'> {
  const parts = DURATION_FORM.exec(text);
  if (!parts) throw new UnreadableProperty('end_at', 'Is no duration of iCalendar.');
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  const sameTime = local + (weeks * 7 + days) * DAY_MS;
  const rest = (hours * 3_600 + minutes * 60 + seconds) * 1_000;
  return { moment: momentOf(sameTime, zone) + rest, local: sameTime + rest };
}

const FLOATING_UNTIL = /UNTIL=(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})(?=;|$)/;

/** The rule; an end without a zone is one in that of the event. */
function ruleIn(rule: string, timezone: string): string {
  return rule.replace(FLOATING_UNTIL, (_until, ...groups: string[]) => {
    const moment = new Date(momentOf(localOf(groups.slice(0, 6), 'recurrence'), timezone));
    return `UNTIL=${moment.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  });
}
