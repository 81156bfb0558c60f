import { z } from 'zod';
import { day, pageQuery, text } from '../kernel/schema.ts';

/** Query of a partner's audit log. */
export const listAuditLogQuery = z
  .object({
    action: text(80).optional().describe('Only this action, such as `partner_keys.create`.'),
    from: day.optional().describe('First UTC day, inclusive.'),
    to: day.optional().describe('Last UTC day, inclusive.'),
    ...pageQuery(),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ['to'],
    message: 'Must not be before `from`.',
  });
