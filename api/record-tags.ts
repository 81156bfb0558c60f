import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Db, Deps } from '../domain/kernel/deps.ts';
import { AppError } from '../domain/kernel/errors.ts';
import { eventLoopScheduler } from '../domain/kernel/event-loop-scheduler.ts';
import { createJsonSlices, toJsonText } from './json-slices.ts';
import { MAX_TAGS_LENGTH } from './not-modified.ts';
import { shapeOf } from './read-input.ts';
import type { PresentContext } from './resource.ts';
import type { JsonRoute, Route, RouteResponse } from './route.ts';
import { formOf } from './router.ts';
import { turnKeyOf } from './turns.ts';

/** A record that a route answers with, or changes. */
export interface TaggedRecord {
  /** Names of the fields that its tag covers; undefined: the whole answer. */
  covered: readonly string[] | undefined;
  /** Whether the route's answers show what the tag covers: those of a change may show the record in another form. */
  isShown: boolean;
  /** The entity tag of an answer that shows the record; `text` is the answer as JSON. */
  tagOf(answer: RouteResponse, text: () => Promise<string>, context: PresentContext): Promise<string>;
  /** The entity tag of the record that these parameters of a path name, as it is now. */
  currentTag(deps: Deps, params: unknown, context: PresentContext): Promise<string>;
}

/**
 * Fields that change as a record is used, and not as somebody edits it: what was last and what comes next, counts and
 * balances, and when the record changed. The tags of records that can be edited do not cover them.
 */
const BY_USE = /^(?:last|next|unread)_|_count$/;
const ALSO_BY_USE: ReadonlySet<string> = new Set([
  'updated_at',
  'documents',
  'passages',
  'credit_balance',
  'credit_debt',
  'low',
  'warns_below',
  'failures_in_a_row',
  'secret_unreadable_at',
]);

/** Characters of a tag, besides its quotes: 162 bits. */
const TAG_LENGTH = 27;

/**
 * The records behind the routes. A GET shows one where its path ends with a parameter, or where a PATCH has the same path. What
 * has a PATCH can be edited: its tag covers what that answers with, but for what changes by use, and is in all answers that
 * show the record whole. Any other record's tag covers the whole answer.
 */
export function recordTagsOf(routes: readonly Route[]): ReadonlyMap<Route, TaggedRecord> {
  const json = routes.filter((route) => route.kind === 'json');
  const byForm = Map.groupBy(json, ({ path }) => formOf(path));
  const known = new Map<string, Found | undefined>();
  const recordAt = (form: string): Found | undefined => {
    if (!known.has(form)) known.set(form, recordOf(form, byForm.get(form) ?? []));
    return known.get(form);
  };
  return new Map(
    json.flatMap((route) => {
      const found = recordOfRoute(route, recordAt);
      if (!found) return [];
      const { record, reader } = found;
      return [[route, { ...record, isShown: record.covered !== undefined || route === reader }] as const];
    }),
  );
}

/** A record, and the route that reads it. */
interface Found {
  record: Omit<TaggedRecord, 'isShown'>;
  reader: JsonRoute;
}

function recordOfRoute(route: JsonRoute, recordAt: (form: string) => Found | undefined): Found | undefined {
  const form = formOf(route.path);
  const own = recordAt(form);
  switch (route.method) {
    case 'GET':
      return own?.reader === route ? own : undefined;
    case 'PATCH':
    case 'DELETE':
      return own;
    case 'PUT':
      return own ?? recordAt(parentOf(form));
    case 'POST': {
      const made = recordAt(`${form}/{}`) ?? recordAt(parentOf(form));
      return made?.record.covered && showsAll(route, made.record.covered) ? made : undefined;
    }
  }
}

function recordOf(form: string, routes: readonly JsonRoute[]): Found | undefined {
  const patch = routes.find(({ method }) => method === 'PATCH');
  const get = routes.find(({ method, startsWork }) => method === 'GET' && !startsWork);
  const shown = get && (patch || form.endsWith('{}')) && !isList(get) ? get : undefined;
  const reader = shown ?? patch;
  const { current } = reader ?? {};
  if (!reader || !current) return undefined;
  const covered = patch && Object.keys(fieldsOf(patch)).filter((name) => isEdited(name, fieldsOf(patch)[name]));
  const record: Found['record'] = {
    covered,
    async tagOf(answer, text, context) {
      return tagOf(covered ? await coveredText(answer.uncut ?? answer.body, covered, context) : await text(), context);
    },
    async currentTag(deps, params, context) {
      const body = await current(deps, params, context);
      return tagOf(covered ? await coveredText(body, covered, context) : await jsonOf(body, context), context);
    },
  };
  return { record, reader };
}

