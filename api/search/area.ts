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
      id: z.union([idSchema, z.string()]).describe('As the address of the record takes it.'),
      parent_id: idSchema.nullable().describe('The knowledge base of a document; null for all others.'),
      title: z
        .string()
        .describe('What it is called: a title, a name, the number of an invoice, or what an execution runs.'),
      updated_at: datetimeSchema.nullable().describe('null: a template, which comes with the service.'),
    })
    .meta({ title: 'FoundRecord' }),
  (_found: Found) => ({}),
);

export const searchArea = area({
  tag: { name: 'Search', group: 'Account', description: 'What the partner has, found by a few letters.' },
  routes: [
    route({
      method: 'GET',
      path: '/app/search',
      operationId: 'searchRecords',
      summary: 'Find records by words of their titles, by number or by id',
      description:
        'At most 20: exact numbers and ids first, then whole titles, then their beginnings, each newest first. Case and accents do not matter, and ä, ö, ü may be written as ae, oe, ue. Only types that the caller may read; an execution has the name of what it runs.',
      extension: true,
      operation: search,
      body: all(foundResource),
    }),
  ],
});
