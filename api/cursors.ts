import { hash } from 'node:crypto';
import type { Call } from '../domain/kernel/call.ts';
import type { Deps } from '../domain/kernel/deps.ts';
import type { RawInput } from '../domain/kernel/invoke.ts';
import type { AnyOperation } from '../domain/kernel/operation.ts';
import { BEGIN, NO_CURSOR, writePlace } from '../domain/kernel/page.ts';
import { type ErrorDetails, Problems } from '../domain/kernel/problems.ts';
import { MAX_CURSOR_LENGTH, PAGE_CURSOR } from '../domain/kernel/schema.ts';
import type { Sealed } from '../infra/secrets/secret-box.ts';
import { shapeOf } from './read-input.ts';

/** What a list is sorted by of the last row before a cursor of an earlier release; undefined for other texts. */
export type FormerCursor = (cursor: string) => readonly string[] | undefined;

/** Which list a cursor is of. */
export interface CursorScope {
  operation: AnyOperation;
  former: FormerCursor | undefined;
}

/** What does not narrow a list. */
const PAGING = new Set(['cursor', 'page', 'per_page', 'include']);

type Fields = Record<string, unknown>;

/** Whether a list can be read by cursor. */
export function takesCursor({ input }: AnyOperation): boolean {
  return shapeOf(input)['cursor'] === PAGE_CURSOR;
}

/**
 * The input with its cursor opened. One that this service did not seal, that was made with other filters, or stands
 * beside `page`, is a problem of the input, which is reported where validation is.
 */
export function openCursor(deps: Deps, scope: CursorScope, raw: RawInput, { actor }: Call): RawInput {
  const input = (raw.input ?? {}) as Fields;
  const { cursor, ...others } = input;
  if (typeof cursor !== 'string') return raw;
  const opened =
    'page' in others ? { problem: 'Cannot be combined with `page`.' } : placeIn(deps, scope, raw, actor, cursor);
  if ('place' in opened) return { ...raw, input: { ...others, cursor: opened.place } };
  return { ...raw, input: others, problems: withProblem(raw.problems, opened.problem) };
}

/** The body with the place in `meta.next_cursor` sealed for its caller. */
export function sealCursor(deps: Deps, scope: CursorScope, raw: RawInput, { actor }: Call, body: unknown): unknown {
  const { meta } = (body ?? {}) as { meta?: Fields };
  if (typeof meta?.['next_cursor'] !== 'string') return body;
  const text = JSON.stringify([digestOf(scope.operation, raw, actor), meta['next_cursor']]);
  return { ...(body as Fields), meta: { ...meta, next_cursor: deps.secrets.seal(text).toString('base64url') } };
}

function placeIn(
  { secrets }: Deps,
  { operation, former }: CursorScope,
  raw: RawInput,
  actor: Call['actor'],
  cursor: string,
): { place: string } | { problem: string } {
  if (cursor === BEGIN) return { place: BEGIN };
  const key = former?.(cursor);
  if (key) return { place: writePlace({ total: 0, before: 0, key }) };
  try {
    if (cursor.length > MAX_CURSOR_LENGTH) return { problem: NO_CURSOR };
    const [scope, place] = JSON.parse(secrets.open(Buffer.from(cursor, 'base64url') as Sealed));
    if (typeof scope !== 'string' || typeof place !== 'string') throw new Error('It is another sealed text.');
    if (scope === digestOf(operation, raw, actor)) return { place };
  } catch {
    return { problem: NO_CURSOR };
  }
  return { problem: 'Was made with other filters or in another order; begin again with `begin`.' };
}

/** Identifies what is listed: the list, whose it is, and its filters and order with their defaults. */
function digestOf({ name, input }: AnyOperation, raw: RawInput, actor: Call['actor']): string {
  const given = withoutPaging((raw.input ?? {}) as Fields);
  const parsed = input.safeParse(given);
  const filters = parsed.success ? withoutPaging(parsed.data as Fields) : given;
  const owner = 'partnerId' in actor ? actor.partnerId : actor.kind;
  const sorted = Object.entries(filters).sort(([one], [other]) => (one < other ? -1 : 1));
  return hash('sha256', JSON.stringify([name, owner, raw.params, sorted]), 'base64url');
}

function withoutPaging(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !PAGING.has(name)));
}

function withProblem(details: ErrorDetails | undefined, problem: string): ErrorDetails | undefined {
  const problems = new Problems();
  problems.add('cursor', problem);
  if (details) problems.addAll(details);
  return problems.details();
}
