import { listAuditLog } from '../../domain/audit-log/operations/list.ts';
import { listOf } from '../presenters.ts';
import { listSchema } from '../response-schemas.ts';
import { type Route, route } from '../route.ts';
import { auditLogEntrySchema, presentAuditLogEntry } from './presenter.ts';

/** The audit log of a partner, for administrators. */
export const auditLogRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/3pi-partners/{partner_id}/audit-log',
    summary: 'List who did what with which credential, newest first',
    extension: true,
    operation: listAuditLog,
    present: (page) => listOf(page, presentAuditLogEntry),
    response: listSchema(auditLogEntrySchema),
  }),
];
