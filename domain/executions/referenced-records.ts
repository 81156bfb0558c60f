import { z } from 'zod';
import type { ReferencedRecords, RequestedWork } from '../capabilities/feature.ts';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { invalid } from '../kernel/errors.ts';
import { detailsOf } from '../kernel/invoke.ts';

/**
 * The records that context and settings reference, as stored with the execution: later changes to the records do not
 * affect it or its retries. Throws NOT_FOUND, FORBIDDEN and VALIDATION_ERROR.
 */
export async function resolveReferencedRecords(
  deps: Pick<Deps, 'db' | 'capabilities'>,
  call: Call,
  work: RequestedWork,
): Promise<ReferencedRecords> {
  const { records } = deps.capabilities;
  const fields = z.object(Object.assign({}, ...records.map((each) => each.fields)) as z.ZodRawShape);
  const parsed = z.object({ context: fields }).safeParse({ context: work.context }, { reportInput: true });
  if (!parsed.success) throw invalid(detailsOf(parsed.error));
  const named: ReferencedRecords = { context: work.context, lookup: null };
  for (const { load } of records) {
    const { context, lookup } = await load(deps, call, work);
    named.context = { ...named.context, ...context };
    named.lookup = lookup ?? named.lookup;
  }
  return named;
}
