import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { listWorkflowTriggersOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { WorkflowTrigger } from '../../api/generated/client/types.gen.ts';
import { Page } from '../../components/page.tsx';
import { type Column, PagedTable } from '../../components/paged-table.tsx';
import { EmptyState } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { useCapabilityName, useTemplateName } from '../../lib/names.ts';
import { usePermission } from '../../shell/me.ts';
import { NextFire, useScheduleLabel } from './next-fire.tsx';
import { translations } from './translations.ts';
import { useResultLabel } from './use-result-label.ts';

const route = getRouteApi('/triggers');
/** Triggers fire by themselves, so the page is asked for this often. */
const REFRESH_MS = 15_000;

/** All triggers, with when they fire next; the page stands in the address. */
export function TriggerList() {
  const t = useTranslations(translations);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const canEdit = usePermission('manage_content');
  const query = useQuery({
    ...listWorkflowTriggersOptions({ query: search }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  return (
    <Page
      title={t.title}
      lead={t.lead}
      actions={canEdit && <Button renderRoot={(props) => <Link to="/triggers/new" {...props} />}>{t.addNew}</Button>}
    >
      <PagedTable
        query={query}
        columns={useColumns()}
        label={t.title}
        empty={<EmptyState title={t.empty}>{t.emptyText}</EmptyState>}
        onPageChange={(page) => void navigate({ search: { page } })}
      />
    </Page>
  );
}

function useColumns(): Column<WorkflowTrigger>[] {
  const t = useTranslations(translations);
  const scheduleLabel = useScheduleLabel();
  const capabilityName = useCapabilityName();
  const templateName = useTemplateName();
  const resultLabel = useResultLabel();
  return [
    {
      header: t.name,
      cell: ({ id, attributes }) => (
        <Link to="/triggers/$id" params={{ id: String(id) }}>
          {attributes.name}
        </Link>
      ),
    },
    {
      header: t.target,
      cell: ({ attributes: { target } }) =>
        target.template_slug === null
          ? capabilityName(target.capability_slug ?? '')
          : templateName(target.template_slug),
      from: 'md',
    },
    { header: t.when, cell: scheduleLabel, from: 'lg' },
    { header: t.nextFire, cell: (trigger) => <NextFire trigger={trigger} /> },
    {
      header: t.lastResult,
      cell: ({ attributes }) => (attributes.last_result ? resultLabel(attributes.last_result) : t.never),
      from: 'sm',
    },
  ];
}
