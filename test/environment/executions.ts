import { expect } from '@jest/globals';
import type { z } from 'zod';
import { contentItemDetailResource } from '../../api/content-items/resource.ts';
import { executionAssets, executionDetailResource, executionResource } from '../../api/executions/resource.ts';
import { one } from '../../api/resource.ts';
import { isOpen } from '../../domain/executions/rules.ts';
import { read } from './http.ts';
import type { Partner } from './partners.ts';
import { waitUntil } from './wait-until.ts';

const accepted = one(executionResource).schema;
const detail = one(executionDetailResource).schema;
const made = executionAssets.schema;
const item = one(contentItemDetailResource).schema;

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
): Promise<z.output<typeof item>['data']['attributes']> {
  const reply = await partner.request('GET /content-workflow/content-items/{id}', { params: { id } });
  return read(reply, item).data.attributes;
}
