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
import { Moment } from '../../components/moment.tsx';
import { PageControl } from '../../components/paged-list.tsx';
import { showProblem } from '../../components/show-problem.tsx';
import { Empty, Loaded } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/texts.ts';
import { useMay } from '../../shell/me.ts';
import { Cost } from '../capabilities/cost.tsx';
import { Status } from './status.tsx';
import { texts } from './texts.ts';

const route = getRouteApi('/agents/$id');
/** While a challenge runs, its progress is asked for this often. */
const REFRESH_MS = 2_000;
const PER_PAGE = 5;

/** How an agent holds against prompts that want it to do what it must not, newest report first. */
export function Challenges({ agent }: { agent: AgentAudit }) {
  const say = useTexts(texts);
  const { page } = route.useSearch();
  const navigate = route.useNavigate();
  const mayChallenge = useMay('manage_agents');
  const query = useQuery({
    ...listAgentChallengesOptions({ path: { agent: agent.id }, query: { page, per_page: PER_PAGE } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ attributes }) => attributes.status === 'running') ? REFRESH_MS : false,
  });
  return (
    <>
      {mayChallenge && <Start agentId={agent.id} />}
      <Loaded query={query}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <Empty title={say.challengesEmpty}>{say.challengesEmptyText}</Empty>
          ) : (
            <Stack>
              {data.map((challenge) => (
                <Report key={challenge.id} challenge={challenge} />
              ))}
              <PageControl
                meta={meta}
                onPage={(number) => void navigate({ search: (before) => ({ ...before, page: number }) })}
              />
            </Stack>
          )
        }
      </Loaded>
    </>
  );
}

function Start({ agentId }: { agentId: number }) {
  const say = useTexts(texts);
  const queries = useQueryClient();
  const path = { agent: agentId };
  const price = useQuery(getCapabilityOptions({ path: { slug: 'agent_audit' } }));
  const start = useMutation({
    ...challengeAgentMutation(),
    onSuccess: () => queries.invalidateQueries({ queryKey: listAgentChallengesQueryKey({ path }) }),
    onError: showProblem,
  });
  return (
    <Group gap="sm">
      <Button loading={start.isPending} onClick={() => start.mutate({ path, body: {} })}>
        {say.challenge}
      </Button>
      {price.data && (
        <Text size="sm">
          <Cost capability={price.data.data.attributes} />
        </Text>
      )}
    </Group>
  );
}

function Report({ challenge: { id, attributes } }: { challenge: AgentChallenge }) {
  const say = useTexts(texts);
  const format = useFormat();
  const { status, score, progress, categories, findings, error_message: error } = attributes;
  const title = say.report(format.number(id));
  return (
    <Card withBorder component="section" aria-label={title}>
      <Group gap="sm" mb="sm" aria-live="polite">
        <Title order={2} size="h5">
          {title}
        </Title>
        <Status of={status} />
        {score !== null && <Text fw={700}>{say.score(format.number(score))}</Text>}
        <Text size="sm">{say.atVersion(format.number(attributes.config_version))}</Text>
        <Text size="sm">
          <Moment at={attributes.created_at} />
        </Text>
      </Group>
      {status === 'running' && (
        <Progress value={(progress.answered / Math.max(progress.total, 1)) * 100} aria-label={say.progress} />
      )}
      {error && (
        <Alert color="red" variant="outline">
          {error}
        </Alert>
      )}
      {categories.length > 0 && <Text size="sm">{say.held}</Text>}
      <List size="sm">
        {categories.map(({ name, passed, failed }) => (
          <List.Item key={name}>
            {say[name]}: {say.passedOf(format.number(passed), format.number(passed + failed))}
          </List.Item>
        ))}
      </List>
      {status === 'completed' && findings.length === 0 && (
        <Text size="sm" mt="sm">
          {say.findingsEmpty}
        </Text>
      )}
      {findings.map((finding) => (
        <Stack key={`${finding.prompt} ${finding.title}`} gap={4} mt="sm">
          <Group gap="xs">
            <Title order={3} size="h6">
              {finding.title}
            </Title>
            <Badge variant="default" tt="none">
              {say[finding.severity]}
            </Badge>
            <Text size="xs">{say[finding.category]}</Text>
          </Group>
          <Text size="sm">{finding.finding}</Text>
          <Text size="sm">{finding.advice}</Text>
        </Stack>
      ))}
    </Card>
  );
}
