import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { listCaseStudiesOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { ListView } from '../../components/paged-table.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { pickLabels } from '../../lib/labels.ts';
import { usePermission } from '../../shell/me.ts';
import { STATUSES } from './model.ts';
import { CaseStudyStatus } from './status.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/case-studies');

/** All case studies. */
export default function CaseStudyList() {
  const t = useTranslations(translations);
  const canEdit = usePermission('manage_content');
  return (
    <ListView
      text={t}
      actions={
        canEdit && <Button renderRoot={(props) => <Link to="/case-studies/new" {...props} />}>{t.addNew}</Button>
      }
      filters={[{ name: 'status', label: t.status, options: pickLabels(STATUSES, t) }]}
      firstStep={
        canEdit && (
          <Button variant="default" renderRoot={(props) => <Link to="/case-studies/new" {...props} />}>
            {t.firstStep}
          </Button>
        )
      }
      query={listCaseStudiesOptions({ query: route.useSearch() })}
      columns={[
        {
          header: t.case_study_title,
          cell: ({ attributes }) => attributes.case_study_title ?? t.noTitle,
          link: ({ id }) => ({ to: '/case-studies/$id', params: { id: String(id) } }),
        },
        { header: t.customer, cell: ({ attributes }) => attributes.company_name },
        { header: t.status, cell: ({ attributes }) => <CaseStudyStatus status={attributes.status} />, from: 'xs' },
        { header: t.changed, cell: ({ attributes }) => <DateTime at={attributes.updated_at} relative />, from: 'sm' },
        {
          header: t.created,
          cell: ({ attributes }) => <DateTime at={attributes.created_at} relative />,
          from: 'md',
          sort: 'created_at',
        },
      ]}
    />
  );
}
