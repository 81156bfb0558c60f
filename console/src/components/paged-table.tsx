import { Button, Group, Pagination, Paper, Stack, Table, Text } from '@mantine/core';
import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { ApiError } from '../api/api-error.ts';
import { useFormat } from '../i18n/format.ts';
import { useTranslations } from '../i18n/translations.ts';
import { PAGE_SIZES } from '../lib/list-preferences.ts';
import { pollEvery } from '../lib/poll.ts';
import { useSearchParams } from '../lib/search.ts';
import { translations } from '../shell/translations.ts';
import type { Column } from './column.ts';
import { type Filter, Filters, ShowAll } from './filters.tsx';
import { PageSizeSelect, SortHeader } from './list-order.tsx';
import { Page } from './page.tsx';
import { EmptyState, Loading, QueryContent } from './states.tsx';

/** Bars that are shown while a list loads. */
const SKELETON_ROWS = 8;

type PageMeta = { total: number; page: number } & ({ total_pages: number } | { last_page: number });

function lastPageOf(meta: PageMeta): number {
  return 'total_pages' in meta ? meta.total_pages : meta.last_page;
}

/** Whether the list has rows, but none on this page any more. */
function isAfterLast(meta: PageOfRows['meta']): meta is PageMeta {
  return 'total' in meta && meta.total > 0 && meta.page > lastPageOf(meta);
}

/** A page of a list of the API. Lists are paged by number or by cursor. */
export interface PageOfRows {
  data: readonly { id: string | number }[];
  meta: PageMeta | { next_cursor: string | null };
}

/** Props of a paged table. */
export interface PagedTableProps<Response, Failure, Rows extends PageOfRows, Key extends QueryKey> {
  text: { title: string; empty: string; emptyText?: string };
  /** Options of the query, which reads the page that the address names. */
  query: UseQueryOptions<Response, Failure, Rows, Key>;
  columns: readonly Column<Rows['data'][number]>[];
  /** What to do first, shown while the list is empty. */
  firstStep?: ReactNode;
  /** Whether filters leave rows out; an empty list then offers to take them away. */
  isFiltered?: boolean;
}

/** A list of the API as a table, one page at a time. The address keeps the page. */
export function PagedTable<Response, Failure, Rows extends PageOfRows, Key extends QueryKey>({
  text,
  query: options,
  columns,
  firstStep,
  isFiltered = false,
}: PagedTableProps<Response, Failure, Rows, Key>) {
  const query = useQuery({ ...options, placeholderData: keepPreviousData });
  const isTooLarge = query.error instanceof ApiError && query.error.details['per_page'] !== undefined;
  return (
    <Paper withBorder className="framed">
      {isTooLarge && (
        <Group p="sm">
          <PageSizeSelect />
        </Group>
      )}
      <QueryContent query={query} loading={<Loading lines={SKELETON_ROWS} />}>
        {({ data, meta }) =>
          data.length === 0 && isAfterLast(meta) ? (
            <LastPage page={lastPageOf(meta)} />
          ) : data.length === 0 ? (
            <EmptyState title={text.empty} action={isFiltered ? <ShowAll /> : firstStep}>
              {text.emptyText}
            </EmptyState>
          ) : (
            <Stack gap={0}>
              <DataTable rows={data} columns={columns} label={text.title} isFetching={query.isFetching} />
              {'next_cursor' in meta ? (
                <CursorBar next={meta.next_cursor} rows={data.length} />
              ) : (
                <PaginationBar meta={meta} />
              )}
            </Stack>
          )
        }
      </QueryContent>
    </Paper>
  );
}

/** Leads to the last page of a list whose former last page is gone, such as after all of its rows were deleted. */
function LastPage({ page }: { page: number }) {
  return (
    <>
      <Navigate to="." search={(previous) => ({ ...previous, page })} replace />
      <Loading lines={SKELETON_ROWS} />
    </>
  );
}

/** For `refetchInterval`: reads a list again every so often while one of its rows is in progress. */
export function refetchWhile<Row>(intervalMs: number, isInProgress: (row: Row) => boolean) {
  return pollEvery(intervalMs, ({ data }: { data: readonly Row[] }) => data.some(isInProgress));
}

