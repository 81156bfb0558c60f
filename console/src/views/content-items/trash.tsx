import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { Column } from '../../components/column.ts';
import { DateTime } from '../../components/date-time.tsx';
import { ListView } from '../../components/paged-table.tsx';
import { SelectionToolbar } from '../../components/selection.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { pickLabels } from '../../lib/labels.ts';
import { usePermission } from '../../shell/me.ts';
import { CONTENT_TYPES } from '../board/model.ts';
import { translations as boardTexts } from '../board/translations.ts';
import { BulkButton } from './bulk-button.tsx';
import { translations } from './list-translations.ts';
import type { ListedItem } from './model.ts';
import { SelectPage, TitleCell } from './title-cell.tsx';
import { translations as itemTexts } from './translations.ts';
import { useBulk } from './use-bulk.tsx';
import { useItems } from './use-items.ts';

const route = getRouteApi('/content/trash');

/** What was deleted, to be restored. */
export default function Trash() {
  const t = useTranslations(translations);
  const tItem = useTranslations(itemTexts);
  const tBoard = useTranslations(boardTexts);
  const format = useFormat();
  const canManage = usePermission('manage_content');
  const { options, items, selection } = useItems({ ...route.useSearch(), trash: true });
  const bulk = useBulk(selection.clear);
  const restore: Column<ListedItem> = {
    header: t.actions,
    cell: (item) => (
      <Button
        size="xs"
        variant="default"
        aria-label={t.restoreOne(item.attributes.title)}
        onClick={() => bulk.change('restore', [item])}
      >
        {t.restore}
      </Button>
    ),
    align: 'right',
  };
  return (
    <>
      <ListView
        text={{ title: t.trash, lead: t.trashLead, empty: t.trashEmpty, emptyText: t.trashEmptyText }}
        filters={[
          { name: 'q', label: t.search, type: 'search' },
          { name: 'type', label: t.kind, options: pickLabels(CONTENT_TYPES, tBoard) },
        ]}
        query={options}
        columns={[
          {
            header: tItem.title,
            cell: (item) => <TitleCell item={item} selection={canManage ? selection : undefined} isLink={false} />,
          },
          { header: t.kind, cell: ({ attributes }) => tBoard[attributes.content_type], from: 'sm' },
          { header: t.column, cell: ({ attributes }) => tBoard[attributes.kanban_status], from: 'md' },
          {
            header: t.deleted,
            cell: ({ attributes }) => attributes.deleted_at && <DateTime at={attributes.deleted_at} relative />,
            from: 'sm',
          },
          ...(canManage ? [restore] : []),
        ]}
      >
        {canManage && <SelectPage items={items} selection={selection} />}
      </ListView>
      <SelectionToolbar
        label={t.selection}
        count={t.selected(format.number(selection.items.length))}
        clearLabel={t.clear}
        selection={selection}
      >
        <BulkButton bulk={bulk} action="restore" items={selection.items}>
          {t.restore}
        </BulkButton>
      </SelectionToolbar>
    </>
  );
}
