import type { AreaSamples } from './sample.ts';

const ANY_PARTNER = { references: { partner_id: { none: 'Administrators see every partner.' } } };

export const samples: AreaSamples = {
  records: {},
  inputs: {
    'GET /3pi-partners/invoices': ANY_PARTNER,
    'GET /3pi-partners/orders': ANY_PARTNER,
    'GET /3pi-partners/usage-records': ANY_PARTNER,
    'GET /3pi-partners/ledger-entries': ANY_PARTNER,
    'GET /3pi-partners/accounting-export': { input: { month: '2026-01' } },
  },
};
