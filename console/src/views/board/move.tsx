import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { moveContentItem } from '../../api/generated/client/sdk.gen.ts';
import { showProblem } from '../../components/show-problem.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { texts } from './texts.ts';
import type { BoardAnswer, ColumnName, Item } from './words.ts';

interface Request {
  item: Item;
  to: ColumnName;
}

/** Moves a card at once, takes it back where the API refuses, and offers to undo it. */
export function useMove(queryKey: QueryKey): (item: Item, to: ColumnName) => void {
  const say = useTexts(texts);
  const queries = useQueryClient();
  const undo = useRef<(item: Item, to: ColumnName) => void>(() => undefined);
  const { mutate } = useMutation({
    mutationFn: ({ item, to }: Request) => moveContentItem({ path: { contentId: item.id }, body: { status: to } }),
    onMutate: async ({ item, to }) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData<BoardAnswer>(queryKey);
      if (before) queries.setQueryData(queryKey, moved(before, item, to));
      return { before };
    },
    onError: (error, _request, context) => {
      if (context?.before) queries.setQueryData(queryKey, context.before);
      showProblem(error);
    },
    onSuccess: (_answer, { item, to }) => {
      const from = item.attributes.kanban_status;
      const id = `moved-${item.id}`;
      const takeBack = () => {
        notifications.hide(id);
        undo.current({ ...item, attributes: { ...item.attributes, kanban_status: to } }, from);
      };
      notifications.show({
        id,
        message: (
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm">{say.moved(item.attributes.title, say[to])}</Text>
            <Button size="compact-sm" variant="default" onClick={takeBack}>
              {say.undo}
            </Button>
          </Group>
        ),
      });
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  const move = useCallback(
    (item: Item, to: ColumnName) => {
      if (item.attributes.kanban_status !== to) mutate({ item, to });
    },
    [mutate],
  );
  undo.current = move;
  return move;
}

/** The board with the card at the head of the other column. */
function moved(board: BoardAnswer, item: Item, to: ColumnName): BoardAnswer {
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
