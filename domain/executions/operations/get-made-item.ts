import { isFavoriteOf, type WithFavorite } from '../../content-items/favorites.ts';
import { contentItemParams, ownContentItem } from '../../content-items/schema.ts';
import { type TaggedItem, withTagsOf } from '../../content-items/tags.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { selectHits } from '../step-store.ts';
import type { GuardrailHitRow } from '../table.ts';

/** A content item with what guardrails found in the step that made it. */
export interface MadeItem extends TaggedItem, WithFavorite {
  hits: Pick<GuardrailHitRow, 'rule' | 'action' | 'message'>[];
}

/** Returns one content item with its full text, and what guardrails found when it was made. */
export const getMadeItem = operation({
  name: 'content_items.get_made',
  permission: 'view_content',
  params: contentItemParams,
  target: ownContentItem,
  input: nothing,
  run: async (deps, call, _input, item): Promise<MadeItem> => {
    const { execution_id: executionId, step } = item;
    const hits = executionId === null || step === null ? [] : await selectHits(deps.db, executionId, step);
    return { ...(await withTagsOf(deps.db, item)), hits, favorite: await isFavoriteOf(deps.db, call, item.id) };
  },
});
