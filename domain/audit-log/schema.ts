import { z } from 'zod';
import type { CursorPlace } from '../kernel/page.ts';
import { integer, PAGE_CURSOR, recordId, text, withDayRange } from '../kernel/schema.ts';
import type { AuditLogPlace } from './store.ts';
import { ACTOR_KINDS } from './table.ts';

/** What the cursor of a place has of it. */
export function keyOf({ createdAt, id }: AuditLogPlace): string[] {
  return [String(createdAt.getTime()), String(id)];
}

/** The place of a cursor; undefined: the beginning. */
export function placeOf({ key }: CursorPlace): AuditLogPlace | undefined {
  return key && { createdAt: new Date(Number(key[0])), id: Number(key[1]) };
}

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
  cursor: PAGE_CURSOR,
  per_page: integer(1, 100).default(20).describe('Entries a page.'),
}).superRefine(together);

/** Which entries to export. */
export const exportAuditLogQuery = withDayRange(filters).superRefine(together);
