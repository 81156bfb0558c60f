import { expect } from '@jest/globals';
import type { z } from 'zod';
import { one, pageWithRange } from '../../api/resource.ts';
import { firingResource, triggerResource } from '../../api/workflow-triggers/resource.ts';
import { read } from './http.ts';
import type { Partner } from './partners.ts';

const trigger = one(triggerResource).schema;
const firings = pageWithRange(firingResource).schema;

/** A trigger as the API shows it. */
export type Trigger = z.output<typeof trigger>['data'];
/** An occurrence as the API shows it. */
export type Firing = z.output<typeof firings>['data'][number];

/** Body of a trigger on an event, which makes a summary. */
export const ON_EVENT = {
  name: 'On an event',
  target: { capability_slug: 'summarization' },
  type: 'event',
  event: { name: 'cosell.created' },
  input: { content: 'Stock that orders itself before shelves are empty, and tells whoever has to know.' },
};

/** Makes a trigger; returns its id. */
export async function createTrigger(partner: Partner, body: object = ON_EVENT): Promise<number> {
  const reply = await partner.request('POST /content-workflow/workflow-triggers', { body });
  expect({ status: reply.status, text: reply.status === 201 ? '' : reply.text }).toEqual({ status: 201, text: '' });
  return read(reply, trigger).data.id;
}

/** A trigger as it is now. */
export async function triggerOf(partner: Partner, id: number): Promise<Trigger> {
  return read(await partner.request('GET /content-workflow/workflow-triggers/{id}', { params: { id } }), trigger).data;
}

/** What came of its occurrences, newest first. */
export async function firingsOf(partner: Partner, id: number): Promise<Firing[]> {
  const reply = await partner.request('GET /content-workflow/workflow-triggers/{id}/firings', { params: { id } });
  return read(reply, firings).data;
}
