import { z } from 'zod';
import { integer, recordId, text, withDayRange } from '../kernel/schema.ts';
import type { AuditLogPlace } from './store.ts';
import { ACTOR_KINDS } from './table.ts';

/** The cursor of the first page. */
const BEGIN = 'begin';

/** Writes a place as an opaque cursor. */
export function cursorOf({ createdAt, id }: AuditLogPlace): string {
  return Buffer.from(`${createdAt.getTime()}.${id}`).toString('base64url');
}

/** Reads a cursor; undefined for one that `cursorOf` did not write. */
function placeOf(cursor: string): AuditLogPlace | undefined {
  const match = /^(\d{1,15})\.([1-9]\d{0,14})$/.exec(Buffer.from(cursor, 'base64url').toString());
  if (!match) return undefined;
  return { createdAt: new Date(Number(match[1])), id: Number(match[2]) };
}

const cursor = z
  .string()
  .max(64)
  .refine((value) => value === BEGIN || placeOf(value) !== undefined, 'Is no cursor of this list.')
  .transform((value) => placeOf(value));

const filters = {
  actor_kind: z.enum(ACTOR_KINDS).optional().describe('Only what such actors did.'),
  actor_id: recordId.optional().describe('Only what this key, user or OAuth client did; with `actor_kind`.'),
  action: text(80).optional().describe('Only this action, such as `partner_keys.create`.'),
  resource_type: text(40).optional().describe('Only what was done to such records, such as `partner_key`.'),
  resource_id: text(64).optional().describe('Only what was done to this record; with `resource_type`.'),
};

/** Numbers are of one kind: without it they name several records. */
const together = (query: Record<string, unknown>, issues: { addIssue: (issue: z.core.$ZodRawIssue) => void }): void => {
  for (const [number, kind] of [
    ['actor_id', 'actor_kind'],
    ['resource_id', 'resource_type'],
  ] as const) {
    if (query[number] === undefined || query[kind] !== undefined) continue;
    issues.addIssue({ code: 'custom', path: [kind], message: `Is required with \`${number}\`.`, input: query });
  }
};

/** A page of the partner's own log. */
export const listOwnAuditLogQuery = withDayRange({
  ...filters,
  cursor: cursor.optional().describe('`next_cursor` of the page before, or `begin`.'),
  per_page: integer(1, 100).default(20).describe('Entries a page.'),
}).superRefine(together);

/** Which entries to export. */
export const exportAuditLogQuery = withDayRange(filters).superRefine(together);
