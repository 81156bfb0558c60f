import { Button, Group, Text } from '@mantine/core';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';

/** The selected rows of a list. */
export interface Selection<Row> {
  items: readonly Row[];
  has: (item: Row) => boolean;
  /** Selects or deselects rows. Stable. */
  toggle: (items: readonly Row[], isIn: boolean) => void;
  /** Stable. */
  clear: () => void;
  /** The row, with the other selected ones if it is selected. Stable. */
  withOthers: (item: Row) => readonly Row[];
}

/** Keeps the selection among rows. What is not among them any more is deselected. */
export function useSelection<Row extends { id: number }>(rows: readonly Row[]): Selection<Row> {
  const [ids, setIds] = useState<ReadonlySet<number>>(() => new Set());
  const toggle = useCallback(
    (items: readonly Row[], isIn: boolean) =>
      setIds((current) => {
        const next = new Set(current);
        for (const { id } of items) isIn ? next.add(id) : next.delete(id);
        return next;
      }),
    [],
  );
  const clear = useCallback(() => setIds(new Set()), []);
  const items = useMemo(() => rows.filter(({ id }) => ids.has(id)), [rows, ids]);
  const latest = useRef(items);
  latest.current = items;
  const withOthers = useCallback(
    (item: Row) => (latest.current.some(({ id }) => id === item.id) ? latest.current : [item]),
    [],
  );
  return useMemo(
    () => ({ items, has: ({ id }) => ids.has(id), toggle, clear, withOthers }),
    [items, ids, toggle, clear, withOthers],
  );
}

/** A sticky toolbar with what can be done with the selected rows. Renders nothing while there are none. */
export function SelectionToolbar({
  label,
  count,
  clearLabel,
  selection,
  children,
}: {
  /** Accessible name. */
  label: string;
  /** Says how many are selected. */
  count: string;
  clearLabel: string;
  selection: Pick<Selection<unknown>, 'items' | 'clear'>;
  children: ReactNode;
}) {
  if (selection.items.length === 0) return null;
  return (
    <Group className="sticky-bar" gap="xs" role="toolbar" aria-label={label}>
      <Text size="sm" fw={600} aria-live="polite">
        {count}
      </Text>
      {children}
      <Button size="xs" variant="subtle" onClick={selection.clear}>
        {clearLabel}
      </Button>
    </Group>
  );
}