/** The number of rows in all, and links to the other pages. */
export function PaginationBar({ meta, onPageChange }: { meta: PageMeta; onPageChange?: (page: number) => void }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const [, setSearch] = useSearchParams();
  const lastPage = lastPageOf(meta);
  return (
    <Group justify="space-between" px="md" py="sm" component="nav" aria-label={t.pages}>
      <Text size="sm" c="dimmed">
        {t.total(format.number(meta.total))}
      </Text>
      {meta.total > PAGE_SIZES[0] && <PageSizeSelect />}
      {lastPage > 1 && (
        <Pagination
          size="sm"
          siblings={0}
          total={lastPage}
          value={meta.page}
          onChange={onPageChange ?? ((page) => setSearch({ page }))}
          getItemProps={(page) => ({ 'aria-label': t.page(page) })}
          getControlProps={(control) => ({ 'aria-label': control === 'previous' ? t.previous : t.next })}
        />
      )}
    </Group>
  );
}

function CursorBar({ next, rows }: { next: string | null; rows: number }) {
  const t = useTranslations(translations);
  const [{ cursor }, setSearch] = useSearchParams();
  if (cursor === undefined && next === null && rows <= PAGE_SIZES[0]) return null;
  return (
    <Group p="sm" gap="xs" component="nav" aria-label={t.pages}>
      <Button
        size="xs"
        variant="default"
        disabled={cursor === undefined}
        onClick={() => setSearch({ cursor: undefined })}
      >
        {t.newest}
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={next === null}
        onClick={() => setSearch({ cursor: next ?? undefined })}
      >
        {t.older}
      </Button>
      <PageSizeSelect />
    </Group>
  );
}

/** A table of rows. */
export function DataTable<Row extends { id: string | number }>({
  rows,
  columns,
  label,
  isFetching = false,
}: {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  /** Accessible name of the table. */
  label: string;
  isFetching?: boolean;
}) {
  return (
    <Table.ScrollContainer minWidth={280} type="native">
      <Table aria-label={label} highlightOnHover aria-busy={isFetching}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ header, from, align, sort }) =>
              sort ? (
                <SortHeader key={header} header={header} from={from} align={align} sort={sort} />
              ) : (
                <Table.Th key={header} visibleFrom={from} ta={align} className={align && 'numeric'} scope="col">
                  {header}
                </Table.Th>
              ),
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id} onClick={openRow}>
              {columns.map(({ header, cell, link, from, align }) => (
                <Table.Td key={header} dir="auto" visibleFrom={from} ta={align} className={align && 'numeric'}>
                  {link ? <Link {...link(row)}>{cell(row)}</Link> : cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/**
 * Follows the link in the first cell of a row whose other parts were pressed. People with a keyboard or a screen reader have the link; what is pressed in a
 * dialog that belongs to a cell is not the row's, and neither is a selection of text.
 */
function openRow({ target, currentTarget, ctrlKey, metaKey }: MouseEvent<HTMLElement>): void {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return;
  if (target.closest('a, button, input, label, select, summary, textarea') || String(getSelection())) return;
  const link = currentTarget.querySelector('td:first-child a');
  link?.dispatchEvent(new globalThis.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey }));
}

/** A view that lists records, declared by its query, columns, filters and actions. The address keeps the filters and the page. */
export function ListView<Response, Failure, Rows extends PageOfRows, Key extends QueryKey>({
  text,
  actions,
  filters,
  children,
  ...table
}: PagedTableProps<Response, Failure, Rows, Key> & {
  text: { lead?: string };
  actions?: ReactNode;
  filters?: readonly Filter[];
  /** Shown between the filters and the table. */
  children?: ReactNode;
}) {
  const [search] = useSearchParams();
  const isFiltered = filters?.some(({ name }) => search[name] !== undefined) ?? false;
  return (
    <Page title={text.title} lead={text.lead} actions={actions}>
      {filters && <Filters filters={filters} />}
      {children}
      <PagedTable text={text} isFiltered={isFiltered} {...table} />
    </Page>
  );
}
