import { createBrandVoice } from '../environment/brand-voices.ts';
import type { AreaSamples } from './sample.ts';

const VOICE = '/content-workflow/brand-voices/{id}';

export const samples: AreaSamples = {
  records: {
    [VOICE]: { make: async (partner) => (await createBrandVoice(partner)).id },
    product: {
      async make(partner) {
        const voice = await createBrandVoice(partner, { products: [{ name: 'Sample' }] });
        return voice.attributes.products[0]?.id ?? 0;
      },
    },
  },
  inputs: {
    'POST /content-workflow/brand-voices': { input: { name: 'Sample' } },
    'PATCH /content-workflow/brand-voices/{id}': {
      input: { tone: 'bold' },
      references: { 'products[].id': 'product' },
    },
  },
};
