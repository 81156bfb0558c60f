import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { moveContentItem, moveContentItems } from '../../api/generated/client/sdk.gen.ts';
import { showProblem } from '../../components/show-problem.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { texts } from './texts.ts';
import type { BoardAnswer, ColumnName, Item } from './words.ts';

/** As many as the API moves at once. */
const MAX_ITEMS = 100;

/** A card, and the column that it goes to. */
interface Step {
  item: Item;
  to: ColumnName;
}

/** Moves cards to a column. */
export type Move = (items: readonly Item[], to: ColumnName) => void;

/** Moves cards at once, takes them back where the API refuses, and offers to undo it. */
export function useMove(queryKey: QueryKey): Move {
  const say = useTexts(texts);
  const queries = useQueryClient();
  /** The last move's notice: an undo of an earlier one would not be what it says. */
  const notice = useRef('');
  const undo = useRef<(steps: readonly Step[]) => void>(() => undefined);
  const { mutate } = useMutation({
    mutationFn: async (steps: readonly Step[]) => {
      for (const [to, items] of Map.groupBy(steps, (step) => step.to)) await send(items, to);
    },
    onMutate: async (steps) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData<BoardAnswer>(queryKey);
      if (before) queries.setQueryData(queryKey, steps.reduce(moved, before));
      return { before };
    },
    onError: (error, _steps, context) => {
      if (context?.before) queries.setQueryData(queryKey, context.before);
      showProblem(error);
    },
    onSuccess: (_answer, steps) => {
      const [first] = steps;
      if (!first) return;
      const takeBack = () => {
        notifications.hide(notice.current);
        undo.current(steps.map(opposite));
      };
      const isUndone = steps.some(({ to }) => to !== first.to);
      notifications.hide(notice.current);
      notice.current = notifications.show({
        message: (
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm">
              {steps.length === 1 && say.moved(first.item.attributes.title, say[first.to])}
              {steps.length > 1 && (isUndone ? say.movedBack(steps.length) : say.movedAll(steps.length, say[first.to]))}
            </Text>
            <Button size="compact-sm" variant="default" flex="none" onClick={takeBack}>
              {say.undo}
            </Button>
          </Group>
        ),
      });
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  undo.current = mutate;
  return useCallback(
    (items, to) => {
      const steps = items.filter((item) => item.attributes.kanban_status !== to).map((item) => ({ item, to }));
      if (steps.length > 0) mutate(steps);
    },
    [mutate],
  );
}

async function send(steps: readonly Step[], status: ColumnName): Promise<void> {
  const ids = steps.map(({ item }) => item.id);
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

/** What takes a card back to where it was. */
function opposite({ item, to }: Step): Step {
  return {
    item: { ...item, attributes: { ...item.attributes, kanban_status: to } },
    to: item.attributes.kanban_status,
  };
}

/** The board with the card at the head of the other column. */
function moved(board: BoardAnswer, { item, to }: Step): BoardAnswer {
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
