import { Alert, Badge, Button, Card, Code, Group, Stack, Table, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  deleteWorkflowTriggerMutation,
  getWorkflowTriggerOptions,
  getWorkflowTriggerQueryKey,
  listTriggerFiringsOptions,
  listWorkflowTriggersQueryKey,
  toggleWorkflowTriggerMutation,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { TriggerFiring, WorkflowTrigger } from '../../api/generated/client/types.gen.ts';
import { Confirmed } from '../../components/confirmed.tsx';
import { Moment } from '../../components/moment.tsx';
import { Page } from '../../components/page.tsx';
import { type Column, PagedList } from '../../components/paged-list.tsx';
import { Settings } from '../../components/settings.tsx';
import { showProblem } from '../../components/show-problem.tsx';
import { Empty, Loaded } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/texts.ts';
import { useCapabilityName, useTemplateName } from '../../lib/names.ts';
import { useMay } from '../../shell/me.ts';
import { NextFire, useWhen } from './next-fire.tsx';
import { useResultWord } from './result.ts';
import { texts } from './texts.ts';

const route = getRouteApi('/triggers/$id');
/** Triggers fire by themselves, so what is shown is asked for this often. */
const REFRESH_MS = 5_000;

/** A trigger: when it fires next, and what came of each time. */
export function TriggerView() {
  const id = Number(route.useParams().id);
  const say = useTexts(texts);
  const query = useQuery({ ...getWorkflowTriggerOptions({ path: { id } }), refetchInterval: REFRESH_MS });
  return (
    <Page
      title={query.data?.data.attributes.name ?? say.title}
      actions={query.data && <Actions trigger={query.data.data} />}
    >
      <Loaded query={query}>
        {({ data }) => (
          <Stack>
            <Summary trigger={data} />
            <Firings id={id} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function Actions({ trigger: { id, attributes } }: { trigger: WorkflowTrigger }) {
  const say = useTexts(texts);
  const queries = useQueryClient();
  const navigate = route.useNavigate();
  const mayChange = useMay('manage_content');
  const path = { id };
  const toggle = useMutation({
    ...toggleWorkflowTriggerMutation(),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: getWorkflowTriggerQueryKey({ path }) }),
        queries.invalidateQueries({ queryKey: listWorkflowTriggersQueryKey() }),
      ]),
    onError: showProblem,
  });
  const remove = useMutation({
    ...deleteWorkflowTriggerMutation(),
    onSuccess: async () => {
      notifications.show({ message: say.removedNow });
      await navigate({ to: '/triggers', search: {} });
      await queries.invalidateQueries({ queryKey: listWorkflowTriggersQueryKey() });
    },
    onError: showProblem,
  });
  if (!mayChange) return null;
  return (
    <>
      <Button variant="default" loading={toggle.isPending} onClick={() => toggle.mutate({ path })}>
        {attributes.active ? say.turnOff : say.turnOn}
      </Button>
      <Confirmed
        label={say.remove}
        question={say.removeSure}
        yes={say.removeYes}
        isPending={remove.isPending}
        onConfirm={() => remove.mutate({ path })}
      />
    </>
  );
}

function Summary({ trigger }: { trigger: WorkflowTrigger }) {
  const say = useTexts(texts);
  const format = useFormat();
  const when = useWhen();
  const nameOfCapability = useCapabilityName();
  const nameOfTemplate = useTemplateName();
  const { attributes } = trigger;
  const { template_slug: template, capability_slug: capability } = attributes.target;
  const conditions = Object.entries(attributes.event?.filter ?? {});
  const rows: [string, ReactNode][] = [
    [
      say.target,
      template === null ? (
        <Link key="target" to="/capabilities/$slug" params={{ slug: capability ?? '' }}>
          {nameOfCapability(capability ?? '')}
        </Link>
      ) : (
        <Link key="target" to="/templates/$slug" params={{ slug: template }}>
          {nameOfTemplate(template)}
        </Link>
      ),
    ],
    [say.when, when(trigger)],
    // An event comes when it comes, as is said already.
    ...(attributes.event ? [] : [[say.nextFire, <NextFire key="next" trigger={trigger} />] as [string, ReactNode]]),
    [say.lastFired, attributes.last_fired_at ? <Moment key="last" at={attributes.last_fired_at} /> : say.never],
  ];
  return (
    <Card withBorder>
      <Group mb="sm" aria-live="polite">
        <Badge variant="dot" color={attributes.active ? 'green' : 'gray'} tt="none">
          {attributes.active ? say.active : say.paused}
        </Badge>
        <Text size="sm">{say.runs(format.number(attributes.executions_count))}</Text>
      </Group>
      {attributes.pause_reason === 'credential_ended' && (
        <Alert color="orange" variant="outline" mb="sm">
          {say.credentialEnded}
        </Alert>
      )}
      <Table aria-label={attributes.name}>
        <Table.Tbody>
          {rows.map(([label, value]) => (
            <Table.Tr key={label}>
              <Table.Th scope="row">{label}</Table.Th>
              <Table.Td>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {conditions.length > 0 && (
        <>
          <Title order={2} size="h6" mt="sm">
            {say.conditions}
          </Title>
          {conditions.map(([path, value]) => (
            <Text key={path} size="sm">
              <Code>{path}</Code> = <Code>{JSON.stringify(value)}</Code>
            </Text>
          ))}
        </>
      )}
      <Title order={2} size="h6" mt="sm" mb={4}>
        {say.input}
      </Title>
      <Settings settings={attributes.input} />
    </Card>
  );
}

function Firings({ id }: { id: number }) {
  const say = useTexts(texts);
  const { page } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery({
    ...listTriggerFiringsOptions({ path: { id }, query: { page } }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  return (
    <Stack component="section" aria-label={say.firings} gap="xs">
      <Title order={2} size="h5">
        {say.firings}
      </Title>
      <PagedList
        query={query}
        columns={useColumns()}
        label={say.firings}
        empty={<Empty title={say.firingsEmpty}>{say.firingsEmptyText}</Empty>}
        onPage={(wanted) => void navigate({ search: { page: wanted } })}
      />
    </Stack>
  );
}

function useColumns(): Column<TriggerFiring>[] {
  const say = useTexts(texts);
  const resultWord = useResultWord();
  return [
    {
      header: say.at,
      cell: ({ attributes }) => <Moment at={attributes.scheduled_for ?? attributes.created_at} />,
    },
    { header: say.result, cell: ({ attributes }) => resultWord(attributes.result) },
    {
      header: say.execution,
      cell: ({ attributes: { execution_id: execution } }) =>
        execution !== null && (
          <Link to="/executions/$id" params={{ id: String(execution) }}>
            #{execution}
          </Link>
        ),
    },
  ];
}
