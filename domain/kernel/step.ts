import type { z } from 'zod';
import { type Call, systemCall } from './call.ts';
import type { Deps } from './deps.ts';

/**
 * A unit of work of a durable flow, run under the service's own authority. Besides operations, steps are the only entry
 * points of an area: activities, the reconciler and the relay use them, and so does a request that does a flow's work
 * itself.
 */
export interface Step<Input extends z.ZodType, Output extends z.ZodType, Needs = Deps> {
  /** `area.verb`, as the audit log shows it. */
  name: string;
  /** Ids and keys only. No texts of partners: the input is stored in the workflow history. */
  input: Input;
  /** What the flow receives of the result; other fields are dropped before they reach the workflow history. */
  output: Output;
  /** Opens short transactions; AI and HTTP calls only between them. */
  run(deps: Needs, call: Call, input: z.output<Input>): Promise<z.input<Output>>;
}

/** Declares a step and infers the types of its parts. Callers need only the part of Deps that the step `Needs`. */
export function step<Input extends z.ZodType, Output extends z.ZodType, Needs = Deps>(
  definition: Step<Input, Output, Needs>,
): Step<Input, Output, Needs> {
  return definition;
}

/** Runs a step. Throws what `run` throws, and ZodError for an invalid input, which is a bug. */
export async function perform<Input extends z.ZodType, Output extends z.ZodType, Needs>(
  deps: NoInfer<Needs>,
  { name, input, output, run }: Step<Input, Output, Needs>,
  rawInput: z.input<Input>,
  attempt: Partial<Pick<Call, 'signal' | 'requestId' | 'report' | 'warn'>> = {},
): Promise<z.output<Output>> {
  const system = systemCall(name, attempt.signal);
  const call: Call = { ...system, ...attempt, signal: attempt.signal ?? system.signal };
  return output.parse(await run(deps, call, input.parse(rawInput)));
}
