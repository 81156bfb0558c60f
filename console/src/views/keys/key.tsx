import { Alert, Button, Code, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  getKeyOptions,
  getKeyQueryKey,
  listKeysQueryKey,
  revokeKeyMutation,
  rotateKeyMutation,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { updateKey } from '../../api/generated/client/sdk.gen.ts';
import { DayChart } from '../../components/charts.tsx';
import type { Column } from '../../components/column.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { DescriptionItem, DescriptionList } from '../../components/description-list.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { DraftForm } from '../../components/draft-form.tsx';
import { Page, Section } from '../../components/page.tsx';
import { DataTable } from '../../components/paged-table.tsx';
import { useRecordForm } from '../../components/record-form.ts';
import { QueryContent, showError } from '../../components/states.tsx';
import { FormProblems, labelsIn } from '../../components/version-conflict.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { useCapabilityName } from '../../lib/names.ts';
import { useMe } from '../../shell/me.ts';
import { KeyFields } from './form.tsx';
import { settingsOf, valuesOf } from './model.ts';
import { NewSecret } from './secret.tsx';
import { type KeyDetail, KeyState } from './state.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/keys/$id');

/** A key: its restrictions, its use by day and its last errors. */
export default function KeyView() {
  const { id } = route.useParams();
  const query = useQuery(getKeyOptions({ path: { id: Number(id) } }));
  return <QueryContent query={query}>{({ data }) => <KeyPage apiKey={data} />}</QueryContent>;
}

function KeyPage({ apiKey }: { apiKey: KeyDetail }) {
  const t = useTranslations(translations);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { permissions } = useMe();
  const path = { id: apiKey.id };
  const readAgain = async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: listKeysQueryKey() }),
      queryClient.invalidateQueries({ queryKey: getKeyQueryKey({ path }) }),
    ]);
  };
  const rotate = useMutation({ ...rotateKeyMutation(), gcTime: 0, onSuccess: readAgain, onError: showError });
  const revoke = useMutation({
    ...revokeKeyMutation(),
    onSuccess: async () => {
      notifications.show({ message: t.revokedMessage });
      await readAgain();
    },
    onError: showError,
  });
  const [isChanging, setIsChanging] = useState(false);
  const isWithinRole = apiKey.permissions.every((permission) => permissions.includes(permission));
  if (rotate.data?.plaintext) {
    const { data, plaintext } = rotate.data;
    const toNewKey = () => {
      rotate.reset();
      void navigate({ to: '/keys/$id', params: { id: String(data.id) } });
    };
    return (
      <Page title={data.name}>
        <NewSecret plaintext={plaintext} onDone={toNewKey} />
      </Page>
    );
  }
  const actions = (
    <>
      {apiKey.is_active && isWithinRole && (
        <Button variant="default" onClick={() => setIsChanging(true)}>
          {t.change}
        </Button>
      )}
      {apiKey.is_valid && isWithinRole && (
        <ConfirmButton
          label={t.rotate}
          question={t.rotateQuestion}
          confirmLabel={t.rotateConfirm}
          isPending={rotate.isPending}
          onConfirm={() => rotate.mutate({ path })}
        />
      )}
      {apiKey.is_active && (
        <ConfirmButton
          label={t.revoke}
          question={t.revokeQuestion}
          confirmLabel={t.revokeConfirm}
          isPending={revoke.isPending}
          onConfirm={() => revoke.mutate({ path, body: {} })}
        />
      )}
    </>
  );
  return (
    <Page title={apiKey.name} actions={actions}>
      {!isWithinRole && apiKey.is_active && <Alert variant="outline">{t.onlyOwner}</Alert>}
      <Restrictions apiKey={apiKey} />
      <Use apiKey={apiKey} />
      <Errors errors={apiKey.errors} />
      <Dialog opened={isChanging} onClose={() => setIsChanging(false)} title={t.change} size="lg">
        <ChangeForm
          apiKey={apiKey}
          onSaved={async () => {
            setIsChanging(false);
            notifications.show({ message: t.saved });
            await readAgain();
          }}
        />
      </Dialog>
    </Page>
  );
}

function ChangeForm({ apiKey, onSaved }: { apiKey: KeyDetail; onSaved: () => Promise<void> }) {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const path = { id: apiKey.id };
  const form = useRecordForm({
    name: `keys/${apiKey.id}`,
    path: `/app/keys/${apiKey.id}`,
    record: apiKey,
    valuesOf,
    bodyOf: settingsOf,
    read: async () => (await queryClient.fetchQuery({ ...getKeyOptions({ path }), staleTime: 0 })).data,
    send: (body, headers) => updateKey({ path, body, headers, throwOnError: true }),
    onSaved,
  });
  return (
    <DraftForm form={form} submit={t.save} problems={<FormProblems form={form} labelOf={labelsIn(t, LABELS)} />}>
      <KeyFields values={form.values} onChange={form.change} error={form.error} />
    </DraftForm>
  );
}

