import { contentCommentResource } from '../../api/content-comments/area.ts';
import { one } from '../../api/resource.ts';
import { read } from '../environment/http.ts';
import type { AreaSamples, SamplePartner } from './sample.ts';

const ITEM = '/content-workflow/content-items/{id}';
const COMMENT = `${ITEM}/comments/{comment}`;
const MENTIONS = { 'mentions[]': '/app/users/{id}' };

async function makeComment(partner: SamplePartner): Promise<number> {
  const id = await partner.idOf(ITEM);
  const made = await partner.request(`POST ${ITEM}/comments`, { params: { id }, body: { body: 'A comment.' } });
  return read(made, one(contentCommentResource).schema).data.id;
}

export const samples: AreaSamples = {
  records: { [COMMENT]: { make: makeComment } },
  inputs: {
    'GET /content-workflow/content-items/{id}/comments': { references: { parent_id: COMMENT } },
    'POST /content-workflow/content-items/{id}/comments': {
      input: { body: 'A comment.' },
      references: { parent_id: COMMENT, ...MENTIONS },
    },
    'PATCH /content-workflow/content-items/{id}/comments/{comment}': {
      input: { resolved: true },
      references: MENTIONS,
    },
  },
};
