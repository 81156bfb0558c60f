import { z } from 'zod';
import { listAuditLog } from '../../domain/audit-log/operations/list-audit-log.ts';
import {
  type AuditLogPage,
  exportOwnAuditLog,
  listOwnAuditLog,
  type NamedAuditEntry,
} from '../../domain/audit-log/operations/own-audit-log.ts';
import { ACTOR_KINDS, type AuditLogRow } from '../../domain/audit-log/table.ts';
import { utcDay } from '../../domain/kernel/days.ts';
import { area } from '../area.ts';
import { datetimeSchema, idSchema, page, presenter, resource } from '../resource.ts';
import { route, stream } from '../route.ts';
import { auditLogAsCsv } from './file.ts';

const auditLogEntryAttributes = {
  action: z.string().describe('Operation, as `area.verb`.'),
  actor_kind: z
    .enum(ACTOR_KINDS)
    .describe(
      'Who acted: a key, a person, a program for itself (`client`), an administrator, or the service (`system`).',
    ),
  actor_id: idSchema.nullable().describe('Id of the key, user or OAuth client; null for the service itself.'),
  resource_type: z.string().describe('Type of the changed record, such as `partner_key`.'),
  resource_id: z.string().describe('Number or name of that record.'),
  details: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('Other details, which depend on `action`; null if none.'),
  request_id: z
    .string()
    .describe("`X-Request-Id` of the request that caused it; for the service's own work, its name."),
  created_at: datetimeSchema,
};

/** A line of the audit log. */
export const auditLogEntryResource = resource({
  type: 'audit_log_entry',
  attributes: auditLogEntryAttributes,
  present: (_entry: AuditLogRow) => ({}),
});

/** A line of the own audit log. */
export const namedAuditEntryResource = resource({
  type: 'own_audit_log_entry',
  attributes: {
    ...auditLogEntryAttributes,
    actor_name: z.string().nullable().describe('Null for administrators, the service itself, and deleted actors.'),
  },
  present: ({ entry, actorName }: NamedAuditEntry, context) => {
    const { id, attributes } = auditLogEntryResource.present(entry, context);
    return { id, attributes: { ...attributes, actor_name: actorName } };
  },
});

/** A page of the own audit log, with the cursor of the next. */
const auditLogPage = presenter(
  z.object({
    data: z.array(namedAuditEntryResource.schema),
    meta: z.object({
      per_page: z.int().positive().describe('Entries per page, as requested.'),
      next_cursor: z
        .string()
        .nullable()
        .describe('Null on the last page. If matches are rare, earlier pages may be short or empty.'),
    }),
  }),
  ({ entries, perPage, nextCursor }: AuditLogPage, context) => ({
    data: entries.map((entry) => namedAuditEntryResource.present(entry, context)),
    meta: { per_page: perPage, next_cursor: nextCursor },
  }),
);

/** A cursor of earlier releases: milliseconds and id of an entry. */
const decoded = (cursor: string) => Buffer.from(cursor.slice(0, 64), 'base64url').toString();

export const auditLogArea = area({
  tag: { name: 'Audit log', group: 'Administration', description: 'The audit log: who did what to which record.' },
  routes: [
    route({
      method: 'GET',
      path: '/app/audit-log',
      operationId: 'listOwnAuditLog',
      summary: 'List the audit log of your partner, newest first',
      extension: true,
      operation: listOwnAuditLog,
      body: auditLogPage,
      formerCursor: (cursor) => /^(\d{1,15})\.([1-9]\d{0,14})$/.exec(decoded(cursor))?.slice(1),
    }),

    stream({
      method: 'GET',
      path: '/app/audit-log/export',
      operationId: 'exportOwnAuditLog',
      summary: 'The matching entries as a CSV file, newest first',
      extension: true,
      operation: exportOwnAuditLog,
      contentType: 'text/csv; charset=utf-8; header=present',
      headers: (_output, { now }) => ({
        'Content-Disposition': `attachment; filename="audit-log-${utcDay(now)}.csv"`,
      }),
      write: auditLogAsCsv,
    }),

    route({
      method: 'GET',
      path: '/3pi-partners/{partner_id}/audit-log',
      summary: 'List the audit log of all partners, newest first',
      extension: true,
      operation: listAuditLog,
      body: page(auditLogEntryResource),
    }),
  ],
});
