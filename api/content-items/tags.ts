import { z } from 'zod';
import { createTag, deleteTag, getTag, listTags, renameTag } from '../../domain/content-items/operations/tags.ts';
import { type CountedTag, MAX_COUNTED } from '../../domain/content-items/table.ts';
import { countSchema, datetimeSchema, one, page, resource } from '../resource.ts';
import { route } from '../route.ts';

const TAGS = '/content-workflow/content-tags';

/** A tag of a partner. */
export const contentTagResource = resource({
  type: 'content_tag',
  attributes: {
    name: z.string().describe('Display name; case and accents do not distinguish tags.'),
    content_item_count: countSchema.describe(`Number of items with it, including the trash; capped at ${MAX_COUNTED}.`),
    created_at: datetimeSchema,
    updated_at: datetimeSchema,
  },
  links: { self: z.string() },
  present: ({ id }: CountedTag) => ({ links: { self: `/api/v1${TAGS}/${id}` } }),
});

/** Routes of the tags of content items. */
export const tagRoutes = [
  route({
    method: 'GET',
    path: TAGS,
    operationId: 'listContentTags',
    summary: 'Tags of content items, by name',
    extension: true,
    operation: listTags,
    body: page(contentTagResource),
    tool: {
      name: 'list_content_tags',
      title: 'List tags of content items',
      description: 'Lists the tags of content items; find_content_items filters by their names.',
    },
  }),

  route({
    method: 'POST',
    path: TAGS,
    operationId: 'createContentTag',
    summary: 'Add a tag for content items',
    extension: true,
    operation: createTag,
    status: 201,
    body: one(contentTagResource),
    errors: ['CONFLICT'],
  }),

  route({
    method: 'GET',
    path: `${TAGS}/{id}`,
    operationId: 'getContentTag',
    summary: 'One tag of content items',
    extension: true,
    operation: getTag,
    body: one(contentTagResource),
  }),

  route({
    method: 'PATCH',
    path: `${TAGS}/{id}`,
    operationId: 'renameContentTag',
    summary: 'Rename a tag on all its items',
    extension: true,
    operation: renameTag,
    body: one(contentTagResource),
    errors: ['CONFLICT'],
  }),

  route({
    method: 'DELETE',
    path: `${TAGS}/{id}`,
    operationId: 'deleteContentTag',
    summary: 'Delete a tag and remove it from all items',
    extension: true,
    operation: deleteTag,
  }),
];
