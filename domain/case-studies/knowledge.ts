import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { partnerMaterial } from '../knowledge-bases/material.ts';

/**
 * What the writer is told from knowledge bases about a story, as entries of the context of a prompt. Throws NOT_FOUND and FORBIDDEN as
 * for a path.
 */
export async function knowledgeContext(
  deps: Pick<Deps, 'db'>,
  call: Call,
  kbIds: readonly number[],
  query: string,
): Promise<Record<string, unknown>> {
  if (kbIds.length === 0) return {};
  return { passages: await partnerMaterial(deps, call, { kbIds, query, answering: false }) };
}
