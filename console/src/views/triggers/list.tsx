import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { listWorkflowTriggersOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { ListView } from '../../components/paged-table.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { useCapabilityName, useTemplateName } from '../../lib/names.ts';
import { pollEvery } from '../../lib/poll.ts';
import { usePermission } from '../../shell/me.ts';
import { NextFire, useResultLabel, useScheduleLabel } from './next-fire.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/triggers');
/** Triggers fire on their own, so the list is read again this often. */
const REFRESH_MS = 15_000;

/** All triggers with the time at which they fire next. */
export default function TriggerList() {
  const t = useTranslations(translations);
  const canEdit = usePermission('manage_content');
  const scheduleLabel = useScheduleLabel();
  const capabilityName = useCapabilityName();
  const templateName = useTemplateName();
  const resultLabel = useResultLabel();
  return (
    <ListView
      text={t}
      actions={canEdit && <Button renderRoot={(props) => <Link to="/triggers/new" {...props} />}>{t.addNew}</Button>}
      firstStep={
        canEdit && (
          <Button variant="default" renderRoot={(props) => <Link to="/triggers/new" {...props} />}>
            {t.firstStep}
          </Button>
        )
      }
      query={{ ...listWorkflowTriggersOptions({ query: route.useSearch() }), refetchInterval: pollEvery(REFRESH_MS) }}
      columns={[
        {
          header: t.name,
          sort: 'name',
          cell: ({ attributes }) => attributes.name,
          link: ({ id }) => ({ to: '/triggers/$id', params: { id: String(id) } }),
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
      ]}
    />
  );
}
