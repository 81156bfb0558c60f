import type { z } from 'zod';
import { type Call, isSandbox } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { conflict } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { requireAi } from '../../kernel/require-ai.ts';
import { WRITER_CAPABILITY } from '../rules.ts';
import { outputBody } from '../schema.ts';
import { ownMessage, referencedMessage } from '../target.ts';
import { type Piece, readOutput } from '../write.ts';

/** Streams the texts of a message. The caller must read the stream to its end or `return` it, because credits are held meanwhile. */
export const streamOutput = operation({
  name: 'ai_writer.generate_output',
  permission: 'manage_content',
  params: nothing,
  capability: () => WRITER_CAPABILITY,
  references: referencedMessage,
  input: outputBody,
  run,
});

/** Not one transaction: the AI writes between holding and settling the credits. */
async function run(
  deps: Deps,
  call: Call,
  { message_id, ...options }: z.output<typeof outputBody>,
): Promise<AsyncGenerator<Piece>> {
  const message = await ownMessage(deps, call, message_id);
  if (message.sandbox !== isSandbox(call)) {
    throw conflict('A message that was made with a sandbox key is written with one, and others without.');
  }
  requireAi(deps, call);
  const pieces = readOutput(deps, call, message, options);
  const first = pieces.next();
  // An error before the response begins fails the request; the reader awaits later ones.
  first.catch(() => undefined);
  await Promise.race([first, timeout(RESPONSE_AFTER_MS)]);
  return begunWith(first, pieces);
}

/** A response begins with the first text, or after this time: models think, and proxies give up on silent requests. Milliseconds. */
const RESPONSE_AFTER_MS = 10_000;

function timeout(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

async function* begunWith<Value>(
  begun: Promise<IteratorResult<Value>>,
  rest: AsyncGenerator<Value>,
): AsyncGenerator<Value> {
  try {
    const first = await begun;
    if (first.done) return;
    yield first.value;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}
