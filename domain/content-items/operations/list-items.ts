import { z } from 'zod';
import { partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { pageQuery } from '../../kernel/schema.ts';
import { type BoardItem, findItems } from '../store.ts';

/** The partner's content items of all columns, newest first, without a total. */
export const listContentItems = operation({
  name: 'content_items.list',
  permission: 'view_content',
  params: z.object({}),
  input: z.object(pageQuery()),
  run: (deps, call, query): Promise<BoardItem[]> => findItems(deps.db, partnerOf(call), query),
});
