import { beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { caseStudyPage, oneSuggestion } from '../../api/case-studies/resource.ts';
import { createBrandVoice } from '../environment/brand-voices.ts';
import { caseStudyIn, caseStudyOf, createCaseStudy, generate } from '../environment/case-studies.ts';
import { CASE_STUDY, WHOLE_CASE_STUDY } from '../environment/case-study-body.ts';
import { assetsOf, complete, type Execution, ended, execute } from '../environment/executions.ts';
import { expectError, open, type RouteName, read } from '../environment/http.ts';
import { startOwnApi } from '../environment/own-api.ts';
import { createKey, createPartner, type Partner, partnerWith, usageOf } from '../environment/partners.ts';
import { addFault, marker, removeFaults } from '../environment/sandbox-ai.ts';
import { waitUntil } from '../environment/wait-until.ts';

const GENERATE: RouteName = 'POST /partners/case-studies/generate';
const SUGGEST: RouteName = 'POST /partners/case-studies/{id}/suggest';
const UPDATE: RouteName = 'PATCH /partners/case-studies/{id}';
const DELETE: RouteName = 'DELETE /partners/case-studies/{id}';

const PRICE = 15;
const SUGGESTION_PRICE = 2;
const TEXTS = [
  'problem_statement_enhanced',
  'proposed_solution_enhanced',
  'outcomes_enhanced',
  'tco_analysis_enhanced',
  'lessons_learned_enhanced',
];
const LISTS = ['architecture_diagram_suggestions', 'cloud_services_recommendations', 'validation_tips'];

let partner: Partner;
let other: Partner;
/** Requests that always fail. They start before all tests, so that the pauses between attempts pass meanwhile. */
let useless: ReturnType<typeof askInVain>;
beforeAll(async () => {
  [partner, other] = await Promise.all([createPartner(), createPartner()]);
  const word = marker();
  await addFault({ kind: 'nonsense', how: 'wrong_json', match: word });
  useless = askInVain(await createPartner(), word);
});

function askInVain(owner: Partner, word: string) {
  return spentBy(owner, () => generate(owner, { company_name: word }));
}

async function spentBy<Result>(
  owner: Partner,
  work: () => Promise<Result>,
): Promise<{ spent: number; result: Result }> {
  const before = (await usageOf(owner)).credits;
  const result = await work();
  const after = (await usageOf(owner)).credits;
  expect(after.held).toBe(before.held);
  return { spent: before.balance - after.balance, result };
}

const idsOf = async (owner: Partner) =>
  read(await owner.request('GET /partners/case-studies'), caseStudyPage.schema).data.map(({ id }) => id);

describe(GENERATE, () => {
  test('answers with a case study that is written, for its price', async () => {
    const owner = await createPartner();
    const { spent, result } = await spentBy(owner, () => generate(owner, WHOLE_CASE_STUDY));
    expect(result.status).toBe(201);
    const { data, meta } = caseStudyIn(result);
    expect(meta).toEqual({ generation: { status: 'completed' } });
    expect(data.attributes).toMatchObject({ ...WHOLE_CASE_STUDY, status: 'draft', has_generated_content: true });
    const { generated_content: content, case_study_title: title, short_description: description } = data.attributes;
    expect(Object.keys(content ?? {})).toEqual(['case_study_title', 'short_description', ...TEXTS, ...LISTS]);
    expect(content).toMatchObject({ case_study_title: title, short_description: description });
    expect(title?.length).toBeLessThanOrEqual(80);
    expect(description?.length).toBeLessThanOrEqual(300);
    for (const service of content?.cloud_services_recommendations ?? []) expect(service).toMatch(/^[A-Z].+: .+/);
    expect(await caseStudyOf(owner, data.id)).toEqual({ data, meta });
    expect(spent).toBe(PRICE);
  });

  test('needs what a new case study needs', async () => {
    const details = expectError(await partner.request(GENERATE, { body: {} }), 'VALIDATION_ERROR');
    expect(Object.keys(details).sort()).toEqual(Object.keys(CASE_STUDY).sort());
    const wrong = { end_date: '2020-01-01', kb_ids: 'all', brand_voice_company_id: 0 };
    expect(Object.keys(expectError(await generate(partner, { ...wrong }), 'VALIDATION_ERROR')).sort()).toEqual([
      'brand_voice_company_id',
      'end_date',
      'kb_ids',
    ]);
    expect(Object.keys(expectError(await generate(partner, { end_date: '2020-01-01' }), 'VALIDATION_ERROR'))).toEqual([
      'end_date',
    ]);
  });

  test('answers for records in its body as for those in a path', async () => {
    const [own, second, foreign] = [
      await createBrandVoice(partner),
      await createBrandVoice(partner, { products: [{ name: 'Move' }] }),
      await createBrandVoice(other, { products: [{ name: 'Move' }] }),
    ];
    const product = (voice: typeof own) => voice.attributes.products[0]?.id;
    expectError(await generate(partner, { brand_voice_company_id: Number.MAX_SAFE_INTEGER }), 'NOT_FOUND');
    expectError(await generate(partner, { brand_voice_company_id: foreign.id }), 'FORBIDDEN');
    expectError(await generate(partner, { brand_voice_product_id: product(foreign) }), 'FORBIDDEN');
    expectError(await generate(partner, { kb_ids: [Number.MAX_SAFE_INTEGER] }), 'NOT_FOUND');
    const mixed = { brand_voice_company_id: own.id, brand_voice_product_id: product(second) };
    expect(Object.keys(expectError(await generate(partner, mixed), 'VALIDATION_ERROR'))).toEqual([
      'brand_voice_product_id',
    ]);
  });

  test('tells the writer all that is given; a failure leaves no row and costs nothing', async () => {
    const owner = await createPartner();
    const { spent } = await spentBy(owner, async () => {
      for (const field of Object.keys(WHOLE_CASE_STUDY)) {
        if (typeof WHOLE_CASE_STUDY[field as keyof typeof WHOLE_CASE_STUDY] !== 'string') continue;
        if (/date|country/.test(field)) continue;
        const word = marker();
        await addFault({ kind: 'refuse', match: word });
        const reply = await generate(owner, { ...WHOLE_CASE_STUDY, [field]: word });
        expect([field, reply.status]).toEqual([field, 500]);
        expectError(reply, 'GENERATION_FAILED');
      }
      const words = [marker(), marker(), marker()] as const;
      const voice = await createBrandVoice(owner, { style_guide: words[0], products: [{ name: words[1] }] });
      const grounding = [
        { brand_voice_company_id: voice.id },
        { brand_voice_product_id: voice.attributes.products[0]?.id },
        { additional_context: words[2] },
      ];
      for (const [index, given] of grounding.entries()) {
        await addFault({ kind: 'refuse', match: words[index] ?? '' });
        expectError(await generate(owner, given), 'GENERATION_FAILED');
      }
    });
    expect(spent).toBe(0);
    expect(await idsOf(owner)).toEqual([]);
  });

  test.each([
    ['no JSON', { kind: 'nonsense' }],
    ['another form', { kind: 'nonsense', how: 'wrong_json' }],
    ['a missing key', { kind: 'nonsense', how: 'missing_key' }],
    ['half an answer', { kind: 'cut_off', how: 'length' }],
    ['an error', { kind: 'error', status: 503 }],
  ] as const)('asks again for %s', async (_what, fault) => {
    const word = marker();
    await addFault({ ...fault, match: word, times: 1 });
    const { spent, result } = await spentBy(partner, () => generate(partner, { company_name: word }));
    expect([result.status, spent]).toEqual([201, PRICE]);
  });

  test('fails when no answer is of any use, and costs nothing', async () => {
    const { spent, result } = await useless;
    expectError(result, 'GENERATION_FAILED');
    expect(spent).toBe(0);
  });

  test('asks again for over-long titles, then cuts at a word', async () => {
    const [once, always] = [marker(), marker()];
    await addFault({ kind: 'nonsense', how: 'long_texts', match: once, times: 1 });
    await addFault({ kind: 'nonsense', how: 'long_texts', match: always });
    const [asked, cut] = await Promise.all([once, always].map((company_name) => generate(partner, { company_name })));
    const title = (reply: typeof asked) => caseStudyIn(reply ?? never()).data.attributes.case_study_title ?? '';
    expect(title(asked)).not.toContain('…');
    expect(title(cut)).toMatch(/\S…$/);
    expect(title(cut).length).toBeLessThanOrEqual(80);
    expect(caseStudyIn(cut ?? never()).data.attributes.short_description?.length).toBeLessThanOrEqual(300);
  });

  test('is held against credits, cap and scope of the key', async () => {
    const poor = await createPartner({ credits: PRICE - 1 });
    expectError(await generate(poor), 'NO_CREDITS');
    const capped = partnerWith(partner.id, await createKey(partner.id, { daily_credit_limit: PRICE - 1 }));
    expectError(await generate(capped), 'DAILY_CREDIT_LIMIT_EXCEEDED');
    const narrow = partnerWith(partner.id, await createKey(partner.id, { scoped_capabilities: ['blog_post'] }));
    expectError(await generate(narrow), 'CAPABILITY_NOT_ALLOWED');
    expect(await idsOf(poor)).toEqual([]);
  });

  test('with a sandbox key is free, and marked', async () => {
    const poor = await createPartner({ credits: 0 });
    const sandbox = partnerWith(poor.id, await createKey(poor.id, { sandbox: true }));
    expect(caseStudyIn(await generate(sandbox)).data.attributes).toMatchObject({
      sandbox: true,
      has_generated_content: true,
    });
  });

  test('goes on when the client leaves', async () => {
    const owner = await createPartner();
    const word = marker();
    await addFault({ kind: 'slow', delay_ms: 1_500, match: word, times: 1 });
    const leaving = new AbortController();
    const body = { ...CASE_STUDY, company_name: word };
    const path = '/api/v1/partners/case-studies/generate';
    const request = open('POST', path, { key: owner.key.text, body }, leaving.signal).catch(() => undefined);
    await waitUntil('the credits to be held', async () => (await usageOf(owner)).credits.held === PRICE);
    leaving.abort();
    await request;
    const [id = 0] = await waitUntil(
      'the case study',
      () => idsOf(owner),
      (ids) => ids.length > 0,
    );
    expect((await caseStudyOf(owner, id)).meta?.generation.status).toBe('completed');
  });

  test('of a repeat that finds a failure is tried anew', async () => {
    const owner = await createPartner();
    const word = marker();
    await addFault({ kind: 'refuse', match: word, times: 2 });
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const ask = async (company_name: string) => {
      const reply = await generate(owner, { company_name }, { headers });
      return { reply, replayed: reply.headers.get('Idempotency-Replayed') };
    };
    const { spent } = await spentBy(owner, async () => {
      for (const failed of [await ask(word), await ask(word)]) {
        expectError(failed.reply, 'GENERATION_FAILED');
        expect(failed.replayed).toBeNull();
      }
      // Nothing is kept of what failed, so the key may stand for another request.
      const begun = await ask(`${word} Ltd`);
      expect([begun.reply.status, begun.replayed]).toEqual([201, null]);
      const again = await ask(`${word} Ltd`);
      expect([again.reply.status, again.replayed]).toEqual([201, 'true']);
    });
    expect(spent).toBe(PRICE);
    expect(await idsOf(owner)).toHaveLength(1);
  });

  test('that takes longer than a request waits leaves a draft to look at, which is written or has failed in the end', async () => {
    await using impatient = await startOwnApi(() => ({ REQUEST_WAIT_SECONDS: '3' }));
    const owner = await createPartner();
    const [slow, failing] = [marker(), marker()];
    for (const match of [slow, failing]) await addFault({ kind: 'hang', match });
    const headers = [slow, failing].map(() => ({ 'Idempotency-Key': crypto.randomUUID() }));
    const ask = (index: number) =>
      generate(
        owner,
        { company_name: [slow, failing][index] },
        { headers: headers[index] ?? {}, origin: impatient.origin },
      );
    const first = [ask(0), ask(1)];
    await waitUntil('both to be held', async () => (await usageOf(owner)).credits.held === 2 * PRICE);
    expectError(await ask(0), 'IDEMPOTENCY_IN_PROGRESS');
    expect(await idsOf(owner)).toEqual([]);
    const drafts = (await Promise.all(first)).map((reply) => {
      expect(reply.status).toBe(202);
      const { data, meta } = caseStudyIn(reply);
      expect(reply.headers.get('Location')).toBe(`/api/v1/partners/case-studies/${data.id}`);
      expect([data.attributes.generated_content, meta]).toEqual([null, { generation: { status: 'running' } }]);
      return data.id;
    });
    for (const id of drafts) {
      expect((await caseStudyOf(owner, id)).meta?.generation).toEqual({ status: 'running' });
      expectError(await owner.request(UPDATE, { params: { id }, body: { outcomes: 'x' } }), 'CONFLICT');
      expectError(await owner.request(DELETE, { params: { id } }), 'CONFLICT');
    }
    // The AI recovers for one and refuses the other: requests that still hang are aborted and repeated.
    await addFault({ kind: 'refuse', match: failing });
    await removeFaults(slow);
    await removeFaults(failing, { kind: 'hang' });
    const ended = (index: number) =>
      waitUntil(
        'the end of a generation',
        () => caseStudyOf(owner, drafts[index] ?? 0),
        ({ meta }) => meta?.generation.status !== 'running',
      );
    const [written, failed] = await Promise.all([ended(0), ended(1)]);
    expect(written).toMatchObject({
      data: { attributes: { has_generated_content: true } },
      meta: { generation: { status: 'completed' } },
    });
    expect(failed.meta).toEqual({
      generation: { status: 'failed', error: { code: 'GENERATION_FAILED', message: expect.any(String) } },
    });
    const repeat = await ask(0);
    expect([repeat.status, caseStudyIn(repeat).data.id]).toEqual([201, drafts[0]]);
    expectError(await ask(1), 'GENERATION_FAILED');
    expect((await idsOf(owner)).sort()).toEqual(drafts.toSorted());
    const { credits } = await usageOf(owner);
    expect([credits.held, credits.used_today]).toEqual([0, PRICE]);
    expect((await owner.request(DELETE, { params: { id: drafts[1] ?? 0 } })).status).toBe(204);
  });
});

describe(SUGGEST, () => {
  const suggest = (id: number, body: object, from = partner) => from.request(SUGGEST, { params: { id }, body });

  test.each([
    ['replace', undefined],
    ['append', 'append'],
    ['refine', 'refine'],
  ])('suggests a text to %s, saves nothing, and charges it', async (mode, given) => {
    const owner = await createPartner();
    const before = await createCaseStudy(owner, WHOLE_CASE_STUDY);
    const { spent, result } = await spentBy(owner, () => suggest(before.id, { field: 'outcomes', mode: given }, owner));
    expect(result.status).toBe(200);
    expect(read(result, oneSuggestion.schema)).toEqual({
      data: {
        type: 'case_study_suggestion',
        id: `${before.id}-outcomes`,
        attributes: {
          field: 'outcomes',
          mode,
          suggestion: expect.stringMatching(/\w+ \w+/),
          case_study_id: before.id,
        },
      },
      links: { case_study: before.links.self },
    });
    expect(spent).toBe(SUGGESTION_PRICE);
    expect((await caseStudyOf(owner, before.id)).data).toEqual(before);
  });

  test('works for every field, whether there is a text or not', async () => {
    const { id } = await createCaseStudy(partner);
    for (const field of ['problem_statement', 'proposed_solution', 'outcomes', 'tco_analysis', 'lessons_learned']) {
      expect([field, (await suggest(id, { field, mode: 'refine' })).status]).toEqual([field, 200]);
    }
  });

  test('gives the writer case study, voice and product; a failure costs nothing', async () => {
    const owner = await createPartner();
    const words = Array.from({ length: 4 }, marker);
    for (const match of words) await addFault({ kind: 'refuse', match });
    const voice = await createBrandVoice(owner, { tone: words[2], products: [{ name: words[3] }] });
    const { spent } = await spentBy(owner, async () => {
      const study = await createCaseStudy(owner, { outcomes: words[0], lessons_learned: words[1] });
      const plain = await createCaseStudy(owner);
      const asked = [
        suggest(study.id, { field: 'outcomes', mode: 'refine' }, owner),
        suggest(study.id, { field: 'problem_statement' }, owner),
        suggest(plain.id, { field: 'outcomes', brand_voice_company_id: voice.id }, owner),
        suggest(plain.id, { field: 'outcomes', brand_voice_product_id: voice.attributes.products[0]?.id }, owner),
      ];
      for (const reply of await Promise.all(asked)) expectError(reply, 'SUGGESTION_FAILED');
    });
    expect(spent).toBe(0);
  });

  test('refuses fields and records that there are not', async () => {
    const { id } = await createCaseStudy(partner);
    const foreign = await createBrandVoice(other);
    expect(Object.keys(expectError(await suggest(id, {}), 'VALIDATION_ERROR'))).toEqual(['field']);
    expect(
      Object.keys(expectError(await suggest(id, { field: 'country', mode: 'guess' }), 'VALIDATION_ERROR')).sort(),
    ).toEqual(['field', 'mode']);
    expectError(await suggest(id, { field: 'outcomes', kb_ids: [Number.MAX_SAFE_INTEGER] }), 'NOT_FOUND');
    expectError(await suggest(id, { field: 'outcomes', brand_voice_company_id: foreign.id }), 'FORBIDDEN');
  });

  test('is held against credits, cap and scope of the key before the AI is asked', async () => {
    const poor = await createPartner({ credits: SUGGESTION_PRICE - 1 });
    const { id } = await createCaseStudy(poor);
    expectError(await suggest(id, { field: 'outcomes' }, poor), 'NO_CREDITS');
    const capped = partnerWith(poor.id, await createKey(poor.id, { daily_credit_limit: 1 }));
    expectError(await suggest(id, { field: 'outcomes' }, capped), 'DAILY_CREDIT_LIMIT_EXCEEDED');
    const narrow = partnerWith(poor.id, await createKey(poor.id, { scoped_capabilities: ['blog_post'] }));
    expectError(await suggest(id, { field: 'outcomes' }, narrow), 'CAPABILITY_NOT_ALLOWED');
  });
});

describe('a capability', () => {
  const { company_name: _name, ...STORY } = CASE_STUDY;
  const detailOf = async (id: unknown) => caseStudyOf(partner, z.int().parse(id));
  const outputOf = (execution: Execution, key: string) =>
    execution.attributes.step_results.find((step) => step.key === key)?.output ?? {};

  test('that generates a case study does what the route does', async () => {
    const settings = { ...WHOLE_CASE_STUDY, company_name: 'Contoso Bikes' };
    const execution = await complete(partner, 'case_study_generation', { settings });
    const output = outputOf(execution, 'case_study');
    expect(output).toMatchObject({
      type: 'case_study',
      prompt_version: expect.stringMatching(/^case-study-generation\/\d+$/),
    });
    const { data } = await detailOf(output['case_study_id']);
    expect(data.attributes).toMatchObject({
      ...settings,
      status: 'draft',
      has_generated_content: true,
      case_study_title: output['case_study_title'],
    });
    expect(execution.attributes.credits_used).toBe(PRICE);
    const [asset] = await assetsOf(partner, execution.id);
    expect(asset?.attributes).toMatchObject({ content_type: 'text_content', title: output['case_study_title'] });
  });

  test('that makes a kit of a story leaves the case study, too', async () => {
    const settings = { ...CASE_STUDY, post_count: 1 };
    const execution = await complete(partner, 'customer_story_kit', { settings });
    const { data } = await detailOf(outputOf(execution, 'case_study')['case_study_id']);
    expect(data.attributes.has_generated_content).toBe(true);
    expect((await assetsOf(partner, execution.id)).length).toBeGreaterThanOrEqual(4);
  });

  test('that suggests a field does what the route does', async () => {
    const { id } = await createCaseStudy(partner, WHOLE_CASE_STUDY);
    const settings = { case_study_id: id, field: 'outcomes', mode: 'append' };
    const execution = await complete(partner, 'case_study_suggestion', { settings });
    expect(outputOf(execution, 'suggestion')).toMatchObject({
      type: 'answer',
      text: expect.stringMatching(/\w+ \w+/),
      prompt_version: expect.stringMatching(/^case-study-suggestion\/\d+$/),
    });
  });

  test('tells the writer the records that its settings name', async () => {
    const words = [marker(), marker()] as const;
    for (const match of words) await addFault({ kind: 'refuse', match });
    const voice = await createBrandVoice(partner, { style_guide: words[0] });
    const { id } = await createCaseStudy(partner, { lessons_learned: words[1] });
    const asked = [
      execute(partner, 'case_study_generation', { settings: { ...CASE_STUDY, brand_voice_company_id: voice.id } }),
      execute(partner, 'case_study_suggestion', { settings: { case_study_id: id, field: 'outcomes' } }),
    ];
    for (const execution of await Promise.all(asked)) {
      expect((await ended(partner, execution)).attributes.status).toBe('failed');
    }
  });

  test('answers for its settings as the route does for its body', async () => {
    const asked = (slug: string, settings: object) =>
      partner.request('POST /content-workflow/capabilities/{slug}/execute', { params: { slug }, body: { settings } });
    const { id } = await createCaseStudy(other);
    expectError(await asked('case_study_suggestion', { case_study_id: id, field: 'outcomes' }), 'CASE_STUDY_NOT_FOUND');
    expectError(
      await asked('case_study_generation', { ...CASE_STUDY, kb_ids: [Number.MAX_SAFE_INTEGER] }),
      'NOT_FOUND',
    );
    expect(Object.keys(expectError(await asked('case_study_generation', STORY), 'VALIDATION_ERROR'))).toEqual([
      'settings.company_name',
    ]);
    const wrong = { ...CASE_STUDY, end_date: '2020-01-01', country: 'Atlantis' };
    expect(Object.keys(expectError(await asked('case_study_generation', wrong), 'VALIDATION_ERROR'))).toContain(
      'settings.country',
    );
    expect(
      Object.keys(
        expectError(await asked('case_study_generation', { ...CASE_STUDY, outcomes: ' ' }), 'PRECONDITION_FAILED'),
      ),
    ).toEqual(['settings.outcomes']);
  });
});

function never(): never {
  throw new Error('There is no answer.');
}
