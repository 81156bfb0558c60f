import { Alert, Badge, Button, Code, Group, List, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { getExecutionOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { ExecutionDetail } from '../../api/generated/client/types.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { Page, Section } from '../../components/page.tsx';
import { Loading, QueryContent } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { useCapabilityName } from '../../lib/names.ts';
import { usePermission } from '../../shell/me.ts';
import { translations as boardTexts } from '../board/translations.ts';
import { Actions, RunLink } from './actions.tsx';
import { isOpen } from './model.ts';
import { ExecutionStatus } from './status.tsx';
import { Steps } from './steps.tsx';
import { translations } from './translations.ts';
import { useLiveExecution } from './use-live-execution.ts';

const route = getRouteApi('/executions/$id');
const RunSettings = lazyPart(() => import('./settings.tsx'));
const Exchanges = lazyPart(() => import('./exchanges.tsx'));
const Plan = lazyPart(() => import('./plan.tsx'));

/** An execution: plan, steps and content, updated live. */
export default function ExecutionView() {
  const { id } = route.useParams();
  const t = useTranslations(translations);
  const query = useQuery(getExecutionOptions({ path: { id: Number(id) }, query: { include: 'settings_schema' } }));
  const capabilityName = useCapabilityName();
  const { status, capability: slug } = query.data?.data.attributes ?? {};
  useLiveExecution(Number(id), status !== undefined && isOpen(status));
  return (
    <Page
      title={`${slug ? capabilityName(slug) : t.singular} #${id}`}
      actions={query.data && <Actions execution={query.data.data} />}
    >
      <QueryContent query={query}>{({ data }) => <Details execution={data} />}</QueryContent>
    </Page>
  );
}

function Details({ execution }: { execution: ExecutionDetail }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const { attributes } = execution;
  const { execution_plan: plan, step_results: results } = attributes;
  const canViewBilling = usePermission('view_billing');
  const isOver = !isOpen(attributes.status);
  const content = (
    <Section title={t.assets}>
      <Assets assets={attributes.generated_assets} />
    </Section>
  );
  return (
    <Stack>
      <Summary execution={execution} />
      {attributes.error_message && (
        <Alert color="red" variant="outline" title={t.failedBecause}>
          {attributes.error_message}
        </Alert>
      )}
      {attributes.waiting && (
        <Alert color="yellow" variant="outline" title={t.waitsFor}>
          {attributes.waiting.reason} {t.waitsUntil(format.dateTime(attributes.waiting.until))}
        </Alert>
      )}
      {isOver && content}
      <Section title={t.plan}>
        {plan ? (
          <Suspense fallback={<Loading />}>
            <Text size="sm">{plan.summary}</Text>
            {plan.steps.length > 1 && <Plan steps={plan.steps} results={results} />}
          </Suspense>
        ) : (
          <Text size="sm">{t.planPending}</Text>
        )}
      </Section>
      <Section title={t.steps}>
        {results.length > 0 ? <Steps plan={plan} results={results} /> : <Text size="sm">{t.stepsPending}</Text>}
      </Section>
      {canViewBilling && results.length > 0 && <ExchangesSection id={execution.id} />}
      {!isOver && content}
      <Section title={t.guardrails}>
        <Guardrails hits={attributes.guardrails_triggered} />
      </Section>
      <Section title={t.settings}>
        <Suspense fallback={<Loading />}>
          <RunSettings settings={attributes.settings} schema={attributes.settings_schema} />
        </Suspense>
      </Section>
    </Stack>
  );
}

/** Read when somebody asks for it: the texts are long. */
function ExchangesSection({ id }: { id: number }) {
  const t = useTranslations(translations);
  const [isShown, show] = useState(false);
  return (
    <Section title={t.exchanges}>
      {isShown ? (
        <Suspense fallback={<Loading />}>
          <Exchanges id={id} />
        </Suspense>
      ) : (
        <Group>
          <Button size="xs" variant="default" onClick={() => show(true)}>
            {t.showExchanges}
          </Button>
        </Group>
      )}
    </Section>
  );
}

function Summary({ execution: { id, attributes, relationships } }: { execution: ExecutionDetail }) {
  const t = useTranslations(translations);
  const format = useFormat();
  return (
    <Stack gap="xs" aria-live="polite">
      <Group gap="sm">
        <ExecutionStatus status={attributes.status} />
        <Text size="sm" c="dimmed">
          {t.agentLine(relationships.agent.name)}
        </Text>
        <Text size="sm" c="dimmed">
          {t.creditsUsed(format.number(attributes.credits_used))}
        </Text>
        <Text size="sm" c="dimmed">
          <DateTime at={attributes.created_at} />
        </Text>
        {attributes.sandbox && <Badge variant="default">{t.sandbox}</Badge>}
        {attributes.retried_from !== null && (
          <Text size="sm">
            {t.retriedFrom}{' '}
            <Link to="/executions/$id" params={{ id: String(attributes.retried_from) }}>
              #{attributes.retried_from}
            </Link>
          </Text>
        )}
        <RunLink id={id} />
      </Group>
      {isOpen(attributes.status) && <Progress value={attributes.progress_percentage} aria-label={t.progress} />}
    </Stack>
  );
}

function Guardrails({ hits }: { hits: ExecutionDetail['attributes']['guardrails_triggered'] }) {
  const t = useTranslations(translations);
  if (hits.length === 0) return <Text size="sm">{t.guardrailsEmpty}</Text>;
  return (
    <List size="sm">
      {hits.map(({ rule, step, action, message }) => (
        <List.Item key={`${rule} ${step} ${message}`}>
          <Code>{rule}</Code> {message} ({step}: {t[action]})
        </List.Item>
      ))}
    </List>
  );
}

function Assets({ assets }: { assets: ExecutionDetail['attributes']['generated_assets'] }) {
  const t = useTranslations(translations);
  const tBoard = useTranslations(boardTexts);
  const format = useFormat();
  if (assets.length === 0) return <Text size="sm">{t.assetsEmpty}</Text>;
  return (
    <ul className="unstyled rows">
      {assets.map(({ id, attributes, links }) => (
        <li key={id} className="pressable">
          <Text className="title" fw={500}>
            {links ? (
              <Link to="/content/$id" params={{ id: String(id) }}>
                {attributes.title}
              </Link>
            ) : (
              attributes.title
            )}
          </Text>
          <Text size="sm" c="dimmed" lineClamp={2}>
            {attributes.preview}
          </Text>
          <Text size="xs" c="dimmed">
            {tBoard[attributes.content_type]} · {t.words(format.number(attributes.word_count))}
          </Text>
        </li>
      ))}
    </ul>
  );
}
