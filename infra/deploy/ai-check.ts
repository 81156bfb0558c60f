import { z } from 'zod';
import { createAi } from '../ai/openai.ts';
import { AiError, type AiPort, type AiRequest, type EmbeddingModel, type EmbeddingRole } from '../ai/port.ts';
import { describeProvider } from '../ai/provider.ts';
import { type Shape, shapeMemory } from '../ai/shape.ts';
import { loadAiConfig } from '../config/ai.ts';
import { settingsOrExit } from '../config/environment.ts';
import { loadProxy } from '../config/proxy.ts';
import { fetchThrough } from '../http/operator-fetch.ts';

/** `npm run ai-check`: makes one call of each kind to the configured provider, and prints what works and which request shape it needs. */
const config = settingsOrExit(loadAiConfig);
const proxy = settingsOrExit(loadProxy);
if (proxy) fetchThrough(proxy);
const shapes = shapeMemory();
const used = { requests: 0, inputTokens: 0, outputTokens: 0 };
const ai = createAi({
  ...config,
  shapes,
  observe({ requests, usage }) {
    used.requests += requests;
    used.inputTokens += usage.inputTokens;
    used.outputTokens += usage.outputTokens;
  },
});

/** Enough words to reveal a token limit that is too low for the model's reasoning. */
const LONG_WORDS = 700;

const question = (model: string, prompt: string, maxOutputTokens: number): AiRequest => ({
  model,
  purpose: { task: 'write', partnerId: null, subject: null },
  instructions: 'You write for a software company.',
  prompt,
  maxOutputTokens,
  temperature: 0.2,
  sandbox: false,
  idempotencyKey: `ai-check-${crypto.randomUUID()}`,
  signal: new AbortController().signal,
});
const review = z.object({ title: z.string(), score: z.int().min(0).max(10), remarks: z.array(z.string()) });

/** Each kind of call; returns a short result. */
const KINDS: Record<string, (ai: AiPort, model: string) => Promise<string>> = {
  async plain(port, asked) {
    const prompt = 'Task: Write one sentence about clouds.\nInputs:';
    const { text, model } = await port.generateText(question(asked, prompt, 600));
    return `${words(text)} words from ${model}`;
  },
  async streamed(port, asked) {
    const prompt = 'Task: Write two sentences about clouds.\nInputs:';
    let [text, chunks] = ['', 0];
    for await (const chunk of port.streamText(question(asked, prompt, 600))) {
      text += chunk;
      chunks += 1;
    }
    return `${words(text)} words in ${chunks} chunks`;
  },
  async structured(port, asked) {
    const request = question(asked, 'Task: Review the sentence "Our product is good."\nInputs:', 600);
    const { value } = await port.generateObject({ ...request, schemaName: 'review', schema: review });
    if (!review.safeParse(value).success)
      throw new AiError('malformed', 'The object does not have the form that was asked for');
    return 'an object of the form that was asked for';
  },
  async long(port, asked) {
    const prompt = `Task: Write an article about clouds.\nLength: ${LONG_WORDS}-${LONG_WORDS + 100} words\nInputs:`;
    return `${words((await port.generateText(question(asked, prompt, 2_000))).text)} words`;
  },
};

const { host, model } = describeProvider(config.provider);
print(`${model} at ${host}`);
for (const each of new Set([config.provider.model, ...Object.values(config.provider.models ?? {})])) await check(each);
if (config.provider.embeddings) await checkEmbeddings(config.provider.embeddings);
print(`\n${used.requests} requests, ${used.inputTokens} tokens in, ${used.outputTokens} out`);

/** Runs all checks on a model and prints the results. */
async function check(model: string): Promise<void> {
  print(`\n${model}`);
  for (const [kind, ask] of Object.entries(KINDS)) {
    const started = performance.now();
    const [works, result] = await ask(ai, model).then(
      (found) => ['works', found],
      (error: unknown) => ['FAILS', error instanceof AiError ? error.message : String(error)],
    );
    if (works === 'FAILS') process.exitCode = 1;
    const seconds = `${((performance.now() - started) / 1000).toFixed(1)} s`;
    print(`  ${kind.padEnd(11)} ${works}  ${seconds.padStart(7)}  ${result}`);
  }
  const shape = shapes.get(model);
  if (shape) print(findings(shape).join('\n'));
}

/** Asks for embeddings of a question and two passages and prints the result: the first passage answers the question. */
async function checkEmbeddings(model: EmbeddingModel): Promise<void> {
  const { embeddingsAt } = config.provider;
  print(`\n${model.name}${embeddingsAt ? ` at ${new URL(embeddingsAt.baseUrl).host}` : ''}`);
  const { purpose, ...others } = question(model.name, '', 0);
  const embed = async (role: EmbeddingRole, texts: readonly string[]) =>
    (await ai.embed({ ...others, purpose, model, role, texts })).vectors;
  const check = async (): Promise<string> => {
    const [asked] = await embed('query', ['What are clouds made of?']);
    const passages = await embed('passage', ['Clouds are made of water.', 'Violins have four strings.']);
    const [answer, other] = passages.map((vector) => cosine(asked, vector).toFixed(2));
    return `${model.dimensions} numbers for each text; a question is ${answer} near its answer, and ${other} near another text`;
  };
  const result = await check().then(
    (found) => `works  ${found}`,
    (error: unknown) => {
      process.exitCode = 1;
      return `FAILS  ${error instanceof AiError ? error.message : String(error)}`;
    },
  );
  print(`  embeddings  ${result}`);
}

/** Of unit vectors. */
function cosine(one: Float32Array | undefined, other: Float32Array): number {
  return other.reduce((sum, value, index) => sum + value * (one?.[index] ?? 0), 0);
}

/** The request shape that was detected, and the settings that make the detection unnecessary. */
function findings({ limit, limitFactor, temperature, structured, systemRole, opensInReasoning }: Shape): string[] {
  return [
    '  Found out, and learnt anew by each process where no setting says it:',
    `    tokens are limited by  ${limit}${limitFactor === 1 ? '' : `, ${limitFactor} times what a text needs (it reasons, or writes more than it is asked to)`}`,
    `    temperature            ${temperature ? 'taken' : 'not taken: AI_TEMPERATURE=omit'}`,
    `    objects                asked for by ${structured}: AI_STRUCTURED=${structured}`,
    ...(systemRole ? [] : ['    instructions           before the prompt: the model knows no system role']),
    ...(opensInReasoning
      ? ['    reasoning              before the answer without its first tag; it is taken out']
      : []),
  ];
}

function words(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
