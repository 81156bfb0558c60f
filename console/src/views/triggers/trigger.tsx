import { Alert, Button, Card, Code, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation, usePrefetchQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { unlessChanged } from '../../api/entity-tags.ts';
import {
  deleteWorkflowTriggerMutation,
  getWorkflowTriggerOptions,
  getWorkflowTriggerQueryKey,
  listTriggerFiringsOptions,
  listTriggerFiringsQueryKey,
  listWorkflowTriggersQueryKey,
  runWorkflowTriggerMutation,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { getWorkflowTrigger, toggleWorkflowTrigger } from '../../api/generated/client/sdk.gen.ts';
import type { WorkflowTrigger } from '../../api/generated/client/types.gen.ts';
import { DeleteButton } from '../../components/confirm-button.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { Page } from '../../components/page.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { QueryContent, showError } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { useCapabilityName, useTemplateName } from '../../lib/names.ts';
import { usePeople } from '../../lib/people.ts';
import type { EventName } from '../../lib/platform-events.ts';
import { pollEvery } from '../../lib/poll.ts';
import { usePermission } from '../../shell/me.ts';
import { toFields } from '../capabilities/form-schema.ts';
import RunSettings from '../executions/settings.tsx';
import { conditionsOf } from './conditions.ts';
import { LIMITS, PEOPLE } from './model.ts';
import { NextFire, useResultLabel, useScheduleLabel } from './next-fire.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/triggers/$id');
/** Triggers fire on their own, so the data are read again this often. */
const REFRESH_MS = 5_000;

/** A trigger with its schedule and its firings. */
export default function TriggerView() {
  const id = Number(route.useParams().id);
  const t = useTranslations(translations);
  const page = route.useSearch();
  const query = useQuery({
    ...getWorkflowTriggerOptions({ path: { id }, query: { include: 'input_schema' } }),
    refetchInterval: pollEvery(REFRESH_MS),
  });
  usePrefetchQuery(listTriggerFiringsOptions({ path: { id }, query: page }));
  return (
    <Page
      title={query.data?.data.attributes.name ?? t.title}
      actions={query.data && <Actions trigger={query.data.data} />}
    >
      <QueryContent query={query}>
        {({ data }) => (
          <Stack>
            <Summary trigger={data} />
            <Firings id={id} />
          </Stack>
        )}
      </QueryContent>
    </Page>
  );
}

function Actions({ trigger: { id, attributes } }: { trigger: WorkflowTrigger }) {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const canEdit = usePermission('manage_content');
  const path = { id };
  const turn = useMutation({
    // The route turns on what it finds turned off; somebody else may have been faster.
    mutationFn: async (active: boolean) => {
      const { data: trigger } = (await getWorkflowTrigger({ path, throwOnError: true })).data;
      if (trigger.attributes.active === active) return;
      const headers = unlessChanged(`/content-workflow/workflow-triggers/${id}`);
      await toggleWorkflowTrigger({ path, headers, throwOnError: true });
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: getWorkflowTriggerQueryKey({ path }) }),
        queryClient.invalidateQueries({ queryKey: listWorkflowTriggersQueryKey() }),
      ]),
    onError: showError,
  });
  const run = useMutation({
    ...runWorkflowTriggerMutation(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: listTriggerFiringsQueryKey({ path }) }),
    onError: showError,
  });
  if (!canEdit) return null;
  return (
    <>
      <Button
        variant="default"
        loading={run.isPending}
        disabled={!attributes.active}
        onClick={() => run.mutate({ path })}
      >
        {t.runNow}
      </Button>
      <Button
        variant="default"
        renderRoot={(props) => <Link to="/triggers/$id/edit" params={{ id: String(id) }} {...props} />}
      >
        {t.edit}
      </Button>
      <Button variant="default" loading={turn.isPending} onClick={() => turn.mutate(!attributes.active)}>
        {attributes.active ? t.turnOff : t.turnOn}
      </Button>
      <DeleteButton
        label={t.remove}
        question={t.removeQuestion}
        confirmLabel={t.removeConfirm}
        message={t.removedMessage}
        mutation={deleteWorkflowTriggerMutation()}
        variables={{ path }}
        listKey={listWorkflowTriggersQueryKey()}
        to="/triggers"
      />
    </>
  );
}

