import { z } from 'zod';
import type { Actor, Call, ConsoleSession, RequiredPermission, UserActor } from './call.ts';
import { cappedInput } from './capped-input.ts';
import type { Deps } from './deps.ts';
import { AppError, invalid, notFound } from './errors.ts';
import type { AnyOperation, Operation } from './operation.ts';
import { ADMIN_ROLES, type Permission, ROLE_PERMISSIONS } from './permissions.ts';
import { type ErrorDetails, fieldName, Problems } from './problems.ts';

/** Untrusted data of the call. */
export interface RawInput {
  params?: unknown;
  input?: unknown;
  /** Problems that the API layer found before schema validation; reported at the validation stage. */
  problems?: ErrorDetails | undefined;
  /** Why there is no input: the body is too large, of another type or broken. Thrown at the validation stage. */
  refusal?: AppError | undefined;
  /** Waits for the caller's turn of the event loop: given where the input is large, so that its checks take long. */
  turn?: (() => Promise<void>) | undefined;
}

/**
 * Runs an operation with the checks in this order: permission, record, capability scope, validation, then `run` (state
 * and preconditions, daily cap, credits). Throws AppError.
 */
export async function invoke<Params extends z.ZodType, Input extends z.ZodType, Target, Output>(
  deps: Deps,
  call: Call,
  operation: Operation<Params, Input, Target, Output>,
  raw: RawInput,
): Promise<Output> {
  requirePermission(call.actor, operation.permission);
  const { cappedOnce, target } = await targetOf(deps, call, operation, raw);
  const { problems: foundBefore, refusal, turn } = raw;
  let input: z.output<Input>;
  try {
    requireScope(call.actor, operation, target);
    if (refusal) throw refusal;
    await turn?.();
    input = await validInput(deps, operation, target, { cappedOnce, foundBefore, turn });
  } catch (error) {
    if (error instanceof AppError) await operation.references?.(deps, call, cappedOnce, target);
    throw error;
  }
  await turn?.();
  if (!operation.audited && !operation.asksPrecondition) await call.precondition?.(deps.db);
  return operation.run(deps, { ...call, operation: operation.name }, input, target);
}

/**
 * Throws FORBIDDEN or CAPABILITY_NOT_ALLOWED where the caller may not make this request, for a response that is there already. A record
 * that is gone since refuses nothing.
 */
export async function requireMayAsk(
  deps: Deps,
  call: Call,
  operation: AnyOperation,
  readInput: () => Promise<Pick<RawInput, 'params' | 'input'>>,
): Promise<void> {
  requirePermission(call.actor, operation.permission);
  if (!operation.capability || scopeOf(call.actor) === null) return;
  const found = await targetOf(deps, call, operation, await readInput()).catch((error: unknown) => {
    if (error instanceof AppError) return undefined;
    throw error;
  });
  if (found) requireScope(call.actor, operation, found.target);
}

/** The record of a call, and its input as far as it is read. Throws NOT_FOUND, and FORBIDDEN for another partner's. */
async function targetOf<Params extends z.ZodType, Input extends z.ZodType, Target, Output>(
  deps: Deps,
  call: Call,
  operation: Operation<Params, Input, Target, Output>,
  { params: rawParams = {}, input: givenInput = {} }: Pick<RawInput, 'params' | 'input'>,
): Promise<{ cappedOnce: unknown; target: Target }> {
  const params = operation.params.safeParse(rawParams);
  if (!params.success) throw operation.unknownRecord?.() ?? notFound('Record');
  const cappedOnce = cappedInput(operation.input, givenInput);
  const target = operation.target ? await operation.target(deps, call, params.data, cappedOnce) : undefined;
  return { cappedOnce, target: target as Target };
}

/** Throws CAPABILITY_NOT_ALLOWED for a call that uses a capability outside the caller's scope. */
function requireScope<Target>(
  actor: Actor,
  { capability }: Pick<Operation<z.ZodType, z.ZodType, Target, unknown>, 'capability'>,
  target: Target,
): void {
  if (capability) for (const slug of [capability(target)].flat()) requireCapability(actor, slug);
}

/** The validated input. Throws VALIDATION_ERROR with all problems. */
async function validInput<Params extends z.ZodType, Input extends z.ZodType, Target, Output>(
  deps: Deps,
  operation: Operation<Params, Input, Target, Output>,
  target: Target,
  {
    cappedOnce,
    foundBefore,
    turn,
  }: { cappedOnce: unknown; foundBefore: ErrorDetails | undefined; turn: RawInput['turn'] },
): Promise<z.output<Input>> {
  const schema = operation.inputFor ? operation.inputFor(target) : operation.input;
  const rawInput = schema === operation.input ? cappedOnce : cappedInput(schema, cappedOnce);
  const input = schema.safeParse(rawInput, { reportInput: true });
  // What is checked beyond the schema may take as long.
  if (operation.checkInput) await turn?.();
  const problems = {
    ...(await operation.checkInput?.(deps, rawInput, target)),
    ...(input.error && detailsOf(input.error)),
    ...foundBefore,
  };
  if (!input.success || Object.keys(problems).length > 0) throw invalid(problems);
  return input.data as z.output<Input>;
}

