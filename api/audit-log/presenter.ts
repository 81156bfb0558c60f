import { z } from 'zod';
import type { AuditLogRow } from '../../domain/audit-log/store.ts';
import { datetime, resource } from '../presenters.ts';
import { datetimeSchema, idSchema, resourceSchema } from '../response-schemas.ts';

/** A line of the audit log in answers. */
export const auditLogEntrySchema = resourceSchema('audit_log_entry', {
  action: z.string().describe('Operation in the form `area.verb`.'),
  actor_kind: z.enum(['partner_key', 'user', 'client', 'administrator', 'system']),
  actor_id: idSchema.nullable().describe('Id of the key, user or OAuth client; null for the service itself.'),
  resource_type: z.string(),
  resource_id: z.string(),
  details: z.record(z.string(), z.unknown()).nullable(),
  request_id: z.string(),
  created_at: datetimeSchema,
});

/** A line of the audit log. */
export function presentAuditLogEntry(entry: AuditLogRow): Record<string, unknown> {
  return resource({
    type: 'audit_log_entry',
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
  });
}
