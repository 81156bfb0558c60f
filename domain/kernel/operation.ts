import type { z } from 'zod';
import type { AuditedRecord } from '../../infra/database/port.ts';
import type { Call, RequiredPermission } from './call.ts';
import type { ChangeEvent } from './change-events.ts';
import type { Deps, Tx } from './deps.ts';
import type { AppError } from './errors.ts';
import type { ErrorDetails } from './problems.ts';

/**
 * One thing a caller can ask for. REST routes, MCP tools and the OpenAPI document all share it.
 * The order in which `invoke` goes through the fields is the order of checks that callers can rely on.
 */
export interface Operation<Params extends z.ZodType, Input extends z.ZodType, Target, Output> {
  /** `area.verb`, as the audit log shows it. */
  name: string;
  permission: RequiredPermission;
  /** Path parameters. What does not parse names no record: 404. */
  params: Params;
  /** What such a path is answered with; NOT_FOUND unless given. */
  unknownRecord?: (() => AppError) | undefined;
  /**
   * Loads the record the call is about: 404 when there is none, 403 when it is another partner's. What the input names that scope or
   * validation depends on, such as a capability, is read from it as it came: what names nothing is left for validation to refuse.
   */
  target?: ((deps: Deps, call: Call, params: z.output<Params>, raw: unknown) => Promise<Target>) | undefined;
  /** Slugs of the capabilities the call spends on; one outside the key's scope: 403. */
  capability?: ((target: Target) => string | readonly string[]) | undefined;
  /** Body or query, as JSON has it; the edge reads a query string into it. What does not parse: 422. */
  input: Input;
  /** A stricter form of `input` that depends on the record, such as a capability's own settings. */
  inputFor?: ((target: Target) => z.ZodType<z.output<Input>>) | undefined;
  /** What else is wrong with the input as it came, beyond what its form tells; reported together with that. */
  checkInput?: ((deps: Deps, raw: unknown, target: Target) => Promise<ErrorDetails>) | undefined;
  /** Opens short transactions; AI and HTTP calls only between them. */
  run(deps: Deps, call: Call, input: z.output<Input>, target: Target): Promise<Output>;
  /** Finds again what an earlier, identical request made, when its answer was lost in a crash. */
  recover?: ((deps: Deps, call: Call, madeId: string) => Promise<Output>) | undefined;
}

/** An operation whose types do not matter, as in lists. */
// biome-ignore lint/suspicious/noExplicitAny: a list of operations of different types has no narrower element type
export type AnyOperation = Operation<any, any, any, any>;

/** What an operation whose work is one transaction knows within it. */
interface Change<Input, Target, Prepared> {
  deps: Deps;
  call: Call;
  input: Input;
  target: Target;
  /** What `prepare` returned. */
  prepared: Prepared;
}

/**
 * An operation whose work is one transaction. What it leaves in the audit log and whom it tells of the change stand beside it, so
 * that `change` can't forget them; both are part of the transaction. `tx.unchanged()` says that nothing was changed after all.
 */
interface Transactional<Params extends z.ZodType, Input extends z.ZodType, Target, Output, Prepared>
  extends Omit<Operation<Params, Input, Target, Output>, 'run'> {
  /** Work before the transaction, such as a hash or a call to somebody. */
  prepare?: (deps: Deps, call: Call, input: z.output<Input>, target: Target) => Promise<Prepared>;
  /** The work; awaits nothing but the transaction. */
  change(tx: Tx, change: Change<z.output<Input>, Target, Prepared>): Promise<Output>;
  /**
   * The records it changed. The first marks the Idempotency-Key: a repeat after a crash does nothing again, and finds the record by
   * `recover` where there is one.
   */
  audit: (output: Output, change: Change<z.output<Input>, Target, Prepared>) => AuditedRecord | AuditedRecord[];
  /** What the sessions that follow the partner hear of. */
  changeEvent?: (output: Output, change: Change<z.output<Input>, Target, Prepared>) => ChangeEvent | ChangeEvent[];
}

/** Declares an operation; gives its parts their types. */
export function operation<
  Params extends z.ZodType,
  Input extends z.ZodType,
  Target = undefined,
  Output = void,
  Prepared = undefined,
>(definition: Transactional<Params, Input, Target, Output, Prepared>): Operation<Params, Input, Target, Output>;
export function operation<Params extends z.ZodType, Input extends z.ZodType, Target = undefined, Output = void>(
  definition: Operation<Params, Input, Target, Output>,
): Operation<Params, Input, Target, Output>;
export function operation<Params extends z.ZodType, Input extends z.ZodType, Target, Output, Prepared>(
  definition: Operation<Params, Input, Target, Output> | Transactional<Params, Input, Target, Output, Prepared>,
): Operation<Params, Input, Target, Output> {
  return 'run' in definition ? definition : { ...definition, run: inTransaction(definition) };
}

function inTransaction<Params extends z.ZodType, Input extends z.ZodType, Target, Output, Prepared>({
  prepare,
  change,
  audit,
  changeEvent: announce,
}: Transactional<Params, Input, Target, Output, Prepared>) {
  return async (deps: Deps, call: Call, input: z.output<Input>, target: Target): Promise<Output> => {
    const prepared = (await prepare?.(deps, call, input, target)) as Prepared;
    const details = { deps, call, input, target, prepared };
    return deps.transaction(call, async (tx) => {
      const output = await change(tx, details);
      if (tx.isUnchanged()) return output;
      const records = [audit(output, details)].flat();
      for (const record of records) tx.audit(record);
      const [first] = records;
      if (first) tx.made({ type: first.type, id: first.id });
      if (announce) tx.emit(announce(output, details));
      return output;
    });
  };
}
