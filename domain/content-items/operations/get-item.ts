import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { contentItemParams } from '../schema.ts';
import type { ContentItemRow } from '../table.ts';
import { ownContentItem } from '../target.ts';

/** One content item with its full text. */
export const getContentItem = operation({
  name: 'content_items.get',
  permission: 'view_content',
  params: contentItemParams,
  target: ownContentItem,
  input: nothing,
  run: async (_deps, _call, _input, item): Promise<ContentItemRow> => item,
});
