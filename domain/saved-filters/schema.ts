import { z } from 'zod';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { notFound, notYours } from '../kernel/errors.ts';
import { consolePersonOf } from '../kernel/invoke.ts';
import { atLeastOneOf, line, pageQuery, recordId, recordOf, resettable, text } from '../kernel/schema.ts';
import { findSavedFilter } from './store.ts';
import type { SavedFilterRow } from './table.ts';

/** Most parameters of a filter. */
const MAX_PARAMETERS = 20;
/** Longest value of a parameter, characters. */
const MAX_VALUE_LENGTH = 200;

export const savedFilterParams = z.object({ id: recordId.describe('Id of the saved filter.') });

const name = line(80).describe('Name given by the person.');
const view = z
  .string('Must be a string.')
  .max(64, 'Must be at most 64 characters.')
  .regex(/^\/[a-z0-9$/-]*$/, 'Must be an address of the console, such as /executions.')
  .describe('Address pattern of the list at the console, such as `/executions` or `/webhooks/$id`.');
const query = recordOf(
  z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'Must be the name of a parameter.'),
  text(MAX_VALUE_LENGTH),
  MAX_PARAMETERS,
)
  .refine((parameters) => Object.keys(parameters).length > 0, 'Must have at least one parameter.')
  .describe('Query parameters of the address, such as `{"status": "failed"}`.');
const isDefault = z.boolean('Must be true or false.').describe('Whether it is the default of the list.');

export const listSavedFiltersQuery = z.object({
  view: view.optional().describe('Only filters of this list.'),
  ...pageQuery(),
});

export const createSavedFilterBody = z.object({ name, view, query, is_default: isDefault.default(false) });

export const updateSavedFilterBody = z
  .object({ name: name.optional(), query: query.optional(), is_default: resettable(isDefault, false) })
  .meta(atLeastOneOf('name', 'query', 'is_default'));

/** The caller's own filter; 404 when there is none, 403 when it is another person's. */
export async function ownSavedFilter({ db }: Deps, { actor }: Call, { id }: { id: number }): Promise<SavedFilterRow> {
  const found = await findSavedFilter(db, id);
  if (!found) throw notFound('Saved filter');
  if (found.user_id !== consolePersonOf(actor).userId) throw notYours('Saved filter');
  return found;
}
