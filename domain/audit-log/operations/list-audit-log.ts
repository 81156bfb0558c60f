import { operation } from '../../kernel/operation.ts';
import { includeBody, pageQuery, text, withDayRange } from '../../kernel/schema.ts';
import { partnerParams } from '../../partners/schema.ts';
import { partnerFromPath } from '../../partners/target.ts';
import type { Partner } from '../../partners/types.ts';
import { selectAuditLog } from '../store.ts';

const listAuditLogQuery = withDayRange({
  action: text(80).optional().describe('Only this action, such as `partner_keys.create`.'),
  ...pageQuery(),
  ...includeBody,
});

/** Lists a partner's audit entries: actor, credential, action and record. */
export const listAuditLog = operation({
  name: 'audit_log.list',
  permission: 'administrator',
  params: partnerParams,
  target: partnerFromPath,
  input: listAuditLogQuery,
  run: (deps, _call, query, partner: Partner) => selectAuditLog(deps.db, partner.id, query, query),
});
