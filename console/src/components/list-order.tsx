import { NativeSelect, Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { useTranslations } from '../i18n/translations.ts';
import { keepPageSize, PAGE_SIZES, type PageSize } from '../lib/list-preferences.ts';
import { useSearchParams } from '../lib/search.ts';
import { translations } from '../shell/translations.ts';
import type { Column, SortBy } from './column.ts';

type Params = ReturnType<typeof useSearchParams>[0];

const ICONS = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort } as const;

/**
 * The head of a column that the list can be sorted by. Pressed, it sorts by the column, the other way round, and then as the list is by
 * default.
 */
export function SortHeader({
  header,
  from,
  align,
  sort,
}: Pick<Column<never>, 'header' | 'from' | 'align'> & { sort: SortBy }) {
  const [search, setSearch] = useSearchParams();
  const isCurrent = (search.sort ?? 'created_at') === sort;
  const dir = search.dir ?? 'desc';
  const order = !isCurrent ? 'none' : dir === 'asc' ? 'ascending' : 'descending';
  const Icon = ICONS[order];
  const change = () => {
    const next = nextOrder(sort, isCurrent ? dir : undefined);
    setSearch({ ...next, page: undefined, cursor: undefined }, { replace: true });
  };
  return (
    <Table.Th visibleFrom={from} ta={align} className={align && 'numeric'} scope="col" aria-sort={order}>
      <UnstyledButton className="sort" data-order={order} onClick={change}>
        {header}
        <Icon size={13} stroke={2} aria-hidden />
      </UnstyledButton>
    </Table.Th>
  );
}

/** Names begin with A; times and sums with the newest and the greatest. */
function nextOrder(sort: SortBy, dir: 'asc' | 'desc' | undefined): Pick<Params, 'sort' | 'dir'> {
  if (sort === 'created_at') return { sort: undefined, dir: dir === 'desc' ? 'asc' : undefined };
  const [first, second] = sort === 'name' ? (['asc', 'desc'] as const) : (['desc', 'asc'] as const);
  if (dir === undefined) return { sort, dir: first };
  return dir === first ? { sort, dir: second } : { sort: undefined, dir: undefined };
}

/** The choice of how many rows a page has. It is kept for the person, and in the address. */
export function PageSizeSelect() {
  const t = useTranslations(translations);
  const [{ per_page: size }, setSearch] = useSearchParams();
  if (size === undefined) return null;
  return (
    <NativeSelect
      size="xs"
      aria-label={t.pageSize}
      value={String(size)}
      onChange={(event) => {
        const chosen = Number(event.currentTarget.value) as PageSize;
        keepPageSize(chosen);
        setSearch({ per_page: chosen, page: undefined, cursor: undefined });
      }}
      data={PAGE_SIZES.map((each) => ({ value: String(each), label: t.rowsAPage(String(each)) }))}
    />
  );
}
