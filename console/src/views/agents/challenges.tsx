import { Alert, Badge, Button, Card, Group, List, Progress, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import {
  challengeAgentMutation,
  getCapabilityOptions,
  listAgentChallengesOptions,
  listAgentChallengesQueryKey,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { AgentAudit, AgentChallenge } from '../../api/generated/client/types.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { PaginationBar, refetchWhile } from '../../components/paged-table.tsx';
import { EmptyState, QueryContent, showError } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { usePermission } from '../../shell/me.ts';
import { Cost } from '../capabilities/execution-options.tsx';
import { Status } from './status.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/agents/$id');
/** Polling interval while a challenge is running. */
const REFRESH_MS = 2_000;
const PER_PAGE = 5;

/** Challenges test an agent with adversarial prompts. Newest report first. */
export function Challenges({ agent }: { agent: AgentAudit }) {
  const t = useTranslations(translations);
  const { page } = route.useSearch();
  const canChallenge = usePermission('manage_agents');
  const query = useQuery({
    ...listAgentChallengesOptions({ path: { agent: agent.id }, query: { page, per_page: PER_PAGE } }),
    placeholderData: keepPreviousData,
    refetchInterval: refetchWhile(REFRESH_MS, ({ attributes }: AgentChallenge) => attributes.status === 'running'),
  });
  return (
    <>
      {canChallenge && <StartChallenge agentId={agent.id} />}
      <QueryContent query={query}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <EmptyState title={t.challengesEmpty}>{t.challengesEmptyText}</EmptyState>
          ) : (
            <Stack>
              {data.map((challenge) => (
                <ChallengeReport key={challenge.id} challenge={challenge} />
              ))}
              <PaginationBar meta={meta} />
            </Stack>
          )
        }
      </QueryContent>
    </>
  );
}

function StartChallenge({ agentId }: { agentId: number }) {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const path = { agent: agentId };
  const price = useQuery(getCapabilityOptions({ path: { slug: 'agent_audit' } }));
  const start = useMutation({
    ...challengeAgentMutation(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: listAgentChallengesQueryKey({ path }) }),
    onError: showError,
  });
  return (
    <Group gap="sm">
      <Button loading={start.isPending} onClick={() => start.mutate({ path, body: {} })}>
        {t.challenge}
      </Button>
      {price.data && (
        <Text size="sm">
          <Cost capability={price.data.data.attributes} />
        </Text>
      )}
    </Group>
  );
}

function ChallengeReport({ challenge: { id, attributes } }: { challenge: AgentChallenge }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const { status, score, progress, categories, findings, error_message: error } = attributes;
  const title = t.report(format.number(id));
  return (
    <Card withBorder component="section" aria-label={title}>
      <Group gap="sm" mb="sm" aria-live="polite">
        <Title order={2} size="h5">
          {title}
        </Title>
        <Status status={status} />
        {score !== null && <Text fw={700}>{t.score(format.number(score))}</Text>}
        <Text size="sm">{t.atVersion(format.number(attributes.config_version))}</Text>
        <Text size="sm">
          <DateTime at={attributes.created_at} />
        </Text>
      </Group>
      {status === 'running' && (
        <Progress value={(progress.answered / Math.max(progress.total, 1)) * 100} aria-label={t.progress} />
      )}
      {error && (
        <Alert color="red" variant="outline">
          {error}
        </Alert>
      )}
      {categories.length > 0 && <Text size="sm">{t.resistedPrompts}</Text>}
      <List size="sm">
        {categories.map(({ name, passed, failed }) => (
          <List.Item key={name}>
            {t[name]}: {t.passedOf(format.number(passed), format.number(passed + failed))}
          </List.Item>
        ))}
      </List>
      {status === 'completed' && findings.length === 0 && (
        <Text size="sm" mt="sm">
          {t.findingsEmpty}
        </Text>
      )}
      {findings.map((finding) => (
        <Stack key={`${finding.prompt} ${finding.title}`} gap={4} mt="sm">
          <Group gap="xs">
            <Title order={3} size="h6">
              {finding.title}
            </Title>
            <Badge variant="default" tt="none">
              {t[finding.severity]}
            </Badge>
            <Text size="xs">{t[finding.category]}</Text>
          </Group>
          <Text size="sm">{finding.finding}</Text>
          <Text size="sm">{finding.advice}</Text>
        </Stack>
      ))}
    </Card>
  );
}
