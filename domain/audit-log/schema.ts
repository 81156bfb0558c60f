import { z } from 'zod';
import type { CursorPlace } from '../kernel/page.ts';
import { integer, onceValid, PAGE_CURSOR, recordId, text, withDayRange } from '../kernel/schema.ts';
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
  actor_kind: z.enum(ACTOR_KINDS).optional().describe('Only actions of this kind of actor.'),
  actor_id: recordId.optional().describe('Only actions of this key, user or OAuth client; use with `actor_kind`.'),
  action: text(80).optional().describe('Only this action, such as `partner_keys.create`.'),
  resource_type: text(40).optional().describe('Only actions on this type of record, such as `partner_key`.'),
  resource_id: text(64).optional().describe('Only actions on this record; use with `resource_type`.'),
};

/** Numbers are of one kind: without it they name several records. */
const needs = (number: keyof typeof filters, kind: keyof typeof filters) =>
  [
    (query: Record<string, unknown>) => query[number] === undefined || query[kind] !== undefined,
    { path: [kind] as PropertyKey[], error: `Is required with \`${number}\`.`, ...onceValid(number, kind) },
  ] as const;
const ACTOR = needs('actor_id', 'actor_kind');
const RESOURCE = needs('resource_id', 'resource_type');

/** A page of the partner's own log. */
export const listOwnAuditLogQuery = withDayRange({
  ...filters,
  cursor: PAGE_CURSOR,
  per_page: integer(1, 100).default(20).describe('Entries per page.'),
})
  .refine(...ACTOR)
  .refine(...RESOURCE);

/** Which entries to export. */
export const exportAuditLogQuery = withDayRange(filters)
  .refine(...ACTOR)
  .refine(...RESOURCE);
