import { type Call, isSandbox } from './call.ts';
import type { Deps } from './deps.ts';
import { AppError } from './errors.ts';

const RETRY_SECONDS = 60;

/**
 * 503 when no provider is configured for the call's AI requests. Operations that need the AI call it before they accept
 * work.
 */
export function requireAi({ ai }: Pick<Deps, 'ai'>, call: Call): void {
  if (!isSandbox(call) || ai.hasSandbox) return;
  throw new AppError('SERVICE_UNAVAILABLE', 'There is no sandbox AI here; sandbox keys cannot have anything written.', {
    retryAfterSeconds: RETRY_SECONDS,
  });
}
