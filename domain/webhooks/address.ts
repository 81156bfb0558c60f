import { z } from 'zod';
import type { Deps } from '../kernel/deps.ts';
import type { ErrorDetails } from '../kernel/problems.ts';
import { urlField } from './schema.ts';

const urlBody = z.object({ url: urlField });

/** Validation errors for the URL in a body that the service must not call; empty if it may, or without a URL. */
export async function checkAddress(deps: Deps, body: unknown): Promise<ErrorDetails> {
  const { data } = urlBody.safeParse(body);
  const objection = data ? await deps.sender.objection(data.url) : null;
  return objection === null ? {} : { url: [objection] };
}
