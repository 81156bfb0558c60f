import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { insertCall } from '../call-store.ts';
import type { McpCallRow } from '../table.ts';

/** Writes down which execution a call waits for, so that its client can come back for the answer, to any process. */
export async function recordCall(
  deps: Pick<Deps, 'db' | 'clock'>,
  _call: Call,
  waiting: Omit<McpCallRow, 'id' | 'created_at'>,
): Promise<McpCallRow> {
  const now = deps.clock.now();
  return { ...waiting, id: await insertCall(deps.db, now, waiting), created_at: now };
}
