import { expect } from '@jest/globals';
import type { z } from 'zod';
import { agentResource } from '../../api/agents/resource.ts';
import { one } from '../../api/resource.ts';
import { read } from './http.ts';
import type { Partner } from './partners.ts';

const schema = one(agentResource).schema;

export type Agent = z.output<typeof schema>['data'];

/** Adds an agent of the partner; a writer by default. */
export async function createAgent(partner: Partner, body: object = {}): Promise<Agent> {
  const reply = await partner.request('POST /content-workflow/agents', {
    body: { name: 'Quill', agent_type: 'writer', ...body },
  });
  expect({ status: reply.status, text: reply.text }).toMatchObject({ status: 201 });
  return read(reply, schema).data;
}
