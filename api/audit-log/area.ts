import { z } from 'zod';
import { listAuditLog } from '../../domain/audit-log/operations/list-audit-log.ts';
import { ACTOR_KINDS, type AuditLogRow } from '../../domain/audit-log/table.ts';
import { area } from '../area.ts';
import { datetimeSchema, idSchema, page, resource } from '../resource.ts';
import { route } from '../route.ts';

/** A line of the audit log. */
export const auditLogEntryResource = resource({
  type: 'audit_log_entry',
  attributes: {
    action: z.string().describe('Operation in the form `area.verb`.'),
    actor_kind: z.enum(ACTOR_KINDS),
    actor_id: idSchema.nullable().describe('Id of the key, user or OAuth client; null for the service itself.'),
    resource_type: z.string(),
    resource_id: z.string(),
    details: z.record(z.string(), z.unknown()).nullable(),
    request_id: z.string(),
    created_at: datetimeSchema,
  },
  present: (_entry: AuditLogRow) => ({}),
});

export const auditLogArea = area({
  tag: { name: 'Audit log', group: 'Administration', description: 'Who did what to which record; for administrators.' },
  routes: [
    route({
      method: 'GET',
      path: '/3pi-partners/{partner_id}/audit-log',
      summary: 'List who did what with which credential, newest first',
      extension: true,
      operation: listAuditLog,
      body: page(auditLogEntryResource),
    }),
  ],
});
