import { expect } from '@jest/globals';
import type { z } from 'zod';
import { brandVoiceResource } from '../../api/brand-voices/area.ts';
import { one } from '../../api/resource.ts';
import { type Reply, read } from './http.ts';
import type { Partner } from './partners.ts';

export type BrandVoice = z.output<typeof brandVoiceResource.schema>;

/** The brand voice of an answer. */
export function brandVoiceIn(reply: Reply): BrandVoice {
  return read(reply, one(brandVoiceResource).schema).data;
}

/** Adds a brand voice. */
export async function createBrandVoice(partner: Partner, body: object = {}): Promise<BrandVoice> {
  const reply = await partner.request('POST /content-workflow/brand-voices', { body: { name: 'Acme', ...body } });
  expect({ status: reply.status, text: reply.text }).toMatchObject({ status: 201 });
  return brandVoiceIn(reply);
}
