import { z } from 'zod';
import { search } from '../../domain/search/operations/reads.ts';
import { FOUND_TYPES, type Found } from '../../domain/search/types.ts';
import { area } from '../area.ts';
import { all, datetimeSchema, idSchema, record } from '../resource.ts';
import { route } from '../route.ts';

/** A record that a search found. */
export const foundResource = record(
  z
    .object({
      type: z.enum(FOUND_TYPES),
      id: z.union([idSchema, z.string()]).describe("Id as used in the record's address."),
      parent_id: idSchema.nullable().describe('The knowledge base of a document; null for all other types.'),
      title: z.string().describe('Display name: a title, a name, an invoice number, or what an execution runs.'),
      updated_at: datetimeSchema.nullable().describe('null for a template of the service.'),
    })
    .meta({ title: 'FoundRecord' }),
  (_found: Found) => ({}),
);

export const searchArea = area({
  tag: { name: 'Search', group: 'Account', description: "Find the partner's records by a few letters." },
  routes: [
    route({
      method: 'GET',
      path: '/app/search',
      operationId: 'searchRecords',
      summary: 'Find records by words of their titles, by number or by id',
      description:
        'At most 20: exact numbers and ids first, then whole titles, then beginnings of titles, each newest first. Case and accents are ignored, and ä, ö, ü match ae, oe, ue. Only types that the caller may read; executions are found by the name of what they run.',
      extension: true,
      operation: search,
      body: all(foundResource),
    }),
  ],
});
