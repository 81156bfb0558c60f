import { z } from 'zod';
import { createSavedFilter } from '../../domain/saved-filters/operations/create-saved-filter.ts';
import { deleteSavedFilter } from '../../domain/saved-filters/operations/delete-saved-filter.ts';
import { listSavedFilters } from '../../domain/saved-filters/operations/reads.ts';
import { updateSavedFilter } from '../../domain/saved-filters/operations/update-saved-filter.ts';
import type { SavedFilterRow } from '../../domain/saved-filters/table.ts';
import { area } from '../area.ts';
import { datetimeSchema, one, page, resource } from '../resource.ts';
import { route } from '../route.ts';

/** A filter of a list at the console, under a name. */
export const savedFilterResource = resource({
  type: 'saved_filter',
  attributes: {
    name: z.string().describe('Name given by the person.'),
    view: z.string().describe('Address pattern of the list at the console, such as `/executions` or `/webhooks/$id`.'),
    query: z.record(z.string(), z.string()).describe('Query parameters of the address.'),
    is_default: z.boolean().describe('Whether it is the default of the list; at most one per list.'),
    created_at: datetimeSchema,
    updated_at: datetimeSchema,
  },
  present: (_filter: SavedFilterRow) => ({ attributes: {} }),
});

export const savedFiltersArea = area({
  tag: {
    name: 'Saved filters',
    group: 'Account',
    description: 'List filters that each person saves at the console.',
  },
  routes: [
    route({
      method: 'GET',
      path: '/app/saved-filters',
      operationId: 'listSavedFilters',
      summary: 'List your saved filters, by name',
      extension: true,
      operation: listSavedFilters,
      body: page(savedFilterResource),
    }),

    route({
      method: 'POST',
      path: '/app/saved-filters',
      operationId: 'createSavedFilter',
      summary: 'Save a list filter, at most 50',
      extension: true,
      operation: createSavedFilter,
      status: 201,
      body: one(savedFilterResource),
      errors: ['CONFLICT'],
    }),

    route({
      method: 'PATCH',
      path: '/app/saved-filters/{id}',
      operationId: 'updateSavedFilter',
      summary: 'Rename or change a saved filter; omitted fields stay unchanged',
      extension: true,
      operation: updateSavedFilter,
      body: one(savedFilterResource),
    }),

    route({
      method: 'DELETE',
      path: '/app/saved-filters/{id}',
      operationId: 'deleteSavedFilter',
      summary: 'Delete a saved filter',
      extension: true,
      operation: deleteSavedFilter,
    }),
  ],
});