/** Whether a field of a record shows what was edited; those that some answers leave out do not count. */
function isEdited(name: string, schema: unknown): boolean {
  return !(schema instanceof z.ZodOptional) && !BY_USE.test(name) && !ALSO_BY_USE.has(name);
}

function parentOf(form: string): string {
  return form.slice(0, form.lastIndexOf('/'));
}

function isList({ response }: JsonRoute): boolean {
  const { data } = response ? shapeOf(response) : {};
  return data?._zod.def.type === 'array';
}

/** The attributes of the record in a route's answer, or its fields where it is no resource. */
function fieldsOf({ response }: JsonRoute): Readonly<z.core.$ZodShape> {
  const { data } = response ? shapeOf(response) : {};
  const fields = data ? shapeOf(data as z.ZodType) : {};
  const { attributes } = fields;
  return attributes ? shapeOf(attributes as z.ZodType) : fields;
}

function showsAll(route: JsonRoute, names: readonly string[]): boolean {
  const fields = fieldsOf(route);
  return names.every((name) => name in fields);
}

async function coveredText(body: unknown, covered: readonly string[], context: PresentContext): Promise<string> {
  const { data } = body as { data: { id?: unknown; attributes?: object } };
  const fields = data.attributes ?? data;
  return jsonOf([data.id, ...covered.map((name) => [name, Reflect.get(fields, name)])], context);
}

function jsonOf(value: unknown, { call }: PresentContext): Promise<string> {
  return toJsonText(value, createJsonSlices(turnKeyOf(call.actor)));
}

/** Characters that are hashed in one piece; about a millisecond of work. */
const PIECE_LENGTH = 262_144;

async function tagOf(text: string, { call }: PresentContext): Promise<string> {
  const hash = createHash('sha256');
  for (let start = 0; start < text.length; start += PIECE_LENGTH) {
    if (start > 0) await eventLoopScheduler.take(turnKeyOf(call.actor));
    // Two bytes a character, so that no piece ends within one.
    hash.update(text.slice(start, start + PIECE_LENGTH), 'utf16le');
  }
  return `"${hash.digest('base64url').slice(0, TAG_LENGTH)}"`;
}

/** The entity tag of an answer; undefined for answers that show no record, such as one that is still being made. */
export async function entityTagOf(
  record: TaggedRecord | undefined,
  answer: RouteResponse,
  text: () => Promise<string>,
  context: PresentContext,
): Promise<string | undefined> {
  const isThere = answer.status === 200 || answer.status === 201;
  return record?.isShown && isThere && answer.body !== undefined ? record.tagOf(answer, text, context) : undefined;
}

/** Methods whose `If-Match` is checked: those that change the record of their path. */
export const CONDITIONAL: ReadonlySet<Route['method']> = new Set(['PUT', 'PATCH', 'DELETE']);

/**
 * What `If-Match` asks of a change: one of its tags is the record's current one, by the strong comparison (RFC 9110, section
 * 13.1.1); `*` asks for nothing more than the record, and what is no list of tags, or too long, is met by none. The check throws
 * PRECONDITION_FAILED.
 */
export function preconditionOf(
  ifMatch: string,
  record: TaggedRecord | undefined,
  { deps, params, context }: { deps: Deps; params: unknown; context: PresentContext },
): ((db: Db) => Promise<void>) | undefined {
  const tags = ifMatch.length > MAX_TAGS_LENGTH ? [] : ifMatch.split(',').map((given) => given.trim());
  if (tags.length === 1 && tags[0] === '*') return undefined;
  return async (db) => {
    if (record && tags.includes(await record.currentTag(readingThrough(deps, db), params, context))) return;
    throw new AppError(
      'PRECONDITION_FAILED',
      'The record has been changed since you read it; read it again and repeat the change.',
    );
  };
}

/** The same dependencies for reading in an open transaction. */
function readingThrough(deps: Deps, db: Db): Deps {
  const transaction = () => Promise.reject(new Error('What is read for a precondition opens no transaction.'));
  return { ...deps, db, transaction, bulkReads: () => db, fairShare: () => ({ db, transaction }) };
}
