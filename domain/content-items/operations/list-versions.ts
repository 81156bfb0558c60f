import { operation } from '../../kernel/operation.ts';
import { contentItemParams, versionsQuery } from '../schema.ts';
import { listVersions } from '../store.ts';
import { ownContentItem } from '../target.ts';

/** Versions of a content item, newest first. */
export const listContentVersions = operation({
  name: 'content_items.versions',
  permission: 'view_content',
  params: contentItemParams,
  target: ownContentItem,
  input: versionsQuery,
  run: (deps, _call, query, item) => listVersions(deps.db, item, query),
});
