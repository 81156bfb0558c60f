import type { QueryKey } from '@tanstack/react-query';
import { useTranslations } from '../../i18n/translations.ts';
import type { Column } from '../column.ts';
import { DateTime } from '../date-time.tsx';
import { Section } from '../page.tsx';
import { PagedTable, type PagedTableProps, type PageOfRows, refetchWhile } from '../paged-table.tsx';
import { isRunning, type Run } from './model.ts';
import { RunState } from './run-state.tsx';
import { translations } from './translations.ts';

/** The runs of an evaluation: when each started, its state, and what it found. */
export function RunsSection<Failure, Page extends PageOfRows & { data: readonly Run[] }, Key extends QueryKey>({
  query,
  refreshMs,
  emptyText,
  linkOf,
  columns,
}: Pick<PagedTableProps<Page, Failure, Page, Key>, 'query' | 'columns'> & {
  /** How often the runs are read while one goes on. */
  refreshMs: number;
  /** What to do while there are none. */
  emptyText: string;
  linkOf: NonNullable<Column<Page['data'][number]>['link']>;
}) {
  const t = useTranslations(translations);
  return (
    <Section title={t.runs}>
      <PagedTable
        text={{ title: t.runs, empty: t.runsEmpty, emptyText }}
        query={{ ...query, refetchInterval: refetchWhile(refreshMs, isRunning) }}
        columns={[
          {
            header: t.started,
            cell: ({ attributes }) => <DateTime at={attributes.created_at} relative />,
            link: linkOf,
          },
          { header: t.status, cell: ({ attributes }) => <RunState status={attributes.status} /> },
          ...columns,
        ]}
      />
    </Section>
  );
}
