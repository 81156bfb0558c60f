import { createKnowledgeBase, documentIn, documentRead, passagesOf } from '../environment/knowledge-bases.ts';
import type { AreaSamples } from './sample.ts';

const BASE = '/content-workflow/knowledge-bases/{id}';
const DOCUMENT = { title: 'Returns', format: 'text', content: 'Goods can be returned within thirty days.' };

export const samples: AreaSamples = {
  records: {
    [BASE]: { make: (partner) => createKnowledgeBase(partner) },
    [`${BASE}/documents/{document}`]: {
      async make(partner) {
        const id = Number(await partner.idOf(BASE));
        const added = await partner.request('POST /content-workflow/knowledge-bases/{id}/documents', {
          params: { id },
          body: DOCUMENT,
        });
        return (await documentRead(partner, id, documentIn(added).id)).id;
      },
    },
    [`${BASE}/documents/{document}/passages/{passage}`]: {
      // It is looked for in the document only, so another partner's is as unknown as any.
      foreign: 'NOT_FOUND',
      async make(partner) {
        const id = Number(await partner.idOf(BASE));
        const document = Number(await partner.idOf(`${BASE}/documents/{document}`));
        return (await passagesOf(partner, id, document))[0]?.id ?? 0;
      },
    },
  },
  inputs: {
    'POST /content-workflow/knowledge-bases': { input: { name: 'Sample' } },
    'GET /content-workflow/knowledge-bases/{id}/search': { input: { q: 'returned' } },
    'POST /content-workflow/knowledge-bases/{id}/documents': { input: DOCUMENT },
    'PATCH /content-workflow/knowledge-bases/{id}/documents/{document}': { input: { title: 'Store' } },
    'PUT /content-workflow/knowledge-bases/{id}/documents/{document}': {
      input: { content: 'Goods can be returned within sixty days.' },
    },
  },
};
