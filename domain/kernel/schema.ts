import { z } from 'zod';
import { isJsonObject, type JsonObject, problemOfJson, UNSTORABLE } from './json.ts';
import { type CursorPlace, MAX_LISTED_TEXT, NO_CURSOR, readPlace } from './page.ts';
import type { ErrorDetails } from './problems.ts';
import { canonicalTimezone } from './timezone.ts';
import { withoutBlank } from './visible-text.ts';

/** Default maximum length of free text, characters. */
const MAX_TEXT_LENGTH = 20_000;

/** Default maximum of `per_page`. */
const MAX_PER_PAGE = 100;
const DEFAULT_PER_PAGE = 20;

/** Excludes NUL, as a pattern that programs in other languages can read too. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what it is about
export const WITHOUT_NUL = /^[^\x00]*$/;

/** Free text: trimmed, without NUL, with something visible, at most `max` characters. */
export function text(max: number = MAX_TEXT_LENGTH) {
  return looseText(max).min(1, 'Must not be empty.');
}

/** Control characters, and what separates lines and paragraphs. */
const NOT_IN_A_LINE = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** Text of one line: trimmed, not empty, at most `max` characters, without line breaks and control characters. */
export function line(max: number) {
  return text(max).refine((value) => !NOT_IN_A_LINE.test(value), 'Must be one line, without control characters.');
}

/** The same, but that it may be empty. */
export function looseLine(max: number) {
  return looseText(max).refine((value) => !NOT_IN_A_LINE.test(value), 'Must be one line, without control characters.');
}

/** Free text that may be empty, as it is where nothing of it is visible. */
export function looseText(max: number = MAX_TEXT_LENGTH) {
  return z
    .string('Must be a string.')
    .regex(WITHOUT_NUL, 'Must not contain NUL characters.')
    .trim()
    .overwrite(withoutBlank)
    .max(max, `Must be at most ${max} characters.`);
}

/** A subtag of RFC 5646; the first one is a language, or begins private use (`x`) or an irregular tag (`i`). */
const SUBTAG = /^[A-Za-z0-9]{1,8}$/;
const LANGUAGE = /^[A-Za-z]{2,8}$/;

/** Whether a text has the form of RFC 5646: a subtag of one character begins an extension, which has content. */
function isLanguageTag(text: string): boolean {
  const [first = '', ...rest] = text.split('-');
  if (![first, ...rest].every((subtag) => SUBTAG.test(subtag))) return false;
  if (/^[ix]$/i.test(first)) return rest.length > 0;
  if (!LANGUAGE.test(first)) return false;
  const privateUse = rest.findIndex((subtag) => /^x$/i.test(subtag));
  if (privateUse === rest.length - 1 && privateUse !== -1) return false;
  const others = privateUse === -1 ? rest : rest.slice(0, privateUse);
  return others.every((subtag, index) => subtag.length > 1 || (others[index + 1] ?? '').length > 1);
}

/** A BCP 47 language tag. */
export function languageTag() {
  return z
    .string('Must be a string.')
    .max(35, 'Must be at most 35 characters.')
    .refine(isLanguageTag, 'Must be a BCP 47 language tag such as en or pt-BR.');
}

/** JSON Schema that matches nothing. */
const NOTHING = { not: {} };

/**
 * For the OpenAPI document: at least one of these fields is required. `anyOf` would make client generators emit several
 * types.
 */
export function atLeastOneOf(...names: string[]) {
  return { not: { properties: Object.fromEntries(names.map((name) => [name, NOTHING])) } };
}

/** A record id: a positive 53-bit integer. */
export const recordId = z
  .int('Must be a positive integer.')
  .min(1, 'Must be a positive integer.')
  .max(Number.MAX_SAFE_INTEGER);

/** Whether an object without an entry of this name has none; all have a `constructor`, which schemas read as theirs. */
export function isOwnName(name: string): boolean {
  return !Reflect.has(Object.prototype, name);
}

/** Most entries of an object with free names, by schema: the registry makes an object of all that is said of one. */
const maxProperties = new WeakMap<z.core.$ZodType, { max: number | undefined }>();

/** Most entries of an object with free names that a schema accepts; undefined when its fields are fixed. */
export function maxPropertiesOf(schema: z.core.$ZodType): number | undefined {
  const known = maxProperties.get(schema);
  if (known) return known.max;
  const given = z.globalRegistry.get(schema as z.ZodType)?.['maxProperties'];
  const max = typeof given === 'number' ? given : undefined;
  maxProperties.set(schema, { max });
  return max;
}

/**
 * An object with free names and at most `max` entries. They are counted before any is validated: a body can contain
 * some ten thousand.
 */
