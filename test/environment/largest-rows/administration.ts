import { aiCallTable } from '../../../domain/ai-calls/table.ts';
import { auditLogTable } from '../../../domain/audit-log/table.ts';
import { oauthClientTable } from '../../../domain/oauth/table.ts';
import { partnerTable } from '../../../domain/partners/table.ts';
import { userTable } from '../../../domain/users/table.ts';
import type { Filler, LargestRows } from './filler.ts';

/** What administrators list of partners. */
export async function fillAdministration({ longest, many, partnerId }: Filler): Promise<LargestRows[]> {
  await many(aiCallTable, () => ({ subject_type: null, subject_id: null }));
  await many(auditLogTable, () => ({ actor_kind: 'system', actor_id: null, details: { text: longest(20_000) } }));
  await many(oauthClientTable, (n) => ({
    client_id: `largest-${n}`,
    role: 'viewer',
    scopes: null,
    metadata: {
      grant_types: ['client_credentials'],
      redirect_uris: Array.from({ length: 10 }, () => `https://example.com/${'a'.repeat(1_900)}`),
    },
  }));
  await many(partnerTable, () => ({ billing_address: longest(1_000), tax_rate: '0.19', capabilities: null }));
  await many(userTable, (n) => ({ email: `${n}@example.com`, external_subject: `largest-${n}`, role: 'viewer' }));
  return [
    { route: 'GET /3pi-partners', params: {} },
    { route: 'GET /3pi-partners/{partner_id}/users', params: { partner_id: partnerId } },
    { route: 'GET /3pi-partners/{partner_id}/oauth-clients', params: { partner_id: partnerId } },
    { route: 'GET /3pi-partners/{partner_id}/audit-log', params: { partner_id: partnerId } },
    { route: 'GET /3pi-partners/{partner_id}/ai-calls', params: { partner_id: partnerId } },
  ];
}
