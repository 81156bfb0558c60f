import { Button, Group, Text } from '@mantine/core';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { type BoardResponse, COLUMNS, type Item } from './model.ts';
import { translations } from './translations.ts';
import type { Move } from './use-move.tsx';

/** The selected cards. */
export interface Selection {
  items: readonly Item[];
  has: (item: Item) => boolean;
  /** Selects or deselects cards. */
  toggle: (items: readonly Item[], isIn: boolean) => void;
  clear: () => void;
  /** The card, with the other selected cards if it is selected. Stable. */
  itemsToDrag: (item: Item) => readonly Item[];
}

/** Keeps the selection of cards. Cards that leave the board are deselected. */
export function useSelection(board: BoardResponse | undefined): Selection {
  const [ids, setIds] = useState<ReadonlySet<number>>(() => new Set());
  const toggle = useCallback(
    (items: readonly Item[], isIn: boolean) =>
      setIds((current) => {
        const next = new Set(current);
        for (const { id } of items) isIn ? next.add(id) : next.delete(id);
        return next;
      }),
    [],
  );
  const clear = useCallback(() => setIds(new Set()), []);
  const items = useMemo(() => {
    const all = board ? COLUMNS.flatMap((name) => board.data.columns[name].items) : [];
    return all.filter(({ id }) => ids.has(id));
  }, [board, ids]);
  const latest = useRef(items);
  latest.current = items;
  const itemsToDrag = useCallback(
    (item: Item) => (latest.current.some(({ id }) => id === item.id) ? latest.current : [item]),
    [],
  );
  return useMemo(
    () => ({ items, has: ({ id }) => ids.has(id), toggle, clear, itemsToDrag }),
    [items, ids, toggle, clear, itemsToDrag],
  );
}

/** A sticky toolbar that moves the selected cards. */
export function SelectionBar({ selection: { items, clear }, move }: { selection: Selection; move: Move }) {
  const t = useTranslations(translations);
  const format = useFormat();
  if (items.length === 0) return null;
  return (
    <Group className="sticky-bar" gap="xs" role="toolbar" aria-label={t.selection}>
      <Text size="sm" fw={600} aria-live="polite">
        {t.selected(format.number(items.length))}
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
          {t[name]}
        </Button>
      ))}
      <Button size="xs" variant="subtle" onClick={clear}>
        {t.clear}
      </Button>
    </Group>
  );
}
