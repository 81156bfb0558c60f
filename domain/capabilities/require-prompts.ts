import { preconditionFailed } from '../kernel/errors.ts';

/** Throws PRECONDITION_FAILED that names the prompts that were sent without any text; `within` is the field of the body that has them. */
export function requirePrompts(blank: readonly string[], within?: 'settings' | 'input'): void {
  if (blank.length === 0) return;
  const details = blank.map((name) => [within ? `${within}.${name}` : name, ['Must not be empty.']]);
  throw preconditionFailed('A prompt is empty.', Object.fromEntries(details));
}
