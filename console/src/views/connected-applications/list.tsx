import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import {
  endConsentMutation,
  listConsentsOptions,
  listConsentsQueryKey,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { Consent } from '../../api/generated/client/types.gen.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { Page } from '../../components/page.tsx';
import { type Column, PagedTable } from '../../components/paged-table.tsx';
import { showError } from '../../components/show-error.tsx';
import { EmptyState } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { describeScope } from './model.ts';
import { translations } from './translations.ts';

const route = getRouteApi('/connected-applications');

/** The programs that the person lets act for them, newest first. */
export function ConnectedApplicationList() {
  const t = useTranslations(translations);
  const navigate = route.useNavigate();
  const query = useQuery({
    ...listConsentsOptions({ query: route.useSearch() }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title={t.title} lead={t.lead}>
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

function useColumns(): Column<Consent>[] {
  const t = useTranslations(translations);
  return [
    { header: t.name, cell: (consent) => <Application consent={consent} /> },
    { header: t.since, cell: ({ attributes }) => <DateTime at={attributes.created_at} precision="day" />, from: 'md' },
    { header: t.until, cell: ({ attributes }) => <DateTime at={attributes.expires_at} precision="day" />, from: 'sm' },
    { header: t.end, cell: (consent) => <EndConnectionButton consent={consent} />, align: 'right' },
  ];
}

function Application({ consent: { attributes } }: { consent: Consent }) {
  const t = useTranslations(translations);
  return (
    <>
      <Text fw={600}>{attributes.client_name}</Text>
      <ul className="plain" aria-label={t.permissions}>
        {attributes.scopes.map((scope) => (
          <Text key={scope} component="li" size="sm">
            {describeScope(scope, t)}
          </Text>
        ))}
      </ul>
      {attributes.scopes.length === 0 && <Text size="sm">{t.noScopes}</Text>}
    </>
  );
}

function EndConnectionButton({ consent: { id, attributes } }: { consent: Consent }) {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const name = attributes.client_name;
  const end = useMutation({
    ...endConsentMutation(),
    onSuccess: () => {
      notifications.show({ message: t.endedMessage(name) });
      return queryClient.invalidateQueries({ queryKey: listConsentsQueryKey() });
    },
    onError: showError,
  });
  return (
    <ConfirmButton
      size="xs"
      label={t.end}
      aria-label={t.endOf(name)}
      question={t.endQuestion(name)}
      confirmLabel={t.endConfirm}
      isPending={end.isPending}
      onConfirm={() => end.mutate({ path: { id } })}
    />
  );
}