export function recordOf<Name extends z.core.$ZodRecordKey, Value extends z.ZodType>(
  name: Name,
  value: Value,
  max: number,
) {
  return counted(z.record(name, value), max);
}

/** The same where the names are those of an enumeration, none of which is required. */
export function partialRecordOf<Name extends z.core.$ZodRecordKey, Value extends z.ZodType>(
  name: Name,
  value: Value,
  max: number,
) {
  return counted(z.partialRecord(name, value), max);
}

function counted<Schema extends z.ZodType>(schema: Schema, max: number): z.ZodType<z.output<Schema>, z.input<Schema>> {
  const count = (given: unknown, context: z.RefinementCtx) => {
    if (typeof given === 'object' && given !== null && Object.keys(given).length > max)
      context.addIssue(`Must have at most ${max} entries.`);
    // Zod would leave it out, so a filter would match more.
    if (typeof given === 'object' && given !== null && Object.hasOwn(given, '__proto__'))
      context.addIssue('Must not have an entry named `__proto__`.');
    return given;
  };
  return z.preprocess(count, schema.meta({ maxProperties: max })) as z.ZodType as z.ZodType<
    z.output<Schema>,
    z.input<Schema>
  >;
}

/**
 * Any JSON object, at most 64 KiB when serialised by default. It is not inspected further, since it may be as large as
 * a body.
 */
export function jsonObject(maxBytes = 65_536): z.ZodType<JsonObject, JsonObject> {
  const schema = z
    .unknown()
    .check((context) => {
      const { value: input, issues } = context;
      if (!isJsonObject(input)) {
        issues.push({ code: 'invalid_type', expected: 'record', input, message: 'Must be an object.' });
        return;
      }
      const problem = problemOfJson(input, maxBytes);
      if (problem === undefined) return;
      const message = problem === 'too long' ? `Must be at most ${maxBytes} bytes of JSON.` : UNSTORABLE;
      issues.push({ code: 'custom', input, message });
    })
    // JSON Schema has no keyword for bytes.
    .meta({ type: 'object', additionalProperties: {}, 'x-max-bytes': maxBytes });
  return schema as z.ZodType as z.ZodType<JsonObject, JsonObject>;
}

/** Optional boolean; null counts as absent. */
export function flag(fallback: boolean) {
  return z
    .boolean('Must be a boolean.')
    .nullable()
    .transform((value) => value ?? fallback)
    .default(fallback);
}

/** A field of an update: undefined leaves it unchanged, null resets it to the default of a new record. */
export function resettable<Output, Input>(schema: z.ZodType<Output, Input>, fallback: Output) {
  return schema
    .nullable()
    .transform((value) => value ?? fallback)
    .optional();
}

/** A field that may be absent, or null; null then. */
export function orNull<Output, Input>(schema: z.ZodType<Output, Input>) {
  return schema.nullish().transform((value) => value ?? null);
}

/** Whole number within bounds. */
export function integer(min: number, max: number) {
  return z.int('Must be an integer.').min(min, `Must be at least ${min}.`).max(max, `Must be at most ${max}.`);
}

const NO_DAY = 'Must be an existing date in the form YYYY-MM-DD.';

/** A UTC day, `YYYY-MM-DD`, that exists in the calendar. */
export const day = z
  .string(NO_DAY)
  .trim()
  .check(z.iso.date({ abort: true, error: NO_DAY }))
  .refine((value) => value >= '0001-01-01', 'Must not be before the year 1.');

/** Filter of a list whose records may be marked as made with a sandbox key. */
export const ofSandbox = {
  sandbox: z
    .boolean()
    .optional()
    .describe('`true`: only records created with a sandbox key; `false`: only the others.'),
};

const dayRange = {
  from: day.optional().describe('First UTC day, inclusive.'),
  to: day.optional().describe('Last UTC day, inclusive.'),
};

/** A query with a range of days. The end must not be before the start. */
export function withDayRange<Shape extends z.ZodRawShape>(shape: Shape) {
  return daysInOrder(z.object({ ...shape, ...dayRange }), 'from', 'to');
}

/**
 * When a rule over several fields is asked: once these are valid, whatever else of the object is wrong, since all problems are reported
 * at once. Zod itself asks none where any field is wrong.
 */
export function onceValid(...fields: readonly string[]): { when: (given: z.core.ParsePayload) => boolean } {
  return {
    when: ({ value, issues }) =>
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      !issues.some(({ path }) => fields.includes(String(path?.[0]))),
  };
}

/** The same schema; where both days are given, the last must not be before the first. */
export function daysInOrder<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>, first: string, last: string) {
  const holds = (days: object) => areInOrder(days, first, last);
  return schema.refine(holds, { path: [last], error: notBefore(first), ...onceValid(first, last) });
}

