import { Button } from '@mantine/core';
import { type Selection, SelectionToolbar } from '../../components/selection.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { COLUMNS, type Item } from './model.ts';
import { translations } from './translations.ts';
import type { Move } from './use-move.tsx';

/** A sticky toolbar that moves the selected cards. */
export function SelectionBar({ selection, move }: { selection: Selection<Item>; move: Move }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const { items, clear } = selection;
  return (
    <SelectionToolbar
      label={t.selection}
      count={t.selected(format.number(items.length))}
      clearLabel={t.clear}
      selection={selection}
    >
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
    </SelectionToolbar>
  );
}
