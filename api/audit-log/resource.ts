import { z } from 'zod';
import { ACTOR_KINDS, type AuditLogRow } from '../../domain/audit-log/table.ts';
import { datetimeSchema, idSchema, resource } from '../resource.ts';

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