function Summary({ trigger }: { trigger: WorkflowTrigger }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const scheduleLabel = useScheduleLabel();
  const capabilityName = useCapabilityName();
  const templateName = useTemplateName();
  const people = usePeople();
  const { attributes } = trigger;
  const { template_slug: template, capability_slug: capability } = attributes.target;
  const conditions = attributes.event
    ? conditionsOf({ ...attributes.event, name: attributes.event.name as EventName })
    : [];
  const mapping = Object.entries(attributes.event?.mapping ?? {});
  const labelOf = (setting: string) =>
    toFields(attributes.input_schema ?? {}).find(({ name }) => name === setting)?.label ?? setting;
  const rows: [string, ReactNode][] = [
    [
      t.target,
      template === null ? (
        <Link key="target" to="/capabilities/$slug" params={{ slug: capability ?? '' }}>
          {capabilityName(capability ?? '')}
        </Link>
      ) : (
        <Link key="target" to="/templates/$slug" params={{ slug: template }}>
          {templateName(template)}
        </Link>
      ),
    ],
    [t.when, scheduleLabel(trigger)],
    // Event triggers have no next time.
    ...(attributes.event ? [] : [[t.nextFire, <NextFire key="next" trigger={trigger} />] as [string, ReactNode]]),
    ...LIMITS.flatMap((name): [string, ReactNode][] => {
      const limit = attributes[name];
      return limit === null ? [] : [[t[name], format.number(limit)]];
    }),
    ...PEOPLE.flatMap((name): [string, ReactNode][] => {
      const person = people.find(({ id }) => id === attributes[name]);
      return person ? [[t[name], person.name]] : [];
    }),
    [t.lastFired, attributes.last_fired_at ? <DateTime key="last" at={attributes.last_fired_at} /> : t.never],
  ];
  return (
    <Card withBorder>
      <Group mb="sm" aria-live="polite">
        <StatusBadge color={attributes.active ? 'green' : 'gray'}>
          {attributes.active ? t.active : t.paused}
        </StatusBadge>
        <Text size="sm">{t.runs(format.number(attributes.executions_count))}</Text>
      </Group>
      {attributes.pause_reason && (
        <Alert color="orange" variant="outline" mb="sm">
          {t[PAUSES[attributes.pause_reason]]}
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
            {t.conditions}
          </Title>
          {conditions.map(({ path, operator, value }) => (
            <Text key={`${path} ${operator} ${value}`} size="sm">
              <Code>{path}</Code> {t[operator]} <Code>{value}</Code>
            </Text>
          ))}
        </>
      )}
      {mapping.length > 0 && (
        <>
          <Title order={2} size="h6" mt="sm">
            {t.mapping}
          </Title>
          {mapping.map(([setting, path]) => (
            <Text key={setting} size="sm">
              {labelOf(setting)}: <Code>{path}</Code>
            </Text>
          ))}
        </>
      )}
      <Title order={2} size="h6" mt="sm" mb={4}>
        {t.input}
      </Title>
      <RunSettings settings={attributes.input} schema={attributes.input_schema} />
    </Card>
  );
}

/** The texts of why the service switched a trigger off. */
const PAUSES = {
  credential_ended: 'credentialEnded',
  schedule_refused: 'scheduleRefused',
  failures: 'failedTooOften',
} as const;

function Firings({ id }: { id: number }) {
  const t = useTranslations(translations);
  const resultLabel = useResultLabel();
  const page = route.useSearch();
  return (
    <Stack component="section" aria-label={t.firings} gap="xs">
      <Title order={2} size="h5">
        {t.firings}
      </Title>
      <PagedTable
        text={{ title: t.firings, empty: t.firingsEmpty, emptyText: t.firingsEmptyText }}
        query={{
          ...listTriggerFiringsOptions({ path: { id }, query: page }),
          refetchInterval: pollEvery(REFRESH_MS),
        }}
        columns={[
          {
            header: t.at,
            cell: ({ attributes }) => <DateTime at={attributes.scheduled_for ?? attributes.created_at} />,
          },
          {
            header: t.result,
            cell: ({ attributes: { result, setting } }) =>
              setting === null ? resultLabel(result) : t.resultOf(resultLabel(result), setting),
          },
          {
            header: t.execution,
            cell: ({ attributes: { execution_id: execution } }) =>
              execution !== null && (
                <Link to="/executions/$id" params={{ id: String(execution) }}>
                  #{execution}
                </Link>
              ),
          },
        ]}
      />
    </Stack>
  );
}
