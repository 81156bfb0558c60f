import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { notFound } from '../kernel/errors.ts';

/**
 * What the writer is told from knowledge bases, as entries of the context of a prompt. The one place where they come in: no partner has
 * any so far, so an id that is named is unknown. Throws NOT_FOUND.
 */
export async function knowledgeContext(
  _deps: Pick<Deps, 'db'>,
  _call: Call,
  ids: readonly number[],
): Promise<Record<string, unknown>> {
  if (ids.length > 0) throw notFound('Knowledge base');
  return {};
}
