import type { Deps } from '../domain/kernel/deps.ts';
import type { staleRows, staleRowsInput } from '../domain/kernel/stale-rows.ts';
import type { Step } from '../domain/kernel/step.ts';
import type { AnyCommandedFlow } from '../workflows/commands.ts';
import { FLOWS } from './areas.ts';

/** A flow with rows that wait for its runs. */
export interface OwnedFlow {
  contract: AnyCommandedFlow;
  /** What the log calls one of the rows. */
  name: string;
  /** Lists open rows that have not changed for a while. */
  stale: Step<typeof staleRowsInput, typeof staleRows>;
  /** Ends the row of a run that the engine refused or lost; false when it had ended already. */
  end(deps: Deps, row: { id: number; rowKey: string }, reason: 'refused' | 'lost'): Promise<boolean>;
}

/** All of them. */
export const OWNED_FLOWS: readonly OwnedFlow[] = FLOWS.flatMap(({ contract, owner }) => {
  if ('none' in owner || !('command' in contract)) return [];
  const { name, stale } = owner;
  return {
    contract,
    name,
    stale,
    end: (deps, { id, rowKey }, reason) => owner.end(deps, { [contract.row]: id, rowKey }, reason),
  };
});
