import { beforeAll, expect, test } from '@jest/globals';
import { knowledgeDocumentResource } from '../../api/knowledge-bases/resource.ts';
import { evaluationResultResource } from '../../api/knowledge-evaluations/resource.ts';
import { page } from '../../api/resource.ts';
import { expectError, type RouteName, read } from '../environment/http.ts';
import { createKnowledgeBase } from '../environment/knowledge-bases.ts';
import { evaluationIn, questionsAbout, runEnded, runIn } from '../environment/knowledge-evaluations.ts';
import { createPartner, type Partner } from '../environment/partners.ts';

const CREATE: RouteName = 'POST /content-workflow/knowledge-bases/{id}/evaluations';
const REMOVE: RouteName = 'DELETE /content-workflow/knowledge-bases/{id}/evaluations/{evaluation}';
const RUN: RouteName = 'POST /content-workflow/knowledge-bases/{id}/evaluations/{evaluation}/runs';
const RESULTS: RouteName = 'GET /content-workflow/knowledge-bases/{id}/evaluations/{evaluation}/runs/{run}/results';
const SHOW_RUN: RouteName = 'GET /content-workflow/knowledge-bases/{id}/evaluations/{evaluation}/runs/{run}';
const LIST: RouteName = 'GET /content-workflow/knowledge-bases/{id}/evaluations';
const SHOW: RouteName = 'GET /content-workflow/knowledge-bases/{id}/evaluations/{evaluation}';
const CHANGE: RouteName = 'PATCH /content-workflow/knowledge-bases/{id}/evaluations/{evaluation}';
const RUNS: RouteName = 'GET /content-workflow/knowledge-bases/{id}/evaluations/{evaluation}/runs';
const CANCEL: RouteName = 'POST /content-workflow/knowledge-bases/{id}/evaluations/{evaluation}/runs/{run}/cancel';
const DOCUMENTS: RouteName = 'GET /content-workflow/knowledge-bases/{id}/documents';

let partner: Partner;
beforeAll(async () => {
  partner = await createPartner();
});

test('an evaluation is run by its workflow, question by question, and compared with the run before', async () => {
  const id = await createKnowledgeBase(partner, { Shop: 'Goods can be returned within thirty days.' });
  const documents = read(await partner.request(DOCUMENTS, { params: { id } }), page(knowledgeDocumentResource).schema);
  const body = { name: 'Support', questions: questionsAbout(documents.data[0]?.id ?? 0, 'thirty days') };
  const evaluation = evaluationIn(await partner.request(CREATE, { params: { id }, body }));
  expect(evaluation).toMatchObject({
    type: 'evaluation',
    attributes: { question_count: 2, questions: body.questions },
  });
  const params = { id, evaluation: evaluation.id };
  const started = await partner.request(RUN, { params });
  expect(started.status).toBe(202);
  const { id: run, links } = runIn(started);
  expect(started.headers.get('Location')).toBe(links.self);
  const first = await runEnded(partner, { ...params, run });
  expect(first.attributes).toMatchObject({
    status: 'completed',
    answered: 2,
    result: { passed: 2, recall_at_1: 1, refusals: { right: 1, wrong: 0, missed: 0 } },
    comparison: null,
  });
  const results = read(
    await partner.request(RESULTS, { params: { ...params, run } }),
    page(evaluationResultResource).schema,
  );
  expect(results.data.map(({ id: position, attributes }) => [position, attributes.passed])).toEqual([
    [1, true],
    [2, true],
  ]);
  const second = await runEnded(partner, { ...params, run: runIn(await partner.request(RUN, { params })).id });
  expect(second.attributes.comparison).toMatchObject({ run_id: run, questions: 2, changed_total: 0 });
  expect((await partner.request(REMOVE, { params })).status).toBe(204);
  expectError(await partner.request(SHOW_RUN, { params: { ...params, run } }), 'NOT_FOUND');
});

test('evaluations are listed, changed and shown, and so are their runs, of which one that has ended is not cancelled', async () => {
  const id = await createKnowledgeBase(partner, { Shop: 'Goods can be returned within thirty days.' });
  const documents = read(await partner.request(DOCUMENTS, { params: { id } }), page(knowledgeDocumentResource).schema);
  const body = { name: 'Support', questions: questionsAbout(documents.data[0]?.id ?? 0, 'thirty days') };
  const { id: evaluation } = evaluationIn(await partner.request(CREATE, { params: { id }, body }));
  const params = { id, evaluation };
  const changed = evaluationIn(await partner.request(CHANGE, { params, body: { name: 'Shop' } }));
  expect(changed.attributes).toMatchObject({ name: 'Shop', questions: body.questions });
  expect(evaluationIn(await partner.request(SHOW, { params }))).toEqual(changed);
  expect((await partner.request(LIST, { params: { id } })).body).toMatchObject({
    data: [{ id: evaluation }],
    meta: { total: 1 },
  });
  const { id: run } = await runEnded(partner, { ...params, run: runIn(await partner.request(RUN, { params })).id });
  expect((await partner.request(RUNS, { params })).body).toMatchObject({ data: [{ id: run }], meta: { total: 1 } });
  expectError(await partner.request(CANCEL, { params: { ...params, run } }), 'CONFLICT');
});
