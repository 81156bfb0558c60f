import { Button, Code, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { listOwnAuditLogOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { exportOwnAuditLog } from '../../api/generated/client/sdk.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { ForbiddenPage } from '../../components/page.tsx';
import { ListView } from '../../components/paged-table.tsx';
import { showError } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { pickLabels } from '../../lib/labels.ts';
import { saveFile } from '../../lib/save-file.ts';
import { usePermission } from '../../shell/me.ts';
import { ACTOR_KINDS } from './model.ts';
import { translations } from './translations.ts';

const route = getRouteApi('/audit-log');

/** Who changed what in the partner's account. An action and a kind of record lead to all of their kind. */
export default function AuditLog() {
  const t = useTranslations(translations);
  const search = route.useSearch();
  const mayRead = usePermission('manage_webhooks');
  const { cursor: _page, per_page: _size, ...filters } = search;
  const save = useMutation({
    mutationFn: async () => saveFile(await exportOwnAuditLog({ query: filters, parseAs: 'blob', throwOnError: true })),
    onError: showError,
  });
  if (!mayRead) return <ForbiddenPage title={t.title} reason={t.onlyAdmins} />;
  return (
    <ListView
      text={t}
      actions={
        <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
          {t.export}
        </Button>
      }
      filters={[
        { name: 'actor_kind', label: t.actorKind, options: pickLabels(ACTOR_KINDS, t) },
        { name: 'action', label: t.action, type: 'search' },
        { name: 'resource_type', label: t.resourceType, type: 'search' },
        { name: 'from', label: t.from, type: 'utc-day' },
        { name: 'to', label: t.to, type: 'utc-day' },
      ]}
      query={listOwnAuditLogOptions({ query: search })}
      columns={[
        {
          header: t.time,
          cell: ({ attributes }) => (
            <Text size="sm" className="numeric">
              <DateTime at={attributes.created_at} />
            </Text>
          ),
        },
        {
          header: t.actor,
          cell: ({ attributes: { actor_name: name, actor_kind: kind, actor_id: id } }) => (
            <>
              <Text size="sm">{name ?? t[kind]}</Text>
              {name !== null && (
                <Text size="xs" c="dimmed">
                  {t[kind]} {id}
                </Text>
              )}
            </>
          ),
        },
        {
          header: t.action,
          cell: ({ attributes }) => <Code className="code-line">{attributes.action}</Code>,
          link: ({ attributes: { action } }) => ({ to: '/audit-log', search: { ...filters, action } }),
        },
        {
          header: t.record,
          cell: ({ attributes }) => (
            <>
              <Code className="code-line">{attributes.resource_type}</Code>
              <Text size="xs" c="dimmed" className="code-line">
                {attributes.resource_id}
              </Text>
            </>
          ),
          link: ({ attributes: { resource_type } }) => ({ to: '/audit-log', search: { ...filters, resource_type } }),
          from: 'sm',
        },
        {
          header: t.request,
          cell: ({ attributes }) => <Code className="code-line">{attributes.request_id}</Code>,
          from: 'lg',
        },
      ]}
    />
  );
}
