import { z } from 'zod';
import { ACTOR_KINDS, type AuditLogRow } from '../../domain/audit-log/table.ts';
import { datetime, datetimeSchema, idSchema, resource } from '../resource.ts';

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
  present: (entry: AuditLogRow) => ({
    id: entry.id,
    attributes: {
      action: entry.action,
      actor_kind: entry.actor_kind,
      actor_id: entry.actor_id,
      resource_type: entry.resource_type,
      resource_id: entry.resource_id,
      details: entry.details,
      request_id: entry.request_id,
      created_at: datetime(entry.created_at),
    },
  }),
});