/** The texts that name fields of a key. */
const LABELS = {
  scoped_capabilities: 'capabilities',
  allowed_ip_addresses: 'addresses',
  rate_limit_per_minute: 'perMinute',
  daily_credit_limit: 'dailyCredits',
  expires_at: 'expires',
};

function Restrictions({ apiKey }: { apiKey: KeyDetail }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const capabilityName = useCapabilityName();
  const { scoped_capabilities: scope, allowed_ip_addresses: addresses, daily_credit_limit: credits } = apiKey;
  return (
    <Section title={t.limits}>
      <DescriptionList>
        <DescriptionItem name={t.key}>
          <Code>{apiKey.prefix}…</Code>
        </DescriptionItem>
        <DescriptionItem name={t.state}>
          <KeyState apiKey={apiKey} />
        </DescriptionItem>
        <DescriptionItem name={t.permissions}>
          {apiKey.permissions.includes('manage_billing') ? t.everything : t.withoutBilling}
        </DescriptionItem>
        <DescriptionItem name={t.capabilities}>
          {scope === null ? t.all : scope.map((slug) => capabilityName(slug)).join(', ') || t.none}
        </DescriptionItem>
        <DescriptionItem name={t.addresses}>{addresses === null ? t.any : addresses.join(', ')}</DescriptionItem>
        <DescriptionItem name={t.perMinute}>{format.number(apiKey.rate_limit_per_minute)}</DescriptionItem>
        <DescriptionItem name={t.dailyCredits}>
          {credits === null ? t.unlimited : format.number(credits)}
        </DescriptionItem>
        <DescriptionItem name={t.expires}>
          {apiKey.expires_at === null ? t.never : <DateTime at={apiKey.expires_at} />}
        </DescriptionItem>
      </DescriptionList>
    </Section>
  );
}

function Use({ apiKey: { use, daily, last_used_at: lastUsed, last_address: address } }: { apiKey: KeyDetail }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const days = (field: 'requests' | 'credits') => daily.map((day) => ({ date: day.date, values: [day[field]] }));
  return (
    <Section title={t.use}>
      <Stack>
        <DescriptionList>
          <DescriptionItem name={t.requests}>{format.number(use.requests_today)}</DescriptionItem>
          <DescriptionItem name={t.requests30}>{format.number(use.requests)}</DescriptionItem>
          <DescriptionItem name={t.errors30}>{format.number(use.errors)}</DescriptionItem>
          <DescriptionItem name={t.creditsToday}>{format.number(use.credits_today)}</DescriptionItem>
          <DescriptionItem name={t.credits30}>{format.number(use.credits)}</DescriptionItem>
          <DescriptionItem name={t.lastUsed}>{lastUsed ? <DateTime at={lastUsed} /> : t.never}</DescriptionItem>
          {address !== null && <DescriptionItem name={t.lastAddress}>{address}</DescriptionItem>}
        </DescriptionList>
        {use.requests > 0 && (
          <DayChart
            label={t.requestsByDay}
            series={[{ label: t.requestsUnit, tone: 'chart' }]}
            days={days('requests')}
          />
        )}
        {use.credits > 0 && (
          <DayChart label={t.creditsByDay} series={[{ label: t.creditsUnit, tone: 'chart' }]} days={days('credits')} />
        )}
      </Stack>
    </Section>
  );
}

function Errors({ errors }: Pick<KeyDetail, 'errors'>) {
  const t = useTranslations(translations);
  const rows = errors.map((error) => ({ ...error, id: `${error.request_id} ${error.created_at}` }));
  const columns: Column<(typeof rows)[number]>[] = [
    { header: t.time, cell: ({ created_at: at }) => <DateTime at={at} /> },
    { header: t.status, cell: ({ status, code }) => `${status} ${code}` },
    {
      header: t.request,
      cell: ({ method, route: pattern }) => (
        <Code>
          {method} {pattern}
        </Code>
      ),
      from: 'sm',
    },
    { header: t.requestId, cell: ({ request_id: id }) => <Code>{id}</Code>, from: 'lg' },
  ];
  return (
    <Section title={t.lastErrors}>
      {rows.length === 0 ? (
        <Text size="sm">{t.noErrors}</Text>
      ) : (
        <DataTable rows={rows} columns={columns} label={t.lastErrors} />
      )}
    </Section>
  );
}
