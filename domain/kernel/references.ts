import type { z } from 'zod';
import type { Call } from './call.ts';
import type { Deps } from './deps.ts';
import { AppError, type ErrorCode } from './errors.ts';

/** Fields of an input that are valid on their own. */
type ValidFields<Fields extends z.ZodRawShape> = { [Name in keyof Fields]?: z.output<Fields[Name]> | undefined };

/** Looks up the records that an input names; throws NOT_FOUND and FORBIDDEN. */
export type References<Target> = (deps: Deps, call: Call, raw: unknown, target: Target) => Promise<void>;

/** Errors that validation and the work report, after the records. */
const LATER: readonly ErrorCode[] = ['VALIDATION_ERROR', 'PRECONDITION_FAILED'];

/**
 * Declares the fields that name records, and how these are loaded. Fields that are invalid are left to validation.
 */
export function references<Fields extends z.ZodRawShape, Target>(
  fields: Fields,
  load: (deps: Deps, call: Call, named: ValidFields<Fields>, target: Target) => Promise<unknown>,
): References<Target> {
  return async (deps, call, raw, target) => {
    try {
      await load(deps, call, validFields(fields, raw), target);
    } catch (error) {
      const isLater = error instanceof AppError && LATER.includes(error.code);
      if (!isLater) throw error;
    }
  };
}

/** The fields that are present and valid, whatever the others are. */
export function validFields<Fields extends z.ZodRawShape>(fields: Fields, raw: unknown): ValidFields<Fields> {
  const valid: Record<string, unknown> = {};
  if (typeof raw !== 'object' || raw === null) return valid as ValidFields<Fields>;
  for (const [name, schema] of Object.entries(fields)) {
    if (!Object.hasOwn(raw, name)) continue;
    const { data, success } = (schema as z.ZodType).safeParse(Reflect.get(raw, name));
    if (success) valid[name] = data;
  }
  return valid as ValidFields<Fields>;
}
