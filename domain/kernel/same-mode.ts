import { type Call, isSandbox } from './call.ts';
import { AppError } from './errors.ts';

/** Throws FORBIDDEN when a sandbox key would change or run a record of production. Production may change those of the sandbox. */
export function requireSameMode(call: Pick<Call, 'actor' | 'sandbox'>, { sandbox }: { sandbox: boolean }): void {
  if (isSandbox(call) && !sandbox)
    throw new AppError('FORBIDDEN', 'A sandbox key changes and runs only what was made with sandbox keys.');
}
