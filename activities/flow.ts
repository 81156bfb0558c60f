import type { z } from 'zod';
import type { Deps } from '../domain/kernel/deps.ts';
import type { staleRows, staleRowsInput } from '../domain/kernel/stale-rows.ts';
import type { Step } from '../domain/kernel/step.ts';
import type { FlowContract } from '../workflows/commands.ts';
import type { StepGroup } from '../workflows/queues.ts';

/** A step, or an activity that needs more than a step has and is created per worker. */
type Served = Step<z.ZodType, z.ZodType> | ((deps: Deps) => (input: never) => Promise<unknown>);

/** Steps by the names of their activities. Recorded histories contain these names, so they never change. */
export interface ServedSteps {
  readonly [activity: string]: Served;
}

/** The row that a run belongs to, with the field names of its steps. */
type RowOf<Contract> = Contract extends { row: infer Field extends string }
  ? { [F in Field]: number } & { rowKey: string }
  : never;

/** What happens to the row of a run that the engine refused or lost. */
interface Owner<Row> {
  /** What the log calls one of the rows. */
  name: string;
  /** Lists open rows that have not changed for a while. */
  stale: Step<typeof staleRowsInput, typeof staleRows>;
  /** Ends the row; false when it had ended already. */
  end(deps: Deps, row: Row, reason: 'refused' | 'lost'): Promise<boolean>;
}

/** No row waits for a run. */
interface NoOwner {
  /** Why a refused or lost run leaves nothing open. */
  none: string;
}

/** A durable flow: its steps, the queues that serve them, and what happens to its row when the run is lost. */
export interface Flow<Contract extends FlowContract> {
  contract: Contract;
  steps: { readonly [Group in StepGroup]?: ServedSteps };
  owner: Owner<RowOf<Contract>> | NoOwner;
}

/** Any flow, for code that iterates over all of them. */
export interface AnyFlow {
  contract: FlowContract;
  steps: { readonly [Group in StepGroup]?: ServedSteps };
  owner: Owner<{ readonly [field: string]: unknown; rowKey: string }> | NoOwner;
}

type ActivityOf<Step> = Step extends { input: infer Input extends z.ZodType; output: infer Output extends z.ZodType }
  ? undefined extends z.input<Input>
    ? (input?: z.input<Input>) => Promise<z.output<Output>>
    : (input: z.input<Input>) => Promise<z.output<Output>>
  : Step extends (deps: Deps) => infer Activity
    ? Activity
    : never;

/** The activities of a flow as its workflow calls them, by group; inputs and outputs are those of the steps. */
export type Activities<Declared extends { steps: object }> = {
  [Group in keyof Declared['steps']]: {
    -readonly [Name in keyof Declared['steps'][Group]]: ActivityOf<Declared['steps'][Group][Name]>;
  };
};
