import type { z } from 'zod';
import type { AuditedRecord } from '../../infra/database/port.ts';
import type { Call, RequiredPermission } from './call.ts';
import type { ChangeEvent } from './change-events.ts';
import type { Deps, Tx } from './deps.ts';
import type { AppError } from './errors.ts';
import type { ErrorDetails } from './problems.ts';
import type { References } from './references.ts';

/**
 * A request that callers can make. REST routes, MCP tools and the OpenAPI document share it. `invoke` checks the fields
 * in order, and callers can rely on that order.
 */
export interface Operation<Params extends z.ZodType, Input extends z.ZodType, Target, Output> {
  /** `area.verb`, as the audit log shows it. */
  name: string;
  permission: RequiredPermission;
  /** Path parameters. An invalid one matches no record: 404. */
  params: Params;
  /** The error for such a path; NOT_FOUND by default. */
  unknownRecord?: (() => AppError) | undefined;
  /**
   * Loads the record of the call: 404 when there is none, 403 when it belongs to another partner. What the input
   * references and scope or validation depend on, such as a capability, is read from the raw input.
   */
  target?: ((deps: Deps, call: Call, params: z.output<Params>, raw: unknown) => Promise<Target>) | undefined;
  /**
   * Looks up the records that the input names. They come before scope and validation; since the work loads them itself,
   * `invoke` asks for them only where it would refuse the request for another reason.
   */
  references?: References<NoInfer<Target>> | undefined;
  /** Slugs of the capabilities that the call uses; 403 when one is outside the key's scope. */
  capability?: ((target: Target) => string | readonly string[]) | undefined;
  /** Body or query as JSON; the API layer parses a query string into it. 422 when it is invalid. */
  input: Input;
  /** A stricter form of `input` that depends on the record, such as the settings of a capability. */
  inputFor?: ((target: Target) => z.ZodType<z.output<Input>>) | undefined;
  /** Further checks of the raw input, reported together with the schema's problems. */
  checkInput?: ((deps: Deps, raw: unknown, target: Target) => Promise<ErrorDetails>) | undefined;
  /** Opens short transactions; AI and HTTP calls only between them. */
  run(deps: Deps, call: Call, input: z.output<Input>, target: Target): Promise<Output>;
  /** Whether `audit` writes its entry; set where the work is one transaction. */
  audited?: boolean;
  /**
   * Locks the row of the record in the path, so that nothing changes it between the check of `If-Match` and the change.
   * Called for requests that have one.
   */
  lock?: ((tx: Tx, call: Call, target: Target) => Promise<unknown>) | undefined;
  /** Whether the work asks the call's precondition itself, under the lock of the row; else it is asked before the work. */
  asksPrecondition?: true;
  /** The record as the output shows it, without a change: for records that no other operation reads alone. */
  current?: ((deps: Deps, call: Call, target: Target) => Promise<Output>) | undefined;
  /** Finds what an earlier, identical request created, when its response was lost in a crash. */
  recover?: ((deps: Deps, call: Call, madeId: string) => Promise<Output>) | undefined;
}

/** An operation of any type, for lists. */
// biome-ignore lint/suspicious/noExplicitAny: a list of operations of different types has no narrower element type
export type AnyOperation = Operation<any, any, any, any>;

/** What a transactional operation works with inside its transaction. */
interface Change<Input, Target, Prepared> {
  deps: Deps;
  call: Call;
  input: Input;
  target: Target;
  /** Result of `prepare`. */
  prepared: Prepared;
}

/**
 * An operation whose work is one transaction. Its audit line and its change events are declared here, so that `change`
 * cannot forget them; both are part of the transaction. `tx.unchanged()` marks that nothing changed.
 */
interface Transactional<Params extends z.ZodType, Input extends z.ZodType, Target, Output, Prepared>
  extends Omit<Operation<Params, Input, Target, Output>, 'run' | 'audited'> {
  run?: never;
  /** Work before the transaction, such as hashing or an HTTP call. */
  prepare?: (deps: Deps, call: Call, input: z.output<Input>, target: Target) => Promise<Prepared>;
  /** The work; awaits only the transaction. */
  change(tx: Tx, change: Change<z.output<Input>, Target, Prepared>): Promise<Output>;
  /**
   * The changed records. The first one is stored with the Idempotency-Key: a repeat after a crash does not run again,
   * and finds the record with `recover` if there is one.
   */
  audit: (output: Output, change: Change<z.output<Input>, Target, Prepared>) => AuditedRecord | AuditedRecord[];
  /** Change events for the sessions that follow the partner. */
  changeEvent?: (output: Output, change: Change<z.output<Input>, Target, Prepared>) => ChangeEvent | ChangeEvent[];
}

/** An operation whose work is more, or less, than one transaction. */
interface Untransacted<Params extends z.ZodType, Input extends z.ZodType, Target, Output>
  extends Operation<Params, Input, Target, Output> {
  change?: never;
}

/** Declares an operation and infers the types of its parts. */
export function operation<
  Params extends z.ZodType,
  Input extends z.ZodType,
  Target = undefined,
  // biome-ignore lint/suspicious/noExplicitAny: inferred whenever a definition is complete; if not, the error names what is missing
  Output = any,
  Prepared = undefined,
>(
  definition: Untransacted<Params, Input, Target, Output> | Transactional<Params, Input, Target, Output, Prepared>,
): Operation<Params, Input, Target, Output> {
  return definition.run ? definition : { ...definition, audited: true, run: inTransaction(definition) };
}

function inTransaction<Params extends z.ZodType, Input extends z.ZodType, Target, Output, Prepared>({
  prepare,
  lock,
  change,
  audit,
  changeEvent: changeEventOf,
}: Transactional<Params, Input, Target, Output, Prepared>) {
  return async (deps: Deps, call: Call, input: z.output<Input>, target: Target): Promise<Output> => {
    const prepared = (await prepare?.(deps, call, input, target)) as Prepared;
    const details = { deps, call, input, target, prepared };
    return deps.transaction(call, async (tx) => {
      if (call.precondition) {
        await lock?.(tx, call, target);
        await call.precondition(tx.em);
      }
      const output = await change(tx, details);
      if (tx.isUnchanged()) return output;
      const records = [audit(output, details)].flat();
      for (const record of records) tx.audit(record);
      const [first] = records;
      if (first) tx.made({ type: first.type, id: first.id });
      if (changeEventOf) tx.emit(changeEventOf(output, details));
      return output;
    });
  };
}
