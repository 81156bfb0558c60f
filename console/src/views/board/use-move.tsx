import { notifications } from '@mantine/notifications';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { getKanbanBoardQueryKey } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { moveContentItem, moveContentItems } from '../../api/generated/client/sdk.gen.ts';
import { streamEvents } from '../../api/stream-events.ts';
import { showError } from '../../components/states.tsx';
import { UndoMessage } from '../../components/undo-message.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { type BoardResponse, COLUMNS, type ColumnName, type Item } from './model.ts';
import { followCard } from './moved-card.ts';
import { translations } from './translations.ts';

/** The API's limit for one request. */
const MAX_ITEMS = 100;

/** A card and its target column. */
interface CardMove {
  item: Item;
  to: ColumnName;
}

/** Moves cards to a column. */
export type Move = (items: readonly Item[], to: ColumnName) => void;

/** Moves cards optimistically, reverts on errors and offers to undo the move. */
export function useMove(queryKey: QueryKey): Move {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  /** Id of the last move's notification. Older ones are hidden, because their undo would be outdated. */
  const notificationId = useRef('');
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
      followCard(undefined);
    };
  }, []);
  const undo = useRef<(moves: readonly CardMove[]) => void>(() => undefined);
  const { mutate } = useMutation({
    mutationFn: async (moves: readonly CardMove[]) => {
      for (const [to, items] of Map.groupBy(moves, (step) => step.to)) await send(items, to);
    },
    onMutate: async (moves) => {
      await queryClient.cancelQueries({ queryKey });
      const previous = queryClient.getQueryData<BoardResponse>(queryKey);
      if (previous) queryClient.setQueryData(queryKey, moves.reduce(applyMove, previous));
      return { previous };
    },
    onError: (error, _steps, context) => {
      if (context?.previous) queryClient.setQueryData(queryKey, context.previous);
      showError(error);
    },
    onSuccess: (_answer, moves) => {
      const [first] = moves;
      if (!first) return;
      const undoMove = () => {
        notifications.hide(notificationId.current);
        const board = queryClient.getQueryData<BoardResponse>(queryKey);
        // Where somebody else has moved a card on, it stays.
        const [mine = [], theirs = []] = [true, false].map((is) =>
          moves.filter((one) => isWhereMoved(board, one) === is),
        );
        if (theirs.length > 0) notifications.show({ message: t.movedOn(theirs.length) });
        const [one] = mine;
        if (!one) return;
        // Its button is gone; a board that was left has no cards to go on from.
        if (isShown.current) followCard(one.item.id);
        undo.current(mine.map(reverse));
      };
      const isUndo = moves.some(({ to }) => to !== first.to);
      notifications.hide(notificationId.current);
      const all = isUndo ? t.movedBack(moves.length) : t.movedAll(moves.length, t[first.to]);
      const text = moves.length === 1 ? t.moved(first.item.attributes.title, t[first.to]) : all;
      notificationId.current = notifications.show({
        message: <UndoMessage text={text} label={t.undo} onUndo={undoMove} />,
      });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  undo.current = mutate;
  return useCallback(
    (items, to) => {
      const moves = items.filter((item) => item.attributes.kanban_status !== to).map((item) => ({ item, to }));
      if (moves.length > 0) mutate(moves);
    },
    [mutate],
  );
}

async function send(moves: readonly CardMove[], status: ColumnName): Promise<void> {
  const ids = moves.map(({ item }) => item.id);
  const [first] = ids;
  if (first !== undefined && ids.length === 1) {
    await moveContentItem({ path: { contentId: first }, body: { status }, throwOnError: true });
    return;
  }
  for (let start = 0; start < ids.length; start += MAX_ITEMS) {
    const content_ids = ids.slice(start, start + MAX_ITEMS);
    await moveContentItems({ body: { content_ids, status }, throwOnError: true });
  }
}

/** Whether a card is where a move has put it; so is one that the board does not show. */
function isWhereMoved(board: BoardResponse | undefined, { item, to }: CardMove): boolean {
  const column = COLUMNS.find((name) => board?.data.columns[name].items.some(({ id }) => id === item.id));
  return column === undefined || column === to;
}

/** The move that undoes a move. */
function reverse({ item, to }: CardMove): CardMove {
  return {
    item: { ...item, attributes: { ...item.attributes, kanban_status: to } },
    to: item.attributes.kanban_status,
  };
}

/** The board with the card on top of its target column. */
function applyMove(board: BoardResponse, { item, to }: CardMove): BoardResponse {
  const from = item.attributes.kanban_status;
  const { columns } = board.data;
  const card = { ...item, attributes: { ...item.attributes, kanban_status: to } };
  return {
    ...board,
    data: {
      ...board.data,
      columns: {
        ...columns,
        [from]: {
          ...columns[from],
          items: columns[from].items.filter(({ id }) => id !== item.id),
          count: columns[from].count - 1,
        },
        [to]: { ...columns[to], items: [card, ...columns[to].items], count: columns[to].count + 1 },
      },
    },
  };
}

/** How long the board waits for its events before it is read all the same, milliseconds. */
const MAX_WAIT_MS = 3_000;

/**
 * Refetches the board after every change event. Returns whether the board can be read: from then on no change is missed, so that one
 * reading is enough. Where the events are late, the board is read before them, and again once they are there.
 */
export function useLiveBoard(): boolean {
  const queryClient = useQueryClient();
  const [isReadable, setReadable] = useState(false);
  useEffect(() => {
    const controller = new AbortController();
    const refresh = () => void queryClient.invalidateQueries({ queryKey: getKanbanBoardQueryKey() });
    let isRead = false;
    const read = () => {
      // A board that is still in memory may be older than the events.
      if (!isRead) void queryClient.invalidateQueries({ queryKey: getKanbanBoardQueryKey(), refetchType: 'none' });
      isRead = true;
      setReadable(true);
    };
    const late = setTimeout(read, MAX_WAIT_MS);
    let isFollowed = false;
    const follow = async () => {
      const options = { signal: controller.signal, isLast: () => false };
      for await (const { event } of streamEvents('/content-workflow/kanban/events', options)) {
        clearTimeout(late);
        if (!isRead) read();
        // After a lost connection the changes that were missed follow by themselves.
        else if (event !== 'ready' || !isFollowed) refresh();
        isFollowed = true;
      }
    };
    // An error of the stream also occurs on the reading, which shows it.
    void follow().catch(() => (isRead ? refresh() : read()));
    return () => {
      clearTimeout(late);
      controller.abort();
    };
  }, [queryClient]);
  return isReadable;
}
