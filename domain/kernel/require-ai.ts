import type { Call } from './call.ts';
import type { Deps } from './deps.ts';
import { AppError } from './errors.ts';

const RETRY_SECONDS = 60;

/** 503 where nobody answers what a sandbox key asks of the AI; work that needs the AI is accepted after this. */
export function requireAi({ ai }: Pick<Deps, 'ai'>, { actor }: Call): void {
  if (actor.kind !== 'partner_key' || !actor.sandbox || ai.hasSandbox) return;
  throw new AppError('SERVICE_UNAVAILABLE', 'There is no sandbox AI here; sandbox keys cannot have anything written.', {
    retryAfterSeconds: RETRY_SECONDS,
  });
}
