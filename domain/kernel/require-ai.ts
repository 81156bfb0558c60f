import { type Call, isSandbox } from './call.ts';
import type { Deps } from './deps.ts';
import { AppError } from './errors.ts';

const RETRY_SECONDS = 60;

/** 503 where nobody answers what a sandbox key asks of the AI; work that needs the AI is accepted after this. */
export function requireAi({ ai }: Pick<Deps, 'ai'>, call: Call): void {
  if (!isSandbox(call) || ai.hasSandbox) return;
  throw new AppError('SERVICE_UNAVAILABLE', 'There is no sandbox AI here; sandbox keys cannot have anything written.', {
    retryAfterSeconds: RETRY_SECONDS,
  });
}
