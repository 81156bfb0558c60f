import { Button, Code, Paper, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listKeysOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { ListKeysResponse } from '../../api/generated/client/types.gen.ts';
import type { Column } from '../../components/column.ts';
import { DateTime } from '../../components/date-time.tsx';
import { ForbiddenPage, Page } from '../../components/page.tsx';
import { DataTable } from '../../components/paged-table.tsx';
import { EmptyState, QueryContent } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { usePermission } from '../../shell/me.ts';
import { KeyState } from './state.tsx';
import { translations } from './translations.ts';

/** The keys of the partner with their use, newest first. */
export default function KeyList() {
  const t = useTranslations(translations);
  const format = useFormat();
  const mayManage = usePermission('manage_webhooks');
  const query = useQuery({ ...listKeysOptions(), enabled: mayManage });
  if (!mayManage) return <ForbiddenPage title={t.title} reason={t.onlyAdmins} />;
  const add = <Button renderRoot={(props) => <Link to="/keys/new" {...props} />}>{t.add}</Button>;
  const columns: Column<ListKeysResponse['data'][number]>[] = [
    {
      header: t.name,
      cell: ({ name, prefix }) => (
        <>
          {name} <Code>{prefix}…</Code>
        </>
      ),
      link: ({ id }) => ({ to: '/keys/$id', params: { id: String(id) } }),
    },
    { header: t.state, cell: (key) => <KeyState apiKey={key} />, from: 'xs' },
    { header: t.requests, cell: ({ use }) => format.number(use.requests_today), align: 'right', from: 'sm' },
    { header: t.creditsToday, cell: ({ use }) => format.number(use.credits_today), align: 'right', from: 'md' },
    { header: t.errors30, cell: ({ use }) => format.number(use.errors), align: 'right', from: 'md' },
    {
      header: t.lastUsed,
      cell: ({ last_used_at: at }) => (at ? <DateTime at={at} /> : <Text size="sm">{t.never}</Text>),
      from: 'lg',
    },
  ];
  return (
    <Page title={t.title} lead={t.lead} actions={add}>
      <Paper withBorder>
        <QueryContent query={query}>
          {({ data }) =>
            data.length === 0 ? (
              <EmptyState
                title={t.empty}
                icon={IconKey}
                action={
                  <Button variant="default" renderRoot={(props) => <Link to="/keys/new" {...props} />}>
                    {t.firstStep}
                  </Button>
                }
              >
                {t.emptyText}
              </EmptyState>
            ) : (
              <DataTable rows={data} columns={columns} label={t.title} />
            )
          }
        </QueryContent>
      </Paper>
    </Page>
  );
}