function requirePermission(actor: Actor, required: RequiredPermission): void {
  if (actor.kind === 'system') return;
  if (actor.kind === 'calendar_feed' || required === 'calendar_feed') {
    if (actor.kind !== required) throw new AppError('FORBIDDEN', 'The token of a feed is for reading that feed only.');
    return;
  }
  if (required === 'administrator') {
    if (actor.kind !== 'administrator') throw new AppError('FORBIDDEN', 'An administrator key is required.');
    return;
  }
  if (actor.kind === 'administrator') {
    throw new AppError('FORBIDDEN', 'An administrator key does not act for a partner; use a partner key.');
  }
  if (required === 'console' || required === 'console_admin') {
    const { role } = consolePersonOf(actor);
    if (required === 'console' || ADMIN_ROLES.includes(role)) return;
    throw new AppError('FORBIDDEN', 'Your role does not permit this; it needs owner or admin.');
  }
  if (required !== 'partner' && !permits(actor, required)) {
    const who = actor.kind === 'partner_key' ? 'This API key' : 'Your role';
    throw new AppError('FORBIDDEN', `${who} does not permit this; it needs ${required}.`);
  }
}

/** A person who is signed in to the console. */
export type ConsolePerson = UserActor & { console: ConsoleSession };

/** The person who is signed in to the console. Throws FORBIDDEN for keys, programs and tokens of other programs. */
export function consolePersonOf(actor: Actor): ConsolePerson {
  if (actor.kind === 'user' && actor.console) return actor as ConsolePerson;
  throw new AppError('FORBIDDEN', 'Only people who are signed in to the console may do this.');
}

/**
 * Whether the actor has a permission of its partner: users and clients have those of their role, keys all of them, or
 * those of the person who made them.
 */
export function permits(actor: Actor, permission: Permission): boolean {
  if (!('role' in actor)) return false;
  return actor.role === null || ROLE_PERMISSIONS[actor.role].includes(permission);
}

/** The capabilities that a caller may use; null: all. */
export function scopeOf(actor: Actor): readonly string[] | null {
  return 'scopedCapabilities' in actor ? actor.scopedCapabilities : null;
}

function requireCapability(actor: Actor, slug: string): void {
  const scope = scopeOf(actor);
  if (scope !== null && !scope.includes(slug)) {
    const who = actor.kind === 'partner_key' ? 'This API key' : 'Your partner';
    throw new AppError('CAPABILITY_NOT_ALLOWED', `${who} may not use the capability "${slug}".`);
  }
}

/** The first problems that zod found, by dotted field name; problems of the whole input are under `body`. */
export function detailsOf(error: z.ZodError): ErrorDetails {
  const problems = new Problems();
  for (const issue of error.issues) {
    if (problems.isFull) break;
    problems.add(fieldName(issue.path), messageOf(issue));
  }
  return problems.details() ?? {};
}

const TYPES: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'a boolean',
  array: 'an array',
  object: 'an object',
  record: 'an object',
};

/** The schema's own message, except for missing fields and choices, where it would be less helpful. */
function messageOf(issue: z.core.$ZodIssue): string {
  const mistyped = issue.code === 'invalid_type' || issue.code === 'invalid_value' || issue.code === 'invalid_union';
  if (mistyped && 'input' in issue && issue.input === undefined) return 'Is required.';
  if (issue.code === 'invalid_value' && issue.message.startsWith('Invalid option')) {
    return `Must be one of: ${issue.values.map(String).join(', ')}.`;
  }
  if (issue.code === 'invalid_type' && issue.message.startsWith('Invalid input'))
    return `Must be ${TYPES[issue.expected] ?? issue.expected}.`;
  // For a record, what the key schema reports about this key.
  const [ofKey] = issue.code === 'invalid_key' ? issue.issues : [];
  if (ofKey) return messageOf(ofKey);
  if (issue.code === 'too_small' && issue.message.startsWith('Too small')) {
    return boundOf(issue, issue.inclusive === false ? 'more than' : 'at least', issue.minimum);
  }
  if (issue.code === 'too_big' && issue.message.startsWith('Too big')) {
    return boundOf(issue, issue.inclusive === false ? 'less than' : 'at most', issue.maximum);
  }
  return issue.message;
}

/** Numbers are bounded by value, text and lists by length. */
function boundOf({ origin }: { origin: string }, relation: string, bound: number | bigint): string {
  if (origin === 'array') return `Must have ${relation} ${bound} ${bound === 1 ? 'entry' : 'entries'}.`;
  return `Must be ${relation} ${bound}${origin === 'string' ? ' characters' : ''}.`;
}

/** The partner a call acts for; only calls that passed a partner permission have one. */
export function partnerOf(call: Call): number {
  const { actor } = call;
  if ('partnerId' in actor) return actor.partnerId;
  throw new AppError('FORBIDDEN', 'A partner credential is required.');
}

/** Schema of operations without input. */
export const nothing = z.object({});
