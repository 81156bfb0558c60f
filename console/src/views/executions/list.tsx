import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { listExecutionsOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { Execution } from '../../api/generated/client/types.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { ListView, refetchWhile } from '../../components/paged-table.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { pickLabels } from '../../lib/labels.ts';
import { useCapabilityName } from '../../lib/names.ts';
import { usePermission } from '../../shell/me.ts';
import { isOpen, PRIORITIES, STATUSES } from './model.ts';
import { ExecutionStatus } from './status.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/executions');
const REFRESH_MS = 5_000;

/** All executions. */
export default function ExecutionList() {
  const t = useTranslations(translations);
  const format = useFormat();
  const capabilityName = useCapabilityName();
  const canStart = usePermission('manage_content');
  return (
    <ListView
      text={t}
      firstStep={
        canStart && <Button renderRoot={(props) => <Link to="/capabilities" {...props} />}>{t.firstStep}</Button>
      }
      filters={[
        { name: 'status', label: t.status, options: pickLabels(STATUSES, t) },
        { name: 'priority', label: t.priority, options: pickLabels(PRIORITIES, t) },
        { name: 'from', label: t.from, type: 'utc-day' },
        { name: 'to', label: t.to, type: 'utc-day' },
      ]}
      query={{
        ...listExecutionsOptions({ query: route.useSearch() }),
        refetchInterval: refetchWhile(REFRESH_MS, ({ attributes }: Execution) => isOpen(attributes.status)),
      }}
      columns={[
        {
          header: t.capability,
          cell: ({ id, attributes }) => `${capabilityName(attributes.capability)} #${id}`,
          link: ({ id }) => ({ to: '/executions/$id', params: { id: String(id) } }),
        },
        { header: t.status, cell: ({ attributes }) => <ExecutionStatus status={attributes.status} /> },
        { header: t.priority, cell: ({ attributes }) => t[attributes.priority], from: 'md' },
        { header: t.agent, cell: ({ relationships }) => relationships.agent.name, from: 'lg' },
        {
          header: t.credits,
          cell: ({ attributes }) => format.number(attributes.credits_used),
          from: 'sm',
          align: 'right',
        },
        {
          header: t.created,
          cell: ({ attributes }) => <DateTime at={attributes.created_at} relative />,
          from: 'sm',
          sort: 'created_at',
        },
      ]}
    />
  );
}
