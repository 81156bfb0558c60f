import { expect } from '@jest/globals';
import type { z } from 'zod';
import { evaluationResource, evaluationRunResource } from '../../api/knowledge-evaluations/resource.ts';
import { one } from '../../api/resource.ts';
import { type Reply, type RouteName, read } from './http.ts';
import type { Partner } from './partners.ts';
import { waitUntil } from './wait-until.ts';

const SHOW_RUN: RouteName = 'GET /content-workflow/knowledge-bases/{id}/evaluations/{evaluation}/runs/{run}';

type EvaluationRun = z.output<typeof evaluationRunResource.schema>;

/** The evaluation of an answer. */
export function evaluationIn(reply: Reply): z.output<typeof evaluationResource.schema> {
  return read(reply, one(evaluationResource).schema).data;
}

/** The run of an answer. */
export function runIn(reply: Reply): EvaluationRun {
  return read(reply, one(evaluationRunResource).schema).data;
}

/** A question about the returning of goods that a document answers with some words, and one that none answers. */
export function questionsAbout(document_id: number, contains: string) {
  return [
    { question: 'Within how many days can goods be returned?', expected: { document_id, contains } },
    { question: 'Who was the first emperor of Rome?', expected: null },
  ];
}

/** A run once it has ended. */
export function runEnded(
  partner: Partner,
  params: { id: number; evaluation: number; run: number },
): Promise<EvaluationRun> {
  return waitUntil('the run to end', async () => {
    const found = runIn(await partner.request(SHOW_RUN, { params }));
    return found.attributes.status === 'running' ? undefined : found;
  });
}

/** Adds an evaluation of one question that the document answers, and one that none answers; returns its id. */
export async function createEvaluation(
  partner: Partner,
  id: number,
  document: number,
  contains: string,
): Promise<number> {
  const reply = await partner.request('POST /content-workflow/knowledge-bases/{id}/evaluations', {
    params: { id },
    body: { name: 'Returns', questions: questionsAbout(document, contains) },
  });
  expect({ status: reply.status, text: reply.text }).toMatchObject({ status: 201 });
  return evaluationIn(reply).id;
}

/** Runs an evaluation to its end, and returns the id of the run. */
export async function runOf(partner: Partner, params: { id: number; evaluation: number }): Promise<number> {
  const reply = await partner.request('POST /content-workflow/knowledge-bases/{id}/evaluations/{evaluation}/runs', {
    params,
  });
  expect(reply.status).toBe(202);
  const { id: run } = runIn(reply);
  await runEnded(partner, { ...params, run });
  return run;
}
