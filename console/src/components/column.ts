import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { useSearchParams } from '../lib/search.ts';

/** What a list can be sorted by; lists are sorted by `created_at` unless the address says otherwise. */
export type SortBy = NonNullable<ReturnType<typeof useSearchParams>[0]['sort']> | 'created_at';

/** A column of a table. */
export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Where the content of the cell leads to, such as the view of the record. */
  link?: (row: Row) => LinkProps & { onClick?: () => void };
  /** The column is hidden in windows narrower than this. */
  from?: 'xs' | 'sm' | 'md' | 'lg';
  align?: 'right';
  /** What the API can sort the list by that the column shows. */
  sort?: SortBy;
}
