import type { QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Filter, Filters } from './filters.tsx';
import { Page } from './page.tsx';
import { PagedTable, type PagedTableProps, type PageOfRows } from './paged-table.tsx';

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
  return (
    <Page title={text.title} lead={text.lead} actions={actions}>
      {filters && <Filters filters={filters} />}
      {children}
      <PagedTable text={text} {...table} />
    </Page>
  );
}