/** The same of days of which some are stored already: what is wrong with them. */
export function dayOrderProblems(days: object, first: string, last: string): ErrorDetails {
  return areInOrder(days, first, last) ? {} : { [last]: [notBefore(first)] };
}

function areInOrder(days: object, first: string, last: string): boolean {
  const [from, to]: unknown[] = [Reflect.get(days, first), Reflect.get(days, last)];
  return typeof from !== 'string' || typeof to !== 'string' || to >= from;
}

function notBefore(first: string): string {
  return `Must not be before \`${first}\`.`;
}

const FIRST_MOMENT = Date.parse('0001-01-01T00:00:00Z');
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z');

/** Maximum length of a timestamp, characters; its fraction of a second has no limit of its own. */
const MAX_MOMENT_LENGTH = 64;

const NO_MOMENT = 'Must be an ISO 8601 datetime with an offset.';

/** What ISO 8601 and RFC 3339 allow besides the form of the document: no seconds, small letters, an offset of hours or without a colon. */
const MOMENT = /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?(?:[Zz]|([+-]\d{2}):?(\d{2})?)$/;

/** A datetime in the form of the document; what is none stays as it is. */
function inDocumentedForm(given: string): string {
  const [whole, date, time, seconds = ':00', hours, minutes = '00'] = MOMENT.exec(given.trim()) ?? [];
  return whole === undefined ? given : `${date}T${time}${seconds}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`;
}

/** A timestamp with any offset; becomes a Date. */
export const moment = z
  .string(NO_MOMENT)
  .overwrite(inDocumentedForm)
  .check(z.iso.datetime({ offset: true, abort: true, error: NO_MOMENT }))
  .max(MAX_MOMENT_LENGTH, `Must be at most ${MAX_MOMENT_LENGTH} characters.`)
  .transform((value) => new Date(value))
  .refine(
    (value) => value.getTime() >= FIRST_MOMENT && value.getTime() <= LAST_MOMENT,
    'Must be within the years 1 to 9999.',
  );

/** Name of a time zone in the IANA database, in any letter case; becomes its spelling there. No offset such as +01:00. */
export const timezone = z
  .string('Must be a string.')
  .trim()
  .max(64, 'Must be at most 64 characters.')
  .refine((name) => canonicalTimezone(name) !== null, 'Must be an IANA time zone such as Europe/Berlin.')
  .overwrite((name) => canonicalTimezone(name) ?? name);

/** `include` of a list with long texts, which are cut unless it is given. */
export const includeBody = {
  include: z
    .enum(['body'], 'Must be `body`.')
    .optional()
    .describe(`\`body\`: texts of more than ${MAX_LISTED_TEXT.toLocaleString('en')} characters are whole.`),
};

/** `dir` of a list that is sorted by one thing. */
export const direction = z
  .enum(['asc', 'desc'], 'Must be asc or desc.')
  .default('desc')
  .describe('`desc`: newest or last first; `asc`: the reverse.');

/** `sort` and `dir` of a list of few records, newest first by default. */
export const creationOrName = {
  sort: z.enum(['created_at', 'name'], 'Must be created_at or name.').default('created_at').describe('Sort order.'),
  dir: direction,
};

/** The longest cursor, characters. Not `maxLength` in the document: a maximum where a release had a pattern would be a change. */
export const MAX_CURSOR_LENGTH = 4_096;

/** `cursor` of a list. The edge opens what callers send, which is documented; this reads what the service has sealed in it. */
export const PAGE_CURSOR = z
  .string()
  .meta({ 'x-max-length': MAX_CURSOR_LENGTH })
  .transform((text, context): CursorPlace => {
    const place = readPlace(text);
    if (place) return place;
    context.addIssue(NO_CURSOR);
    return z.NEVER;
  })
  .optional()
  .describe(
    '`begin` for the first page, then `meta.next_cursor` of the previous page, with the same filters; replaces `page` where both exist. Returns each entry once, even if others are added meanwhile.',
  );

/** `page`, `per_page` and `cursor` of a list. */
export function pageQuery(defaultPerPage = DEFAULT_PER_PAGE, maxPerPage = MAX_PER_PAGE) {
  return { ...pageNumbers(defaultPerPage, maxPerPage), cursor: PAGE_CURSOR };
}

/** `page` and `per_page` of what is paged within a record, or over several lists at once. */
export function pageNumbers(defaultPerPage = DEFAULT_PER_PAGE, maxPerPage = MAX_PER_PAGE) {
  return {
    page: integer(1, Number.MAX_SAFE_INTEGER).default(1).describe('Page number, from 1.'),
    per_page: integer(1, maxPerPage).default(defaultPerPage).describe('Entries per page.'),
  };
}
