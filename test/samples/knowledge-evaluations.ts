import { evaluationIn, questionsAbout, runEnded, runIn } from '../environment/knowledge-evaluations.ts';
import type { AreaSamples, SamplePartner } from './sample.ts';

const BASE = '/content-workflow/knowledge-bases/{id}';
const DOCUMENT = `${BASE}/documents/{document}`;
const EVALUATIONS = '/content-workflow/knowledge-bases/{id}/evaluations';
const EVALUATION = '/content-workflow/knowledge-bases/{id}/evaluations/{evaluation}';
const RUN = '/content-workflow/knowledge-bases/{id}/evaluations/{evaluation}/runs/{run}';

async function questions(partner: SamplePartner): Promise<{ name: string; questions: object[] }> {
  return { name: 'Sample', questions: questionsAbout(Number(await partner.idOf(DOCUMENT)), 'thirty days') };
}

const REFERENCES = { 'questions[].expected.document_id': DOCUMENT } as const;

export const samples: AreaSamples = {
  records: {
    [EVALUATION]: {
      async make(partner) {
        const params = { id: await partner.idOf(BASE) };
        const body = await questions(partner);
        return evaluationIn(await partner.request(`POST ${EVALUATIONS}`, { params, body })).id;
      },
    },
    [RUN]: {
      async make(partner) {
        const params = { id: Number(await partner.idOf(BASE)), evaluation: Number(await partner.idOf(EVALUATION)) };
        const { id: run } = runIn(await partner.request(`POST ${EVALUATION}/runs`, { params }));
        return (await runEnded(partner, { ...params, run })).id;
      },
    },
  },
  inputs: {
    'POST /content-workflow/knowledge-bases/{id}/evaluations': { input: questions, references: REFERENCES },
    'PATCH /content-workflow/knowledge-bases/{id}/evaluations/{evaluation}': {
      input: questions,
      references: REFERENCES,
    },
  },
};
