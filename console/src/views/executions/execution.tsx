import { Alert, Badge, Card, Code, Group, List, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { getExecutionOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { ExecutionDetail } from '../../api/generated/client/types.gen.ts';
import { Moment } from '../../components/moment.tsx';
import { Page } from '../../components/page.tsx';
import { Section } from '../../components/section.tsx';
import { Settings } from '../../components/settings.tsx';
import { Loaded, Loading } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/texts.ts';
import { useCapabilityName } from '../../lib/names.ts';
import { texts as boardTexts } from '../board/texts.ts';
import { Actions, RunLink } from './actions.tsx';
import { useLiveExecution } from './live.ts';
import { ExecutionStatus } from './status.tsx';
import { Steps } from './steps.tsx';
import { texts } from './texts.ts';
import { isOpen } from './words.ts';

const route = getRouteApi('/executions/$id');
const Plan = lazy(() => import('./plan.tsx').then(({ Plan }) => ({ default: Plan })));

/** An execution: its plan as a graph, its steps, what it has made; live while it runs. */
export function ExecutionView() {
  const { id } = route.useParams();
  const say = useTexts(texts);
  const query = useQuery(getExecutionOptions({ path: { id: Number(id) } }));
  const nameOf = useCapabilityName();
  const { status, capability: slug } = query.data?.data.attributes ?? {};
  useLiveExecution(Number(id), status !== undefined && isOpen(status));
  return (
    <Page
      title={`${slug ? nameOf(slug) : say.one} #${id}`}
      actions={query.data && <Actions execution={query.data.data} />}
    >
      <Loaded query={query}>{({ data }) => <Details execution={data} />}</Loaded>
    </Page>
  );
}

function Details({ execution }: { execution: ExecutionDetail }) {
  const say = useTexts(texts);
  const { attributes } = execution;
  const { execution_plan: plan, step_results: results } = attributes;
  const isOver = !isOpen(attributes.status);
  const content = (
    <Section title={say.assets}>
      <Assets assets={attributes.generated_assets} />
    </Section>
  );
  return (
    <Stack>
      <Summary execution={execution} />
      {attributes.error_message && (
        <Alert color="red" variant="outline" title={say.failedBecause}>
          {attributes.error_message}
        </Alert>
      )}
      {isOver && content}
      <Section title={say.plan}>
        {plan ? (
          <Suspense fallback={<Loading />}>
            <Text size="sm">{plan.summary}</Text>
            {plan.steps.length > 1 && <Plan steps={plan.steps} results={results} />}
          </Suspense>
        ) : (
          <Text size="sm">{say.planPending}</Text>
        )}
      </Section>
      <Section title={say.steps}>
        {results.length > 0 ? <Steps plan={plan} results={results} /> : <Text size="sm">{say.stepsPending}</Text>}
      </Section>
      {!isOver && content}
      <Section title={say.guardrails}>
        <Guardrails hits={attributes.guardrails_triggered} />
      </Section>
      <Section title={say.settings}>
        <Settings settings={attributes.settings} />
      </Section>
    </Stack>
  );
}

function Summary({ execution: { id, attributes, relationships } }: { execution: ExecutionDetail }) {
  const say = useTexts(texts);
  const format = useFormat();
  return (
    <Stack gap="xs" aria-live="polite">
      <Group gap="sm">
        <ExecutionStatus status={attributes.status} />
        <Text size="sm">{say.agentLine(relationships.agent.name)}</Text>
        <Text size="sm">{say.creditsUsed(format.number(attributes.credits_used))}</Text>
        <Text size="sm">
          <Moment at={attributes.created_at} />
        </Text>
        {attributes.sandbox && <Badge variant="default">{say.sandbox}</Badge>}
        {attributes.retried_from !== null && (
          <Text size="sm">
            {say.retriedFrom}{' '}
            <Link to="/executions/$id" params={{ id: String(attributes.retried_from) }}>
              #{attributes.retried_from}
            </Link>
          </Text>
        )}
        <RunLink id={id} />
      </Group>
      {isOpen(attributes.status) && <Progress value={attributes.progress_percentage} aria-label={say.progress} />}
    </Stack>
  );
}

function Guardrails({ hits }: { hits: ExecutionDetail['attributes']['guardrails_triggered'] }) {
  const say = useTexts(texts);
  if (hits.length === 0) return <Text size="sm">{say.guardrailsEmpty}</Text>;
  return (
    <List size="sm">
      {hits.map(({ rule, step, action, message }) => (
        <List.Item key={`${rule} ${step} ${message}`}>
          <Code>{rule}</Code> {message} ({step}: {say[action]})
        </List.Item>
      ))}
    </List>
  );
}

function Assets({ assets }: { assets: ExecutionDetail['attributes']['generated_assets'] }) {
  const say = useTexts(texts);
  const sayOfBoard = useTexts(boardTexts);
  const format = useFormat();
  if (assets.length === 0) return <Text size="sm">{say.assetsEmpty}</Text>;
  return (
    <Stack gap="xs">
      {assets.map(({ id, attributes, links }) => (
        <Card key={id} withBorder padding="sm">
          <Text fw={600}>
            {links ? (
              <Link to="/content/$id" params={{ id: String(id) }}>
                {attributes.title}
              </Link>
            ) : (
              attributes.title
            )}
          </Text>
          <Text size="sm" lineClamp={3}>
            {attributes.preview}
          </Text>
          <Text size="xs" c="dimmed">
            {sayOfBoard[attributes.content_type]} · {say.words(format.number(attributes.word_count))}
          </Text>
        </Card>
      ))}
    </Stack>
  );
}
