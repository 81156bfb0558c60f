import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { consumeRecord as consumeRow } from '../record-store.ts';

/** Marks a record as used; false when it was used before: of any number of racers one gets true. */
export function consumeRecord(
  deps: Pick<Deps, 'db' | 'clock'>,
  _call: Call,
  { kind, id }: { kind: string; id: string },
): Promise<boolean> {
  return consumeRow(deps.db, deps.clock.now(), kind, id);
}
