import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { type Call, systemCall } from './call.ts';
import type { Deps } from './deps.ts';

/**
 * One thing a durable flow does, under the service's own authority. Besides operations the only way into an area: activities, the
 * reconciler and the relay go through it, and so does a request that does in its own time what a flow would do.
 */
export interface Step<Input extends z.ZodType, Output extends z.ZodType, Needs = Deps> {
  /** `area.verb`, as the audit log shows it. */
  name: string;
  /** Ids and keys; no texts of partners, since the input stands in the engine's history. */
  input: Input;
  /** What of the outcome the flow may see; all else is dropped before it reaches the engine's history. */
  output: Output;
  /** Opens short transactions; AI and HTTP calls only between them. */
  run(deps: Needs, call: StepCall, input: z.output<Input>): Promise<z.input<Output>>;
}

/** The service itself calls; whom the step asks recognises a repeat by the key. */
export type StepCall = Call & { idempotencyKey: string };

/** Declares a step; gives its parts their types. Whoever has no more than a step `Needs` of Deps can carry it out. */
export function step<Input extends z.ZodType, Output extends z.ZodType, Needs = Deps>(
  definition: Step<Input, Output, Needs>,
): Step<Input, Output, Needs> {
  return definition;
}

/** Carries a step out. Throws what `run` throws, and ZodError for an input that has not the declared form: a fault of ours. */
export async function perform<Input extends z.ZodType, Output extends z.ZodType, Needs>(
  deps: NoInfer<Needs>,
  { name, input, output, run }: Step<Input, Output, Needs>,
  given: z.input<Input>,
  attempt: Partial<Pick<Call, 'signal' | 'idempotencyKey' | 'requestId' | 'report' | 'warn'>> = {},
): Promise<z.output<Output>> {
  const system = systemCall(name, attempt.signal);
  const call: StepCall = {
    ...system,
    ...attempt,
    signal: attempt.signal ?? system.signal,
    idempotencyKey: attempt.idempotencyKey ?? randomUUID(),
  };
  return output.parse(await run(deps, call, input.parse(given)));
}
