import { assetsOf } from '../environment/executions.ts';
import type { AreaSamples, SamplePartner } from './sample.ts';

const PERSON = '/app/users/{id}';
const ITEM = '/content-workflow/content-items/{id}';

const PEOPLE = { assignee_id: PERSON, reviewer_id: PERSON };

async function itemOf(partner: SamplePartner): Promise<number> {
  const [item] = await assetsOf(partner, Number(await partner.idOf('/content-workflow/executions/{id}')));
  return item?.id ?? 0;
}

export const samples: AreaSamples = {
  records: {
    [ITEM]: { make: itemOf },
    [`${ITEM}/versions/{version}`]: { make: async () => 1, shared: 'A number within the item of the path.' },
    '/content-workflow/kanban/{contentId}': { make: itemOf },
  },
  inputs: {
    'GET /content-workflow/kanban': { references: { execution_id: '/content-workflow/executions/{id}' } },
    'POST /content-workflow/kanban/bulk-status': {
      input: { status: 'ready' },
      references: { 'content_ids[]': { record: ITEM, answer: { data: [], meta: { requested: 1, moved: 0 } } } },
    },
    'POST /content-workflow/kanban/{contentId}/status': { input: { status: 'ready' } },
    'PATCH /content-workflow/content-items/{id}': { input: { title: 'Samples' }, references: PEOPLE },
    'GET /content-workflow/content-items': {
      references: { execution_id: '/content-workflow/executions/{id}', ...PEOPLE },
    },
    'POST /content-workflow/content-items': { input: { title: 'Samples', body: 'A text.' }, references: PEOPLE },
    'PATCH /app/content-settings': { input: { requires_approval: false } },
    'POST /content-workflow/content-items/bulk': {
      input: { action: 'duplicate' },
      references: { 'content_ids[]': { record: ITEM, answer: { data: [], meta: { requested: 1, changed: 0 } } } },
    },
  },
};
