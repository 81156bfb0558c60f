import { Group, Pagination, Paper, Stack, Table, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormat } from '../i18n/format.ts';
import { useTranslations } from '../i18n/translations.ts';
import { translations } from '../shell/translations.ts';
import { QueryContent } from './states.tsx';

/** A column of a list. */
export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** The narrowest window in which it is shown; undefined: any. */
  from?: 'xs' | 'sm' | 'md' | 'lg';
  align?: 'right';
}

/** A page of rows as the API answers it; some lists name the last page rather than their number. */
interface PageOf<Row> {
  data: Row[];
  meta: { total: number; page: number } & ({ total_pages: number } | { last_page: number });
}

/** A list of the API, a page at a time; the page stands in the address. */
export function PagedTable<Row extends { id: string | number }>({
  query,
  columns,
  label,
  empty,
  onPageChange,
}: {
  query: UseQueryResult<PageOf<Row>, unknown>;
  columns: readonly Column<Row>[];
  /** What the list is of, for those who hear it. */
  label: string;
  /** Shown instead of a list without rows. */
  empty: ReactNode;
  onPageChange: (page: number) => void;
}) {
  return (
    <Paper withBorder>
      <QueryContent query={query}>
        {({ data, meta }) =>
          data.length === 0 ? (
            empty
          ) : (
            <Stack gap={0}>
              <DataTable rows={data} columns={columns} label={label} isFetching={query.isFetching} />
              <PaginationBar meta={meta} onPageChange={onPageChange} />
            </Stack>
          )
        }
      </QueryContent>
    </Paper>
  );
}

/** How many there are in all, and the way to the other pages. */
export function PaginationBar({
  meta,
  onPageChange,
}: {
  meta: PageOf<unknown>['meta'];
  onPageChange: (page: number) => void;
}) {
  const t = useTranslations(translations);
  const format = useFormat();
  return (
    <Group justify="space-between" p="sm" component="nav" aria-label={t.pages}>
      <Text size="sm">{t.total(format.number(meta.total))}</Text>
      {pagesOf(meta) > 1 && (
        <Pagination
          size="sm"
          siblings={0}
          total={pagesOf(meta)}
          value={meta.page}
          onChange={onPageChange}
          getItemProps={(page) => ({ 'aria-label': t.page(page) })}
          getControlProps={(control) => ({ 'aria-label': control === 'previous' ? t.previous : t.next })}
        />
      )}
    </Group>
  );
}

/** A table of rows. */
export function DataTable<Row extends { id: string | number }>({
  rows,
  columns,
  label,
  isFetching,
}: {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  /** What the rows are, for those who hear it. */
  label: string;
  isFetching: boolean;
}) {
  return (
    <Table.ScrollContainer minWidth={280} type="native">
      <Table aria-label={label} highlightOnHover aria-busy={isFetching}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ header, from, align }) => (
              <Table.Th key={header} visibleFrom={from} ta={align}>
                {header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id}>
              {columns.map(({ header, cell, from, align }) => (
                <Table.Td key={header} visibleFrom={from} ta={align} className={align && 'figure'}>
                  {cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function pagesOf(meta: PageOf<unknown>['meta']): number {
  return 'total_pages' in meta ? meta.total_pages : meta.last_page;
}
