import { pageQuery, text, withDayRange } from '../kernel/schema.ts';

export const listAuditLogQuery = withDayRange({
  action: text(80).optional().describe('Only this action, such as `partner_keys.create`.'),
  ...pageQuery(),
});
