import { Badge, Button, Checkbox, Group, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, type LinkProps } from '@tanstack/react-router';
import {
  getNotificationSettingsOptions,
  getNotificationSettingsQueryKey,
  listNotificationsOptions,
  listNotificationsQueryKey,
  setNotificationReadMutation,
  setNotificationsReadMutation,
  updateNotificationSettingsMutation,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type {
  GetNotificationSettingsResponse,
  ListNotificationsResponse,
} from '../../api/generated/client/types.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { Filters } from '../../components/filters.tsx';
import { Page, Section } from '../../components/page.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { QueryContent, showError } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { useCapabilityName } from '../../lib/names.ts';
import { type Found, linkOf as recordLink } from '../../shell/finder/record-link.ts';
import { usePermission } from '../../shell/me.ts';
import { translations } from './translations.ts';

const route = getRouteApi('/notifications');

type Notification = ListNotificationsResponse['data'][number];
type Settings = GetNotificationSettingsResponse['data']['attributes'];

const KINDS = [
  'execution_finished',
  'execution_failed',
  'credits_low',
  'credits_exhausted',
  'payment_failed',
  'mention',
  'webhook_disabled',
  'invitation_accepted',
  'case_study_returned',
  'content_assigned',
  'review_requested',
  'comment',
  'content_approved',
  'trigger_failed',
  'trigger_paused',
  'rescoring_paused',
] as const;

const BILLING_KINDS: readonly Notification['attributes']['kind'][] = [
  'credits_low',
  'credits_exhausted',
  'payment_failed',
];

const SECURITY_CHANGES = [
  'password_changed',
  'password_reset',
  'totp_added',
  'totp_removed',
  'passkey_added',
  'passkey_removed',
  'recovery_codes_renewed',
  'second_factor_reset',
  'role_changed',
  'new_device',
] as const;

/** The person's notifications, and the choice of channels. */
export default function Notifications() {
  const t = useTranslations(translations);
  const search = route.useSearch();
  const query = listNotificationsOptions({ query: search });
  const settings = useQuery(getNotificationSettingsOptions());
  const nameOf = useCapabilityName();
  const queries = useQueryClient();
  const markRead = useMutation({
    ...setNotificationReadMutation(),
    onSuccess: () => queries.invalidateQueries({ queryKey: [{ _id: listNotificationsQueryKey()[0]._id }] }),
    onError: showError,
  });
  return (
    <Page title={t.title} lead={t.lead} actions={<MarkAllButton />}>
      <Filters filters={[{ name: 'unread', label: t.onlyUnread, type: 'switch' }]} />
      <PagedTable
        text={t}
        isFiltered={search.unread === true}
        query={query}
        columns={[
          {
            header: t.what,
            cell: ({ attributes, attributes: { title, record_type, record_id, read_at } }) => (
              <Group gap="xs">
                <Text size="sm" fw={read_at ? undefined : 600} component="span">
                  {t[labelOf(attributes)]}
                  {title && record_id !== 'role_changed' && `: ${record_type === 'execution' ? nameOf(title) : title}`}
                </Text>
                {!read_at && (
                  <Badge size="sm" variant="light">
                    {t.unread}
                  </Badge>
                )}
              </Group>
            ),
            link: (row) => ({
              ...linkOf(row),
              onClick: () => {
                if (!row.attributes.read_at) markRead.mutate({ path: { id: row.id } });
              },
            }),
          },
          { header: t.when, cell: ({ attributes }) => <DateTime at={attributes.created_at} />, from: 'xs' },
        ]}
      />
      <Section title={t.settings}>
        <QueryContent query={settings}>{({ data }) => <SettingsTable settings={data.attributes} />}</QueryContent>
      </Section>
    </Page>
  );
}

/** The view of what it is about. */
function linkOf({ attributes: { kind, record_type, record_id } }: Notification): LinkProps {
  if (record_type === 'content_item' && record_id)
    return { to: '/content/$id', params: { id: record_id }, search: { review: true } };
  // Changes of an account have no view of a record.
  const record: LinkProps | undefined = record_id
    ? recordLink({ type: record_type, id: record_id } as Found)
    : undefined;
  if (record) return record;
  if (kind === 'invitation_accepted') return { to: '/people' };
  if (kind === 'security') return { to: '/security' };
  return BILLING_KINDS.includes(kind) ? { to: '/credits' } : { to: '/notifications' };
}

/** What happened: of an account, which change it was. */
function labelOf({ kind, record_id }: Notification['attributes']) {
  const change = kind === 'security' ? SECURITY_CHANGES.find((one) => one === record_id) : undefined;
  return change ?? kind;
}

function MarkAllButton() {
  const t = useTranslations(translations);
  const queries = useQueryClient();
  const newest = useQuery(listNotificationsOptions({ query: { unread: true, per_page: 1 } }));
  const upTo = newest.data?.data[0]?.id;
  const mutation = useMutation({
    ...setNotificationsReadMutation(),
    onSuccess: () => queries.invalidateQueries({ queryKey: [{ _id: listNotificationsQueryKey()[0]._id }] }),
    onError: showError,
  });
  if (upTo === undefined) return null;
  return (
    <Button variant="default" loading={mutation.isPending} onClick={() => mutation.mutate({ body: { up_to: upTo } })}>
      {t.markAll}
    </Button>
  );
}

function SettingsTable({ settings }: { settings: Settings }) {
  const t = useTranslations(translations);
  const queries = useQueryClient();
  const mayManageWebhooks = usePermission('manage_webhooks');
  const mutation = useMutation({
    ...updateNotificationSettingsMutation(),
    onSuccess: (data) => queries.setQueryData(getNotificationSettingsQueryKey(), data),
    onError: showError,
  });
  return (
    <Stack gap="xs">
      <Table aria-label={t.settings}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t.kind}</Table.Th>
            <Table.Th>{t.inPage}</Table.Th>
            <Table.Th>{t.byMail}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {KINDS.map((kind) => (
            <Table.Tr key={kind}>
              <Table.Th scope="row" fw={400}>
                {t[kind]}
              </Table.Th>
              <Table.Td>
                <Checkbox
                  aria-label={`${t[kind]}: ${t.inPage}`}
                  checked={settings[kind].in_page}
                  disabled={mutation.isPending}
                  onChange={(event) => mutation.mutate({ body: { [kind]: { in_page: event.currentTarget.checked } } })}
                />
              </Table.Td>
              <Table.Td>
                <Checkbox
                  aria-label={`${t[kind]}: ${t.byMail}`}
                  checked={settings[kind].by_mail}
                  disabled={mutation.isPending || !settings.mail}
                  onChange={(event) => mutation.mutate({ body: { [kind]: { by_mail: event.currentTarget.checked } } })}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" c="dimmed">
        {settings.mail ? t.byMailText : t.noMail}
      </Text>
      <Text size="sm" c="dimmed">
        {t.securityText}
      </Text>
      {mayManageWebhooks && (
        <Text size="sm">
          {t.webhooksText} <Link to="/webhooks">{t.webhooks}</Link>
        </Text>
      )}
    </Stack>
  );
}
