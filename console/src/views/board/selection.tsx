import { Button, Group, Text } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/texts.ts';
import type { Move } from './move.tsx';
import { texts } from './texts.ts';
import { type BoardAnswer, COLUMNS, type Item } from './words.ts';

/** The cards that are to be moved together. */
export interface Selection {
  items: readonly Item[];
  has: (item: Item) => boolean;
  /** Takes cards in, or out. */
  mark: (items: readonly Item[], isIn: boolean) => void;
  clear: () => void;
}

/** A selection of the board's cards; what has left the board is no longer in it. */
export function useSelection(board: BoardAnswer | undefined): Selection {
  const [ids, setIds] = useState<ReadonlySet<number>>(() => new Set());
  const mark = useCallback(
    (items: readonly Item[], isIn: boolean) =>
      setIds((before) => {
        const after = new Set(before);
        for (const { id } of items) isIn ? after.add(id) : after.delete(id);
        return after;
      }),
    [],
  );
  const clear = useCallback(() => setIds(new Set()), []);
  return useMemo(() => {
    const all = board ? COLUMNS.flatMap((name) => board.data.columns[name].items) : [];
    return { items: all.filter(({ id }) => ids.has(id)), has: ({ id }) => ids.has(id), mark, clear };
  }, [board, ids, mark, clear]);
}

/** What can be done with the cards that are selected; in sight wherever the board is moved to. */
export function SelectionBar({ selection: { items, clear }, move }: { selection: Selection; move: Move }) {
  const say = useTexts(texts);
  const format = useFormat();
  if (items.length === 0) return null;
  return (
    <Group className="at-hand" gap="xs" role="toolbar" aria-label={say.selection}>
      <Text size="sm" fw={600} aria-live="polite">
        {say.selected(format.number(items.length))}
      </Text>
      {COLUMNS.map((name) => (
        <Button
          key={name}
          size="xs"
          variant="default"
          onClick={() => {
            move(items, name);
            clear();
          }}
        >
          {say[name]}
        </Button>
      ))}
      <Button size="xs" variant="subtle" onClick={clear}>
        {say.clear}
      </Button>
    </Group>
  );
}
