import { Button, Group, Stack, Text } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import {
  endDryRunSessionMutation,
  getDryRunSessionOptions,
  getDryRunSessionQueryKey,
  sendDryRunMessageMutation,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { DryRunSession } from '../../api/generated/client/types.gen.ts';
import { Moment } from '../../components/moment.tsx';
import { Page } from '../../components/page.tsx';
import { PageControl } from '../../components/paged-list.tsx';
import { showProblem } from '../../components/show-problem.tsx';
import { ErrorNotice, Loaded } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/texts.ts';
import { useMay } from '../../shell/me.ts';
import { Composer } from './composer.tsx';
import { Message } from './message.tsx';
import { SessionReport } from './session-report.tsx';
import { Status } from './status.tsx';
import { texts } from './texts.ts';

const route = getRouteApi('/agents/$id/dry-runs/$token');
/** While a reply is awaited that no request waits for, the session is asked for this often. */
const REFRESH_MS = 2_000;

/** A talk with an agent: what was said, the place to say more, and how it went once it is over. */
export function ChatView() {
  const { id, token } = route.useParams();
  const say = useTexts(texts);
  const query = useTranscript(token);
  const session = query.data?.data;
  const isActive = session?.attributes.status === 'active';
  const mayTalk = useMay('manage_agents') && isActive;
  return (
    <Page title={say.dryRun} actions={mayTalk && <End token={token} />}>
      <Link to="/agents/$id" params={{ id }} search={{ tab: 'dry_runs' }}>
        {say.toAgent}
      </Link>
      <Loaded query={query}>
        {({ data, meta }) => (
          <Stack>
            <Summary session={data} />
            <Talk session={data} meta={meta} mayTalk={mayTalk} />
            {data.attributes.summary && <SessionReport summary={data.attributes.summary} />}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

/** What was said last, unless the address names a page. */
function useTranscript(token: string) {
  const { page } = route.useSearch();
  const path = { token };
  const first = useQuery(getDryRunSessionOptions({ path, query: { page: 1 } }));
  return useQuery({
    ...getDryRunSessionOptions({ path, query: { page: page ?? first.data?.meta.last_page ?? 1 } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && isAwaited(state.data.data) ? REFRESH_MS : false),
  });
}

function isAwaited({ attributes: { status, messages } }: DryRunSession): boolean {
  return status === 'active' && messages.at(-1)?.role === 'user';
}

function Summary({ session: { attributes } }: { session: DryRunSession }) {
  const say = useTexts(texts);
  const format = useFormat();
  const { persona } = attributes;
  return (
    <Group gap="sm" aria-live="polite">
      <Status of={attributes.status} />
      <Text size="sm">{[persona?.name, persona?.role].filter(Boolean).join(', ') || say.nobody}</Text>
      <Text size="sm">{say.used(format.number(attributes.credits_used))}</Text>
      <Text size="sm">{say.rate(format.number(attributes.credits_per_500_tokens))}</Text>
      {attributes.status === 'active' && (
        <Text size="sm">
          {say.endsAt} <Moment at={attributes.expires_at} />
        </Text>
      )}
    </Group>
  );
}

function Talk({
  session,
  meta,
  mayTalk,
}: {
  session: DryRunSession;
  meta: { total: number; page: number; last_page: number };
  mayTalk: boolean;
}) {
  const say = useTexts(texts);
  const queries = useQueryClient();
  const navigate = route.useNavigate();
  const path = { token: session.id };
  const send = useMutation({
    ...sendDryRunMessageMutation(),
    onSettled: () => queries.invalidateQueries({ queryKey: getDryRunSessionQueryKey({ path }) }),
  });
  const { messages } = session.attributes;
  const isAnswering = send.isPending || isAwaited(session);
  return (
    <Stack>
      {messages.length === 0 && !send.isPending && <Text size="sm">{say.nothingSaid}</Text>}
      <Stack component="ol" className="plain" gap="sm" aria-label={say.talk} aria-live="polite">
        {messages.map((message) => (
          <Message key={message.id} by={message.role} content={message.content} at={message.created_at} />
        ))}
        {send.isPending && !isAwaited(session) && <Message by="user" content={send.variables.body.message} />}
      </Stack>
      {isAnswering && (
        <Text size="sm" c="dimmed">
          {say.answering}
        </Text>
      )}
      {meta.last_page > 1 && (
        <PageControl
          meta={meta}
          onPage={(page) => void navigate({ search: { page: page === meta.last_page ? undefined : page } })}
        />
      )}
      {send.error && <ErrorNotice error={send.error} />}
      {mayTalk && (
        <Composer
          isSending={send.isPending}
          onSend={(body, onSent) => send.mutate({ path, body }, { onSuccess: onSent })}
        />
      )}
    </Stack>
  );
}

function End({ token }: { token: string }) {
  const say = useTexts(texts);
  const queries = useQueryClient();
  const path = { token };
  const end = useMutation({
    ...endDryRunSessionMutation(),
    onSuccess: () => queries.invalidateQueries({ queryKey: getDryRunSessionQueryKey({ path }) }),
    onError: showProblem,
  });
  return (
    <Button variant="default" loading={end.isPending} onClick={() => end.mutate({ path })}>
      {say.end}
    </Button>
  );
}
