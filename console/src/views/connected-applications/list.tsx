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
import { Confirmed } from '../../components/confirmed.tsx';
import { Moment } from '../../components/moment.tsx';
import { Page } from '../../components/page.tsx';
import { type Column, PagedList } from '../../components/paged-list.tsx';
import { showProblem } from '../../components/show-problem.tsx';
import { Empty } from '../../components/states.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { texts } from './texts.ts';
import { meaningOf } from './words.ts';

const route = getRouteApi('/connected-applications');

/** The programs that the person lets act for them, newest first. */
export function ConnectedApplicationList() {
  const say = useTexts(texts);
  const navigate = route.useNavigate();
  const query = useQuery({
    ...listConsentsOptions({ query: route.useSearch() }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title={say.title} lead={say.lead}>
      <PagedList
        query={query}
        columns={useColumns()}
        label={say.title}
        empty={<Empty title={say.empty}>{say.emptyText}</Empty>}
        onPage={(page) => void navigate({ search: { page } })}
      />
    </Page>
  );
}

function useColumns(): Column<Consent>[] {
  const say = useTexts(texts);
  return [
    { header: say.name, cell: (consent) => <Application consent={consent} /> },
    { header: say.since, cell: ({ attributes }) => <Moment at={attributes.created_at} to="day" />, from: 'md' },
    { header: say.until, cell: ({ attributes }) => <Moment at={attributes.expires_at} to="day" />, from: 'sm' },
    { header: say.end, cell: (consent) => <End consent={consent} />, align: 'right' },
  ];
}

function Application({ consent: { attributes } }: { consent: Consent }) {
  const say = useTexts(texts);
  return (
    <>
      <Text fw={600}>{attributes.client_name}</Text>
      <ul className="plain" aria-label={say.may}>
        {attributes.scopes.map((scope) => (
          <Text key={scope} component="li" size="sm">
            {meaningOf(scope, say)}
          </Text>
        ))}
      </ul>
      {attributes.scopes.length === 0 && <Text size="sm">{say.noScopes}</Text>}
    </>
  );
}

function End({ consent: { id, attributes } }: { consent: Consent }) {
  const say = useTexts(texts);
  const queries = useQueryClient();
  const name = attributes.client_name;
  const end = useMutation({
    ...endConsentMutation(),
    onSuccess: () => {
      notifications.show({ message: say.endedNow(name) });
      return queries.invalidateQueries({ queryKey: listConsentsQueryKey() });
    },
    onError: showProblem,
  });
  return (
    <Confirmed
      size="xs"
      label={say.end}
      aria-label={say.endOf(name)}
      question={say.endSure(name)}
      yes={say.endYes}
      isPending={end.isPending}
      onConfirm={() => end.mutate({ path: { id } })}
    />
  );
}
