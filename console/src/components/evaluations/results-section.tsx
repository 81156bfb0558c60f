import { Switch } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { useTranslations } from '../../i18n/translations.ts';
import { useSearchParams } from '../../lib/search.ts';
import { Section } from '../page.tsx';
import { PagedTable, type PagedTableProps, type PageOfRows } from '../paged-table.tsx';
import { translations } from './translations.ts';

/** The results of a run one by one, all or those that failed; the address keeps which. */
export function ResultsSection<Response, Failure, Page extends PageOfRows, Key extends QueryKey>({
  text,
  query,
  columns,
}: Pick<PagedTableProps<Response, Failure, Page, Key>, 'text' | 'query' | 'columns'>) {
  const t = useTranslations(translations);
  const [{ failed = false }, setSearch] = useSearchParams();
  return (
    <Section
      title={text.title}
      actions={
        <Switch
          label={t.onlyFailed}
          checked={failed}
          onChange={({ currentTarget: { checked } }) =>
            setSearch({ failed: checked ? true : undefined, page: undefined }, { replace: true })
          }
        />
      }
    >
      <PagedTable text={text} query={query} columns={columns} />
    </Section>
  );
}
