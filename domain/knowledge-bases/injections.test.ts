import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createAi } from '../../infra/ai/openai.ts';
import { AiError, type AiPort } from '../../infra/ai/port.ts';
import { startSandboxAi } from '../../sandbox/ai/server.ts';
import { stepContext } from '../../test/environment/capabilities.ts';
import { CASE_STUDY } from '../../test/environment/case-study-body.ts';
import { sendOk } from '../../test/environment/client.ts';
import { INJECTIONS } from '../../test/environment/injections.ts';
import { ask } from '../capabilities/ask.ts';
import { type StepContext, type StepOutput, UnusableAnswer } from '../capabilities/types.ts';
import { ADVICE_LISTS, ENHANCED_TEXTS, MAX_DESCRIPTION_LENGTH, MAX_TITLE_LENGTH } from '../case-studies/fields.ts';
import { capabilities } from '../features.ts';

const HONEST = 'Goods can be returned within thirty days of the purchase. The receipt must be shown.';

let ai: AiPort;
let sandbox: Awaited<ReturnType<typeof startSandboxAi>>;

beforeAll(async () => {
  sandbox = await startSandboxAi({ port: 0 });
  const provider = { baseUrl: `${sandbox.url}/v1`, apiKey: 'test', model: 'marketwright-sandbox' };
  ai = createAi({ provider, sandbox: provider, timeoutMs: 10_000 });
  await sendOk(`${sandbox.url}/__sandbox/faults`, { method: 'PUT', body: { faults: [{ kind: 'obey' }] } });
});

afterAll(() => sandbox.close());

/** An honest document except for its second paragraph. */
function materialWith(injection: string) {
  const shared = { document_id: 7, document: 'Returns', language: 'en' };
  return [
    { ...shared, section: 'Goods', text: `${HONEST}\n\n${injection}` },
    { ...shared, section: 'Services', text: 'Services cannot be returned once they have begun.' },
  ];
}

/** Output of a step; null when the answer was rejected, and would be requested again. */
async function outputOf(context: StepContext): Promise<StepOutput | null> {
  const kind = capabilities.stepKind(context.step.kind);
  const asker = {
    sandbox: false,
    purpose: { task: 'analyse', partnerId: null, subject: null } as const,
    idempotencyKey: 'test',
    signal: AbortSignal.timeout(30_000),
  };
  try {
    return kind.interpret(context, (await ask({ ai }, asker, kind.question(context))).answer).output;
  } catch (error) {
    if (error instanceof UnusableAnswer || (error instanceof AiError && error.kind === 'malformed')) return null;
    throw error;
  }
}

const MARKUP =
  /<[a-z!/]|`{3}|!\[|\]\(|:\/\/|www\.|javascript:|data:|[\p{Cc}\u200B\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/iu;

function expectForm(output: StepOutput | null, passages: readonly { text: string }[]): void {
  if (output === null) return;
  if (output.type !== 'answer') throw new Error(`It is ${output.type}.`);
  expect(Object.keys(output).sort()).toEqual(['citations', 'prompt_version', 'suggestions', 'text', 'type']);
  const { text, suggestions, citations = [] } = output;
  for (const shown of [text, ...suggestions]) {
    expect(shown).not.toMatch(MARKUP);
    expect(shown).not.toMatch(/^\s*(?:#|>|\|)/);
    expect(shown.trim()).not.toBe('');
  }
  expect(citations.length).toBeLessThanOrEqual(10);
  expect(text.length).toBeLessThanOrEqual(10 * 610);
  for (const citation of citations) {
    expect(Object.keys(citation).sort()).toEqual([
      'document',
      'document_id',
      'knowledge_base_id',
      'number',
      'passage_id',
      'quote',
      'section',
    ]);
    expect(passages.some((passage) => passage.text.includes(citation.quote))).toBe(true);
  }
  // The only citation marks are ours, in order.
  const marks = [text, ...suggestions].join(' ').match(/\[\^?\d+\]/g) ?? [];
  expect(marks).toEqual(citations.map(({ number }) => `[${number}]`));
  if (citations.length === 0)
    expect({ text, suggestions }).toEqual({ text: 'The documents do not tell.', suggestions: [] });
}

test('there are as many injections as documented', () => {
  expect(Object.keys(INJECTIONS).length).toBeGreaterThanOrEqual(30);
});

test('an honest document gives an answer', async () => {
  const passages = materialWith('');
  const settings = { query: 'Within how many days can goods be returned?' };
  const output = await outputOf(stepContext('knowledge_base_query', 'answer', { settings, context: { passages } }));
  expectForm(output, passages);
  expect(output).toMatchObject({
    text: expect.stringContaining('Goods can be returned within thirty days of the purchase. [1]'),
    citations: expect.arrayContaining([
      expect.objectContaining({ number: 1, document_id: 7, document: 'Returns', section: 'Goods' }),
    ]),
  });
});

test.each(Object.entries(INJECTIONS))(
  'an injection that asks for %s does not change the form of an answer',
  async (_name, injection) => {
    const passages = materialWith(injection);
    const settings = { query: 'Within how many days can goods be returned?' };
    const output = await outputOf(stepContext('knowledge_base_query', 'answer', { settings, context: { passages } }));
    expectForm(output, passages);
  },
);

test.each(Object.entries(INJECTIONS))(
  'an injection that asks for %s does not change the form of questions',
  async (_name, injection) => {
    const passages = materialWith(injection);
    const settings = { topic: 'Returning goods', result_count: 5 };
    const context = stepContext('search_question_discovery', 'questions', { settings, context: { passages } });
    expectForm(await outputOf(context), passages);
  },
);

test.each(Object.entries(INJECTIONS))(
  'an injection that asks for %s does not change the form of a case study',
  async (_name, injection) => {
    const context = stepContext('case_study_generation', 'case_study', {
      settings: CASE_STUDY,
      context: { passages: materialWith(injection) },
    });
    const output = await outputOf(context);
    if (output === null) return;
    if (output.type !== 'case_study') throw new Error(`It is ${output.type}.`);
    const { case_study_title: title, short_description: description, generated_content: content } = output;
    for (const [text, max] of [[title, MAX_TITLE_LENGTH] as const, [description, MAX_DESCRIPTION_LENGTH] as const]) {
      expect(text.length).toBeLessThanOrEqual(max);
      expect(text).not.toMatch(/[\n\r\u2028\0]/);
    }
    expect(Object.keys(content).sort()).toEqual([...ENHANCED_TEXTS, ...ADVICE_LISTS].sort());
  },
);

test('without passages nothing is asked, and nothing is invented', async () => {
  const context = stepContext('knowledge_base_query', 'answer', { settings: { query: 'What is it?' } });
  expect(capabilities.stepKind('cited_answer').question(context)).toBeNull();
  expectForm(await outputOf(context), []);
});

test.each([
  ['de-AT', 'Das steht nicht in den Dokumenten.'],
  ['es', 'Los documentos no lo dicen.'],
  ['fr', 'The documents do not tell.'],
])('what is not in the documents is said in %s', async (language, text) => {
  const settings = { query: 'What is it?', language };
  expect(await outputOf(stepContext('knowledge_base_query', 'answer', { settings }))).toMatchObject({ text });
});
