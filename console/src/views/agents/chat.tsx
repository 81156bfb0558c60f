import { Button, Group, List, Stack, Text } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import {
  endDryRunSessionMutation,
  getDryRunSessionOptions,
  getDryRunSessionQueryKey,
  sendDryRunMessageMutation,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { DryRunSession, DryRunSummary } from '../../api/generated/client/types.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { DescriptionItem, DescriptionList } from '../../components/description-list.tsx';
import { Page, Section } from '../../components/page.tsx';
import { PaginationBar } from '../../components/paged-table.tsx';
import { ErrorAlert, QueryContent, showError } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { BACK_LINK } from '../../lib/back-link.ts';
import { usePermission } from '../../shell/me.ts';
import { Composer, Message } from './message.tsx';
import { Status } from './status.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/agents/$id/dry-runs/$token');
/** Polling interval while a reply is pending that no request of this page waits for. */
const REFRESH_MS = 2_000;

/** A dry run: the conversation, the composer, and a report after the end. */
export default function ChatView() {
  const { id, token } = route.useParams();
  const t = useTranslations(translations);
  const query = useTranscript(token);
  const session = query.data?.data;
  const isActive = session?.attributes.status === 'active';
  const canSend = usePermission('manage_agents') && isActive;
  return (
    <Page title={t.dryRun} actions={canSend && <EndButton token={token} />}>
      <Link {...BACK_LINK} to="/agents/$id" params={{ id }} search={{ tab: 'dry_runs' }}>
        {t.backToAgent}
      </Link>
      <QueryContent query={query}>
        {({ data, meta }) => (
          <Stack>
            <Summary session={data} />
            <Conversation session={data} meta={meta} canSend={canSend} />
            {data.attributes.summary && <SessionReport summary={data.attributes.summary} />}
          </Stack>
        )}
      </QueryContent>
    </Page>
  );
}

/** The last page, unless the address names another one. */
function useTranscript(token: string) {
  const { page } = route.useSearch();
  const path = { token };
  const first = useQuery(getDryRunSessionOptions({ path, query: { page: 1 } }));
  return useQuery({
    ...getDryRunSessionOptions({ path, query: { page: page ?? first.data?.meta.last_page ?? 1 } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && awaitsReply(state.data.data) ? REFRESH_MS : false),
  });
}

function awaitsReply({ attributes: { status, messages } }: DryRunSession): boolean {
  return status === 'active' && messages.at(-1)?.role === 'user';
}

function Summary({ session: { attributes } }: { session: DryRunSession }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const { persona } = attributes;
  return (
    <Group gap="sm" aria-live="polite">
      <Status status={attributes.status} />
      <Text size="sm">{[persona?.name, persona?.role].filter(Boolean).join(', ') || t.anyone}</Text>
      <Text size="sm">{t.used(format.number(attributes.credits_used))}</Text>
      <Text size="sm">{t.rate(format.number(attributes.credits_per_500_tokens))}</Text>
      {attributes.status === 'active' && (
        <Text size="sm">
          {t.endsAt} <DateTime at={attributes.expires_at} />
        </Text>
      )}
    </Group>
  );
}

function Conversation({
  session,
  meta,
  canSend,
}: {
  session: DryRunSession;
  meta: { total: number; page: number; last_page: number };
  canSend: boolean;
}) {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const navigate = route.useNavigate();
  const path = { token: session.id };
  const send = useMutation({
    ...sendDryRunMessageMutation(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: getDryRunSessionQueryKey({ path }) }),
  });
  const { messages } = session.attributes;
  const isAnswering = send.isPending || awaitsReply(session);
  return (
    <Stack>
      {messages.length === 0 && !send.isPending && <Text size="sm">{t.noMessages}</Text>}
      <Stack component="ol" className="unstyled" gap="sm" aria-label={t.conversation} aria-live="polite">
        {messages.map((message) => (
          <Message key={message.id} author={message.role} content={message.content} at={message.created_at} />
        ))}
        {send.isPending && !awaitsReply(session) && <Message author="user" content={send.variables.body.message} />}
      </Stack>
      {isAnswering && (
        <Text size="sm" c="dimmed">
          {t.answering}
        </Text>
      )}
      {meta.last_page > 1 && (
        <PaginationBar
          meta={meta}
          onPageChange={(page) => void navigate({ search: { page: page === meta.last_page ? undefined : page } })}
        />
      )}
      {send.error && <ErrorAlert error={send.error} />}
      {canSend && (
        <Composer
          session={session.id}
          isSending={send.isPending}
          onSend={(body, onSent) => send.mutate({ path, body }, { onSuccess: onSent })}
        />
      )}
    </Stack>
  );
}

function EndButton({ token }: { token: string }) {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const path = { token };
  const end = useMutation({
    ...endDryRunSessionMutation(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: getDryRunSessionQueryKey({ path }) }),
    onError: showError,
  });
  return (
    <Button variant="default" loading={end.isPending} onClick={() => end.mutate({ path })}>
      {t.end}
    </Button>
  );
}

/** Report of a dry run after its end. */
function SessionReport({ summary }: { summary: DryRunSummary }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const { score, criteria, guardrails } = summary;
  return (
    <Section title={t.sessionReport}>
      <DescriptionList>
        <DescriptionItem name={t.scoreName}>{score === null ? t.none : t.score(format.number(score))}</DescriptionItem>
        <DescriptionItem name={t.replies}>
          {t.passedOf(format.number(summary.replies), format.number(summary.messages))}
        </DescriptionItem>
        <DescriptionItem name={t.credits}>{format.number(summary.credits_used)}</DescriptionItem>
        {summary.average_reply_ms !== null && (
          <DescriptionItem name={t.replyTime}>{format.duration(summary.average_reply_ms)}</DescriptionItem>
        )}
        {criteria.map(({ name, points, weight }) => (
          <DescriptionItem key={name} name={t[name]}>
            {t.passedOf(format.number(points), format.number(weight))}
          </DescriptionItem>
        ))}
      </DescriptionList>
      {guardrails.length === 0 ? (
        <Text size="sm">{t.guardrailsEmpty}</Text>
      ) : (
        <List size="sm">
          {guardrails.map(({ rule, action, hits }) => (
            <List.Item key={`${rule} ${action}`}>
              {rule} {t[action]}: {format.number(hits)}
            </List.Item>
          ))}
        </List>
      )}
    </Section>
  );
}
