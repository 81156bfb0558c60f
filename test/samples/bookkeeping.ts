import type { AreaSamples } from './sample.ts';

const ANY_PARTNER = { references: { partner_id: '/3pi-partners/{partner_id}' } };

export const samples: AreaSamples = {
  records: {},
  inputs: {
    'GET /3pi-partners/invoices': {
      references: {
        ...ANY_PARTNER.references,
        invoice_number: { none: 'What is looked for in the list of invoices.' },
      },
    },
    'GET /3pi-partners/orders': ANY_PARTNER,
    'GET /3pi-partners/usage-records': ANY_PARTNER,
    'GET /3pi-partners/ledger-entries': ANY_PARTNER,
    'GET /3pi-partners/accounting-export': { input: { month: '2026-01' } },
  },
};
