import { randomUUID } from 'node:crypto';
import { contentTagResource } from '../../api/content-items/tags.ts';
import { one } from '../../api/resource.ts';
import { assetsOf } from '../environment/executions.ts';
import { read, request } from '../environment/http.ts';
import type { AreaSamples, SamplePartner } from './sample.ts';

const PERSON = '/app/users/{id}';
const ITEM = '/content-workflow/content-items/{id}';
const TAG = '/content-workflow/content-tags/{id}';

/** Fields of a body that name people of the team. */
export const PEOPLE = { assignee_id: PERSON, reviewer_id: PERSON };

async function itemOf(partner: SamplePartner): Promise<number> {
  const [item] = await assetsOf(partner, Number(await partner.idOf('/content-workflow/executions/{id}')));
  return item?.id ?? 0;
}

async function makeTag(partner: SamplePartner): Promise<number> {
  const made = await partner.request('POST /content-workflow/content-tags', { body: { name: randomUUID() } });
  return read(made, one(contentTagResource).schema).data.id;
}

export const samples: AreaSamples = {
  records: {
    [ITEM]: { make: itemOf },
    [TAG]: { make: makeTag },
    [`${ITEM}/versions/{version}`]: { make: async () => 1, shared: 'A number within the item of the path.' },
    '/content-workflow/kanban/{contentId}': { make: itemOf },
  },
  makeRows: async (partner) =>
    request('PUT /content-workflow/content-items/{id}/favorite', {
      key: partner.console,
      params: { id: await partner.idOf(ITEM) },
    }),
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
    'POST /content-workflow/content-tags': { input: { name: 'Samples' } },
    'PATCH /content-workflow/content-tags/{id}': { input: { name: 'Other samples' } },
    'PATCH /app/content-settings': { input: { requires_approval: false } },
    'POST /content-workflow/content-items/bulk': {
      input: { action: 'duplicate' },
      references: { 'content_ids[]': { record: ITEM, answer: { data: [], meta: { requested: 1, changed: 0 } } } },
    },
  },
};
