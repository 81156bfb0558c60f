import { z } from 'zod';
import type { ItemEvent } from '../../capabilities/feature.ts';
import { followChanges } from '../../change-feed/store.ts';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { notFound } from '../../kernel/errors.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import type { Page } from '../../kernel/page.ts';
import { references } from '../../kernel/references.ts';
import { pageQuery, recordId } from '../../kernel/schema.ts';
import { countColumns, selectColumn, selectItemPage } from '../board-store.ts';
import { favoriteOwner, markFavorites, type WithFavorite } from '../favorites.ts';
import { requireMembers } from '../people.ts';
import {
  boardQuery,
  contentItemParams,
  contentVersionParams,
  listItemsQuery,
  ownListedItem,
  versionsQuery,
} from '../schema.ts';
import { type BoardItem, selectItems } from '../store.ts';
import { type ContentItemVersionRow, KANBAN_STATUSES, type KanbanStatus } from '../table.ts';
import { findTagIds, type WithTags, withTags } from '../tags.ts';
import { findVersion, selectVersions } from '../version-store.ts';

/** The execution that a filter names; 404 when there is none, 403 when it is another partner's. */
const ofExecution = references({ execution_id: recordId }, requireExecution);

async function requireExecution(deps: Deps, call: Call, { execution_id: id }: { execution_id?: number | undefined }) {
  if (id !== undefined) await deps.capabilities.requireOwn('execution', deps, call, id);
}

/** The records that filters of the list name. */
const ofFilter = references(
  { execution_id: recordId, assignee_id: recordId, reviewer_id: recordId },
  async (deps, call, named) => {
    await requireExecution(deps, call, named);
    await requireMembers(deps.db, call, named);
  },
);

/** An item with its event on the calendar; null: it is on none. */
export interface WithEvent {
  event: ItemEvent | null;
}
type FoundItem = BoardItem & WithFavorite & WithTags & WithEvent;

/** Lists the partner's content items by filters, without their bodies, newest first. */
export const findContentItems = operation({
  name: 'content_items.find',
  permission: 'view_content',
  params: nothing,
  references: ofFilter,
  input: listItemsQuery,
  async run(deps, call, { type, favorite, tag, ...query }): Promise<Page<FoundItem>> {
    await requireExecution(deps, call, query);
    await requireMembers(deps.db, call, query);
    const favorites = favorite === undefined ? undefined : { of: favoriteOwner(call), is: favorite };
    const tags = tag && (await findTagIds(deps.db, partnerOf(call), tag));
    const filter = { ...query, content_type: type, favorite: favorites, tags };
    const found = await selectItemPage(deps.db, partnerOf(call), filter, query);
    const marked = await markFavorites(deps.db, call, await withTags(deps.db, found.rows));
    const items = { partnerId: partnerOf(call), ids: marked.map(({ id }) => id) };
    const events = await deps.capabilities.itemEvents(deps.db, deps.clock.now(), items);
    return { ...found, rows: marked.map((item) => ({ ...item, event: events.get(item.id) ?? null })) };
  },
});

/** Lists the partner's content items of all columns, newest first, without a total. */
export const listContentItems = operation({
  name: 'content_items.list',
  permission: 'view_content',
  params: nothing,
  input: z.object(pageQuery()),
  run: (deps, call, query): Promise<BoardItem[]> => selectItems(deps.db, partnerOf(call), query),
});

/** Lists the versions of a content item, newest first. */
export const listContentVersions = operation({
  name: 'content_items.versions',
  permission: 'view_content',
  params: contentItemParams,
  target: ownListedItem,
  input: versionsQuery,
  run: (deps, _call, query, item) => selectVersions(deps.db, item, query),
});

/** Returns one version of a content item with its full text. */
export const getContentVersion = operation({
  name: 'content_items.get_version',
  permission: 'view_content',
  params: contentVersionParams,
  async target(deps, call, { id, version }): Promise<ContentItemVersionRow> {
    const found = await findVersion(deps.db, await ownListedItem(deps, call, { id }), version);
    if (!found) throw notFound('Version');
    return found;
  },
  input: nothing,
  run: async (_deps, _call, _input, version): Promise<ContentItemVersionRow> => version,
});

/** Returns the board: a page of each column with its exact count. */
export const showBoard = operation({
  name: 'kanban.show',
  permission: 'view_content',
  params: nothing,
  references: ofExecution,
  input: boardQuery,
  run: async (deps, call, query): Promise<Map<KanbanStatus, Page<BoardItem & WithTags>>> => {
    const partnerId = partnerOf(call);
    await requireExecution(deps, call, query);
    const [counts, ...columns] = await Promise.all([
      countColumns(deps.db, partnerId, query),
      ...KANBAN_STATUSES.map((status) => selectColumn(deps.db, partnerId, status, query, query)),
    ]);
    const { page, per_page } = query;
    const byColumn = Map.groupBy(await withTags(deps.db, columns.flat()), ({ kanban_status }) => kanban_status);
    return new Map(
      KANBAN_STATUSES.map((status) => [
        status,
        { rows: byColumn.get(status) ?? [], total: counts[status] ?? 0, page, per_page },
      ]),
    );
  },
});

/** A followed board with the sequence number of its latest change. */
export interface WatchedBoard {
  partnerId: number;
  position: number;
}

/** Authorises a stream of the board and starts recording its changes. */
export const watchBoard = operation({
  name: 'kanban.watch',
  permission: 'view_content',
  params: nothing,
  input: nothing,
  // One statement without a transaction; it changes nothing that belongs in the audit log.
  run: async (deps, call): Promise<WatchedBoard> => {
    const partnerId = partnerOf(call);
    return { partnerId, position: await followChanges(deps.db, deps.clock.now(), partnerId) };
  },
});
