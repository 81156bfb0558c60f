import type { z } from 'zod';
import type { Call, RequiredPermission } from './call.ts';
import type { Deps } from './deps.ts';
import type { ErrorDetails } from './errors.ts';

/**
 * One thing the product can do. REST routes, MCP tools, the OpenAPI document and activities all share it.
 * The order in which `invoke` goes through the fields is the order of checks that callers can rely on.
 */
export interface Operation<Params extends z.ZodType, Input extends z.ZodType, Target, Output> {
  /** `area.verb`, as the audit log shows it. */
  name: string;
  permission: RequiredPermission;
  /** Path parameters. What does not parse names no record: 404. */
  params: Params;
  /** Loads the record the call is about: 404 when there is none, 403 when it is another partner's. */
  target?: (deps: Deps, call: Call, params: z.output<Params>) => Promise<Target>;
  /** Slug of the capability the call spends on; outside the key's scope: 403. */
  capability?: (target: Target) => string;
  /** Body or query. What does not parse: 422. */
  input: Input;
  /** A stricter form of `input` that depends on the record, such as a capability's own settings. */
  inputFor?: (target: Target) => z.ZodType<z.output<Input>>;
  /** What else is wrong with the input as it came, beyond what its form tells; reported together with that. */
  checkInput?: (deps: Deps, raw: unknown) => Promise<ErrorDetails>;
  /** Opens short transactions; AI and HTTP calls only between them. */
  run(deps: Deps, call: Call, input: z.output<Input>, target: Target): Promise<Output>;
  /** Finds again what an earlier, identical request made, when its answer was lost in a crash. */
  recover?: (deps: Deps, call: Call, madeId: string) => Promise<Output>;
}

// biome-ignore lint/suspicious/noExplicitAny: a list of operations of different types has no narrower element type
export type AnyOperation = Operation<any, any, any, any>;

/** Declares an operation; gives its parts their types. */
export function operation<Params extends z.ZodType, Input extends z.ZodType, Target = undefined, Output = void>(
  definition: Operation<Params, Input, Target, Output>,
): Operation<Params, Input, Target, Output> {
  return definition;
}
