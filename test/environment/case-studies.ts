import { expect } from '@jest/globals';
import type { z } from 'zod';
import { oneCaseStudy } from '../../api/case-studies/resource.ts';
import { CASE_STUDY } from './case-study-body.ts';
import { type Reply, type RequestOptions, read } from './http.ts';
import type { Partner } from './partners.ts';

export type CaseStudy = z.output<typeof oneCaseStudy.schema>;

/** The case study of an answer, with how far its generation is. */
export function caseStudyIn(reply: Reply): CaseStudy {
  return read(reply, oneCaseStudy.schema);
}

/** Adds a draft. */
export async function createCaseStudy(partner: Partner, more: object = {}): Promise<CaseStudy['data']> {
  const reply = await partner.request('POST /partners/case-studies', { body: { ...CASE_STUDY, ...more } });
  expect({ status: reply.status, text: reply.text }).toMatchObject({ status: 201 });
  return caseStudyIn(reply).data;
}

/** A case study as it is now. */
export async function caseStudyOf(partner: Partner, id: number): Promise<CaseStudy> {
  return caseStudyIn(await partner.request('GET /partners/case-studies/{id}', { params: { id } }));
}

/** Asks for a case study to be written. */
export function generate(partner: Partner, more: object = {}, options: Partial<RequestOptions> = {}): Promise<Reply> {
  return partner.request('POST /partners/case-studies/generate', { body: { ...CASE_STUDY, ...more }, ...options });
}
