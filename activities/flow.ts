import type { z } from 'zod';
import type { Deps } from '../domain/kernel/deps.ts';
import type { staleRows, staleRowsInput } from '../domain/kernel/stale-rows.ts';
import type { Step } from '../domain/kernel/step.ts';
import type { FlowContract } from '../workflows/commands.ts';
import type { StepGroup } from '../workflows/queues.ts';

/** A step, or what needs more than a step has and is made for a worker. */
type Served = Step<z.ZodType, z.ZodType> | ((deps: Deps) => (input: never) => Promise<unknown>);

/** Steps under the names of their activities, which stand in recorded histories and never change. */
export interface ServedSteps {
  readonly [activity: string]: Served;
}

/** The row that a run belongs to, as its steps name it. */
type RowOf<Contract> = Contract extends { row: infer Field extends string }
  ? { [F in Field]: number } & { rowKey: string }
  : never;

/** What becomes of the row of a run that the engine refused or lost. */
interface Owner<Row> {
  /** One of the rows, in the log. */
  name: string;
  /** Lists open rows that nothing has touched for a while. */
  stale: Step<typeof staleRowsInput, typeof staleRows>;
  /** Ends the row; false when it had ended. */
  end(deps: Deps, row: Row, reason: 'refused' | 'lost'): Promise<boolean>;
}

/** A durable flow: which steps it has, who serves them, and what becomes of its row without it. */
export interface Flow<Contract extends FlowContract> {
  contract: Contract;
  steps: { readonly [Group in StepGroup]?: ServedSteps };
  /** null, with a comment why, where no row waits for a run. */
  owner: Owner<RowOf<Contract>> | null;
}

/** Any flow, for those who go through all of them. */
export interface AnyFlow {
  contract: FlowContract;
  steps: { readonly [Group in StepGroup]?: ServedSteps };
  owner: Owner<{ readonly [field: string]: unknown; rowKey: string }> | null;
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
