/** `npm run demo`: a guided run through the public API. */
import { createInterface } from 'node:readline/promises';
import { DemoApi } from './api.ts';
import { knowledge } from './knowledge.ts';
import { agentCall } from './mcp.ts';
import { buyCredits } from './payments.ts';
import { blogPost, board, calendar, campaign, cancelAndRetry, guardrail, lookAround, type Stage } from './scenes.ts';
import { score } from './score.ts';
import { Screen } from './screen.ts';
import { findTarget, type Target } from './target.ts';
import { webhook } from './webhook.ts';

const screen = new Screen(process.stdout);
const stopping = new AbortController();
let target: Target | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void interrupt());

try {
  target = await findTarget((line) => screen.line(line), stopping.signal);
  await play(target);
  if (target.temporary && process.stdin.isTTY) await pause();
} catch (error) {
  if (!stopping.signal.aborted) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
} finally {
  await target?.stop();
}

async function play(found: Target): Promise<void> {
  const startedAt = performance.now();
  const stage: Stage = {
    api: new DemoApi(found.baseUrl, found.apiKey),
    screen,
    docs: { origin: new URL(found.baseUrl).origin, local: found.shop !== undefined },
    link: (executionId) => found.runLink(`execution-${executionId}`),
  };
  screen.line(screen.strong('Marketwright, a guided run through its API'));
  screen.fact('API', found.baseUrl);
  screen.fact('Docs', `${stage.docs.origin}/docs`);
  await lookAround(stage);
  await buyCredits(stage, found.shop);
  const posts = await blogPost(stage);
  const assets = await campaign(stage);
  await calendar(stage);
  await guardrail(stage);
  await knowledge(stage);
  await board(stage, [...posts, ...assets]);
  await webhook(stage);
  await score(stage, found.listingId);
  await agentCall(stage, found.baseUrl, found.tokenClient);
  await cancelAndRetry(stage);
  screen.line();
  screen.line(screen.good(`Done in ${Math.round((performance.now() - startedAt) / 1000)} s.`));
}

/** The links lead somewhere only as long as the temporary service runs. */
async function pause(): Promise<void> {
  const input = createInterface({ input: process.stdin, output: process.stdout });
  try {
    await input.question('   Press Enter to stop the temporary service. ', { signal: stopping.signal });
  } finally {
    input.close();
  }
}

async function interrupt(): Promise<void> {
  if (stopping.signal.aborted) return;
  stopping.abort();
  await target?.stop();
  process.exit(130);
}
