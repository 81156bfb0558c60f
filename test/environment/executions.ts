import { expect } from '@jest/globals';
import type { z } from 'zod';
import { contentItemDetailSchema } from '../../api/content-items/presenter.ts';
import { assetsSchema, executionDetailSchema, executionSchema } from '../../api/executions/presenter.ts';
import { dataSchema } from '../../api/response-schemas.ts';
import { isOpen } from '../../domain/executions/rules.ts';
import { read } from './http.ts';
import type { Partner } from './partners.ts';
import { waitUntil } from './wait-until.ts';

const accepted = dataSchema(executionSchema);
const detail = dataSchema(executionDetailSchema);
const made = dataSchema(assetsSchema);

export type Execution = z.output<typeof detail>['data'];
export type Asset = z.output<typeof made>['data']['content_items'][number];

/** Executes a capability; returns the id of the accepted execution. */
export async function execute(partner: Partner, slug: string, body: object): Promise<number> {
  const reply = await partner.request('POST /content-workflow/capabilities/{slug}/execute', { params: { slug }, body });
  expect({ status: reply.status, text: reply.text }).toMatchObject({ status: 201 });
  return read(reply, accepted).data.id;
}

/** An execution as it is now. */
export async function executionOf(partner: Partner, id: number): Promise<Execution> {
  const reply = await partner.request('GET /content-workflow/executions/{id}', { params: { id } });
  return read(reply, detail).data;
}

/** Polls an execution until it has ended. */
export function ended(partner: Partner, id: number): Promise<Execution> {
  return waitUntil(
    `the end of execution ${id}`,
    () => executionOf(partner, id),
    ({ attributes }) => !isOpen(attributes.status),
  );
}

/** Executes a capability and waits until it is completed. */
export async function complete(partner: Partner, slug: string, body: object): Promise<Execution> {
  const execution = await ended(partner, await execute(partner, slug, body));
  const { status, error_message } = execution.attributes;
  expect({ slug, status, error_message }).toEqual({ slug, status: 'completed', error_message: null });
  return execution;
}

/** What an execution has made. */
export async function assetsOf(partner: Partner, id: number): Promise<Asset[]> {
  const reply = await partner.request('GET /content-workflow/executions/{id}/assets', { params: { id } });
  return read(reply, made).data.content_items;
}

/** A content item with its text. */
export async function contentItemOf(
  partner: Partner,
  id: number,
): Promise<z.output<typeof contentItemDetailSchema>['attributes']> {
  const reply = await partner.request('GET /content-workflow/content-items/{id}', { params: { id } });
  return read(reply, dataSchema(contentItemDetailSchema)).data.attributes;
}
