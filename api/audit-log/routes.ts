import { listAuditLog } from '../../domain/audit-log/operations/list-audit-log.ts';
import { page } from '../resource.ts';
import { type Route, route } from '../route.ts';
import { auditLogEntryResource } from './resource.ts';

/** The audit log of a partner, for administrators. */
export const auditLogRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/3pi-partners/{partner_id}/audit-log',
    summary: 'List who did what with which credential, newest first',
    extension: true,
    operation: listAuditLog,
    body: page(auditLogEntryResource),
  }),
];
