import { z } from 'zod';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { pageQuery } from '../../kernel/schema.ts';
import { type BoardItem, listItems } from '../store.ts';

/** The partner's content items of all columns, newest first, without a total. */
export const listContentItems = operation({
  name: 'content_items.list',
  permission: 'view_content',
  params: nothing,
  input: z.object(pageQuery()),
  run: (deps, call, query): Promise<BoardItem[]> => listItems(deps.db, partnerOf(call), query),
});
