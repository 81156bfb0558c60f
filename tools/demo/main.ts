/** `npm run demo`: a guided run through the public API. */
import { createInterface } from 'node:readline/promises';
import { play } from './play.ts';
import { Screen } from './screen.ts';
import { findTarget, type Target } from './target.ts';

const screen = new Screen(process.stdout);
const stopping = new AbortController();
let target: Target | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void interrupt());

try {
  target = await findTarget((line) => screen.line(line), stopping.signal);
  await play(target, screen);
  if (target.temporary && process.stdin.isTTY) await pause();
} catch (error) {
  if (!stopping.signal.aborted) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
} finally {
  await target?.stop();
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
