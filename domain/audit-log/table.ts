import { bigint, identity, json, type Row, table, timestamp, varchar } from '../../infra/database/table.ts';
import type { Actor } from '../kernel/call.ts';

/** Kinds of actors in audit entries. */
export const ACTOR_KINDS = [
  'partner_key',
  'user',
  'client',
  'administrator',
  'system',
] as const satisfies readonly Actor['kind'][];

/** An action of an actor on a record. */
export const auditLogTable = table(
  'audit_log',
  {
    id: identity(),
    partner_id: bigint().nullable(),
    actor_kind: varchar<(typeof ACTOR_KINDS)[number]>(20),
    actor_id: bigint().nullable(),
    action: varchar(80),
    resource_type: varchar(40),
    resource_id: varchar(64),
    details: json<Record<string, unknown>>().nullable(),
    request_id: varchar(64),
    created_at: timestamp(),
  },
  { since: 'created_at', days: 400, setting: 'RETENTION_AUDIT_DAYS' },
  { personal: ['activity', 'text'], people: { by: 'actor_id', where: "actor_kind = 'user'", erased: 'kept' } },
);
export type AuditLogRow = Row<typeof auditLogTable>;
