import { Button, Group, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { listCaseStudiesOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { CaseStudy } from '../../api/generated/client/types.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { Filter } from '../../components/filter.tsx';
import { Page } from '../../components/page.tsx';
import { type Column, PagedTable } from '../../components/paged-table.tsx';
import { EmptyState } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { pickLabels } from '../../lib/labels.ts';
import { usePermission } from '../../shell/me.ts';
import { STATUSES } from './model.ts';
import { CaseStudyStatus } from './status.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/case-studies');

/** All case studies; filter and page stand in the address. */
export function CaseStudyList() {
  const t = useTranslations(translations);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const canEdit = usePermission('manage_content');
  const query = useQuery({ ...listCaseStudiesOptions({ query: search }), placeholderData: keepPreviousData });
  return (
    <Page
      title={t.title}
      lead={t.lead}
      actions={
        canEdit && <Button renderRoot={(props) => <Link to="/case-studies/new" {...props} />}>{t.addNew}</Button>
      }
    >
      <Group>
        <Filter
          label={t.status}
          value={search.status}
          options={pickLabels(STATUSES, t)}
          onChange={(status) => void navigate({ search: { status }, replace: true })}
        />
      </Group>
      <PagedTable
        query={query}
        columns={useColumns()}
        label={t.title}
        empty={<EmptyState title={t.empty}>{t.emptyText}</EmptyState>}
        onPageChange={(page) => void navigate({ search: (before) => ({ ...before, page }) })}
      />
    </Page>
  );
}

function useColumns(): Column<CaseStudy>[] {
  const t = useTranslations(translations);
  return [
    {
      header: t.case_study_title,
      cell: ({ id, attributes }) => (
        <Link to="/case-studies/$id" params={{ id: String(id) }}>
          {attributes.case_study_title ?? t.noTitle}
        </Link>
      ),
    },
    { header: t.customer, cell: ({ attributes }) => <Text size="sm">{attributes.company_name}</Text> },
    { header: t.status, cell: ({ attributes }) => <CaseStudyStatus status={attributes.status} />, from: 'xs' },
    { header: t.changed, cell: ({ attributes }) => <DateTime at={attributes.updated_at} />, from: 'sm' },
  ];
}
