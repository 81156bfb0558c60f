import { Button, Group } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { DateTime } from '../../components/date-time.tsx';
import { ListView } from '../../components/paged-table.tsx';
import { SelectionToolbar } from '../../components/selection.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { pickLabels } from '../../lib/labels.ts';
import { usePermission } from '../../shell/me.ts';
import { COLUMNS, CONTENT_TYPES } from '../board/model.ts';
import { translations as boardTexts } from '../board/translations.ts';
import { BulkButton } from './bulk-button.tsx';
import { translations } from './list-translations.ts';
import { SaveMenu } from './save-menu.tsx';
import { BulkTags } from './tags/bulk-dialog.tsx';
import { filteredTags } from './tags/filtered-tags.ts';
import { ManageTags } from './tags/manage-tags.tsx';
import { TagFilter } from './tags/tag-filter.tsx';
import { translations as tagTexts } from './tags/translations.ts';
import { useTags } from './tags/use-tags.ts';
import { SelectPage, TitleCell } from './title-cell.tsx';
import { translations as itemTexts } from './translations.ts';
import { useBulk } from './use-bulk.tsx';
import { useFavor } from './use-favor.ts';
import { useItems } from './use-items.ts';

const route = getRouteApi('/content');

/** All content items of the board as a list: to search, to filter, and to change several at once. */
export default function ContentList() {
  const t = useTranslations(translations);
  const tItem = useTranslations(itemTexts);
  const tBoard = useTranslations(boardTexts);
  const tTags = useTranslations(tagTexts);
  const format = useFormat();
  const canManage = usePermission('manage_content');
  const search = route.useSearch();
  const { options, items, selection } = useItems(search);
  // What the address names is offered, too, whether there is such a tag or not.
  const names = [...useTags().map(({ attributes }) => attributes.name), ...filteredTags(search.tag)];
  const tagOptions = Object.fromEntries(names.map((name) => [name, name]));
  const bulk = useBulk(selection.clear);
  const favor = useFavor();
  return (
    <>
      <ListView
        text={t}
        actions={
          <>
            <Button variant="default" renderRoot={(props) => <Link to="/content/trash" {...props} />}>
              {t.trash}
            </Button>
            {canManage && <Button renderRoot={(props) => <Link to="/content/new" {...props} />}>{t.addNew}</Button>}
          </>
        }
        firstStep={
          canManage && (
            <Button variant="default" renderRoot={(props) => <Link to="/content/new" {...props} />}>
              {t.firstStep}
            </Button>
          )
        }
        filters={[
          { name: 'q', label: t.search, type: 'search' },
          { name: 'status', label: t.column, options: pickLabels(COLUMNS, tBoard) },
          { name: 'type', label: t.kind, options: pickLabels(CONTENT_TYPES, tBoard) },
          { name: 'from', label: t.from, type: 'utc-day' },
          { name: 'to', label: t.to, type: 'utc-day' },
          { name: 'tag', label: tTags.tag, options: tagOptions, input: TagFilter },
          { name: 'favorite', label: t.favorites, type: 'switch' },
        ]}
        query={options}
        columns={[
          {
            header: tItem.title,
            cell: (item) => <TitleCell item={item} selection={selection} isLink onFavor={favor} />,
          },
          { header: t.kind, cell: ({ attributes }) => tBoard[attributes.content_type], from: 'sm' },
          {
            header: t.column,
            cell: ({ attributes }) => <span className="numeric">{tBoard[attributes.kanban_status]}</span>,
          },
          {
            header: t.words,
            cell: ({ attributes }) => format.number(attributes.word_count),
            align: 'right',
            from: 'md',
          },
          { header: t.created, cell: ({ attributes }) => <DateTime at={attributes.created_at} relative />, from: 'sm' },
        ]}
      >
        <Group justify="space-between">
          <SelectPage items={items} selection={selection} />
          {canManage && <ManageTags />}
        </Group>
      </ListView>
      <SelectionToolbar
        label={t.selection}
        count={t.selected(format.number(selection.items.length))}
        clearLabel={t.clear}
        selection={selection}
      >
        <SaveMenu ids={selection.items.map(({ id }) => id)} />
        {canManage && (
          <>
            <BulkButton bulk={bulk} action="duplicate" items={selection.items}>
              {t.duplicate}
            </BulkButton>
            <BulkTags bulk={bulk} items={selection.items} />
            <BulkButton bulk={bulk} action="delete" items={selection.items}>
              {t.remove}
            </BulkButton>
          </>
        )}
      </SelectionToolbar>
    </>
  );
}
