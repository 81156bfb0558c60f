import { listAuditLog } from '../../domain/audit-log/operations/list-audit-log.ts';
import { area } from '../area.ts';
import { page } from '../resource.ts';
import { route } from '../route.ts';
import { auditLogEntryResource } from './resource.ts';

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
