import { sendOk } from '../../test/environment/client.ts';
import { type BenchPartner, call, makePartners } from './api.ts';
import { resetLimits } from './executions.ts';
import type { Bench, Measurement, Result } from './measurement.ts';
import { residentMib } from './memory.ts';
import { comparisonOf, fairShare, median, quantile } from './statistics.ts';

const ROUNDS = 60;
/** Streams that are open at once, of so many partners. */
const STREAMS = 200;
const PARTNERS = 10;
/** Between two pieces of the provider's answer while many are open, milliseconds. */
const PIECE_MS = 50;
const MEMORY_LOOK_MS = 100;
const DESCRIPTION = 'Why small teams should test whether their backups can be restored';

/** How a stream came: when it was asked for, and each piece after it, milliseconds of the monotonic clock. */
interface Timeline {
  askedAtMs: number;
  piecesAtMs: number[];
}

/** Texts of the AI writer while they are written, against the same asked of the provider itself. */
export const aiWriter: Measurement = {
  name: 'ai-writer',
  async run(bench) {
    const partners = await makePartners(bench.stack, PARTNERS);
    return [await firstByte(bench, partners), ...(await atOnce(bench, partners))];
  },
};

async function firstByte(bench: Bench, partners: readonly BenchPartner[]): Promise<Result> {
  bench.report('ai-writer: time to the first byte');
  await resetLimits(bench.database);
  const [partner] = partners;
  if (!partner) throw new Error('No partner was made.');
  const pairs = await fairShare(
    ROUNDS,
    async () => firstOf(await ofWriter(bench, partner)),
    async () => firstOf(await ofProvider(bench)),
  );
  const added = median(pairs.ours) - median(pairs.reference);
  return {
    name: `First byte of a text, ${added.toFixed(1)} ms after the provider's own`,
    ours: `${median(pairs.ours).toFixed(1)} ms`,
    reference: `${median(pairs.reference).toFixed(1)} ms`,
    ...comparisonOf(pairs),
    aim: '<= 15 ms more',
  };
}

async function atOnce(bench: Bench, partners: readonly BenchPartner[]): Promise<Result[]> {
  bench.report(`ai-writer: ${STREAMS} texts at once`);
  await resetLimits(bench.database);
  const faults = `${new URL(bench.stack.urls.sandboxAiUrl ?? '').origin}/__sandbox/faults`;
  await sendOk(faults, { method: 'PUT', body: { chunk_delay_ms: PIECE_MS, faults: [] } });
  try {
    const all = <One>(open: (index: number) => Promise<One>) =>
      Promise.all(Array.from({ length: STREAMS }, (_, index) => open(index)));
    const reference = await all(() => ofProvider(bench));
    const before = await residentMib(bench.stack.pid('api'));
    let highest = before;
    const looking = setInterval(async () => {
      highest = Math.max(highest, await residentMib(bench.stack.pid('api')));
    }, MEMORY_LOOK_MS);
    const ours = await all((index) => ofWriter(bench, partners[index % PARTNERS] as BenchPartner));
    clearInterval(looking);
    const [gap, referenceGap] = [longestGap(ours), longestGap(reference)];
    return [
      {
        name: `${STREAMS} texts at once, the longest pause between two pieces of any`,
        ours: `${gap.toFixed(0)} ms`,
        reference: `${referenceGap.toFixed(0)} ms`,
        ratio: gap / referenceGap,
        aim: 'none stalls',
      },
      {
        name: `${STREAMS} texts at once, first byte at the 99th percentile`,
        ours: `${quantile(ours.map(firstOf), 0.99).toFixed(0)} ms`,
        reference: `${quantile(reference.map(firstOf), 0.99).toFixed(0)} ms`,
        ratio: quantile(ours.map(firstOf), 0.99) / quantile(reference.map(firstOf), 0.99),
        aim: 'reported',
      },
      {
        name: `API process while ${STREAMS} texts are written, against before`,
        ours: `${highest.toFixed(0)} MB`,
        reference: `${before.toFixed(0)} MB`,
        ratio: highest / before,
        aim: 'reported',
      },
    ];
  } finally {
    await sendOk(faults, { method: 'PUT', body: { faults: [] } });
  }
}

function firstOf({ askedAtMs, piecesAtMs: [first = Number.NaN] }: Timeline): number {
  return first - askedAtMs;
}

function longestGap(timelines: readonly Timeline[]): number {
  const gaps = timelines.flatMap(({ piecesAtMs }) =>
    piecesAtMs.slice(1).map((atMs, index) => atMs - (piecesAtMs[index] ?? atMs)),
  );
  return Math.max(...gaps);
}

/** A text of the writer; its message is made beforehand. */
async function ofWriter({ stack }: Bench, { headers }: BenchPartner): Promise<Timeline> {
  const message = { post_type: 'post_generator', description: DESCRIPTION };
  const { message_id } = await call<{ message_id: number }>(stack, 'POST', '/aiwriter/generate', headers, message);
  const body = { message_id, creativity: 0.5, maximum_length: 300, number_of_results: 1 };
  return timelineOf(`${stack.urls.apiOrigin}/api/v1/aiwriter/generate-output`, headers, body);
}

/** About as much, asked of the provider itself. */
function ofProvider({ stack }: Bench): Promise<Timeline> {
  const body = {
    model: 'marketwright-sandbox',
    stream: true,
    max_completion_tokens: 400,
    messages: [{ role: 'user', content: `Write a post of at most 300 words. ${DESCRIPTION}` }],
  };
  return timelineOf(`${stack.urls.sandboxAiUrl}/chat/completions`, { authorization: 'Bearer bench' }, body);
}

async function timelineOf(url: string, headers: Record<string, string>, body: object): Promise<Timeline> {
  const askedAtMs = performance.now();
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok || !answer.body) throw new Error(`POST ${url} answered ${answer.status}: ${await answer.text()}`);
  const piecesAtMs: number[] = [];
  for await (const _piece of answer.body) piecesAtMs.push(performance.now());
  return { askedAtMs, piecesAtMs };
}
