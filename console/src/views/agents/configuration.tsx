import { Alert, Button, Code, List, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import {
  getAgentAuditQueryKey,
  listAgentHistoryOptions,
  listAgentHistoryQueryKey,
  migrateAgentMutation,
  rollBackAgentMutation,
  validateAgentOptions,
  validateAgentQueryKey,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { AgentAudit, AgentChange, AgentMigrationAnswer } from '../../api/generated/client/types.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { Section } from '../../components/page.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { QueryContent, showError } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { usePermission } from '../../shell/me.ts';
import { isEditable } from './model.ts';
import { translations } from './translations.ts';

const route = getRouteApi('/agents/$id');

/** The configuration version of an agent, its validation and its history. */
export function Configuration({ agent }: { agent: AgentAudit }) {
  const t = useTranslations(translations);
  const canEdit = usePermission('manage_agents') && isEditable(agent);
  const { config_version: version, latest_config_version: latest, needs_migration: isBehind } = agent.attributes;
  return (
    <>
      <Section title={t.version} actions={canEdit && <VersionActions agent={agent} />}>
        <Text>{isBehind ? t.behind(version, latest) : t.latest(version)}</Text>
        <Findings agentId={agent.id} />
      </Section>
      <Stack component="section" aria-label={t.history} gap="sm">
        <Title order={2} size="h5">
          {t.history}
        </Title>
        <History agentId={agent.id} />
      </Stack>
    </>
  );
}

/** Migrates to the latest version or rolls back. Running executions keep their version. */
function VersionActions({ agent }: { agent: AgentAudit }) {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const path = { agent: agent.id };
  const mutationOptions = {
    onSuccess: async ({ data: { attributes } }: AgentMigrationAnswer) => {
      notifications.show({ message: t.moved(attributes.from_version, attributes.to_version) });
      await Promise.all(
        [getAgentAuditQueryKey({ path }), listAgentHistoryQueryKey({ path }), validateAgentQueryKey({ path })].map(
          (queryKey) => queryClient.invalidateQueries({ queryKey: [...queryKey] }),
        ),
      );
    },
    onError: showError,
  };
  const migrate = useMutation({ ...migrateAgentMutation(), ...mutationOptions });
  const earlier = useQuery(validateAgentOptions({ path })).data?.data.attributes.earlier_versions ?? [];
  const rollBack = useMutation({ ...rollBackAgentMutation(), ...mutationOptions });
  return (
    <>
      {agent.attributes.needs_migration && (
        <Button loading={migrate.isPending} onClick={() => migrate.mutate({ path })}>
          {t.migrate(agent.attributes.latest_config_version)}
        </Button>
      )}
      {earlier.length > 0 && (
        <Button variant="default" loading={rollBack.isPending} onClick={() => rollBack.mutate({ path, body: {} })}>
          {t.rollBack}
        </Button>
      )}
    </>
  );
}

/** Errors and warnings of the validation. */
function Findings({ agentId }: { agentId: number }) {
  const t = useTranslations(translations);
  const query = useQuery(validateAgentOptions({ path: { agent: agentId } }));
  return (
    <QueryContent query={query}>
      {({ data: { attributes } }) => (
        <Stack gap="xs" mt="sm">
          {attributes.errors.length + attributes.warnings.length === 0 && <Text size="sm">{t.nothingWrong}</Text>}
          {attributes.errors.length > 0 && <FindingList color="red" title={t.errors} findings={attributes.errors} />}
          {attributes.warnings.length > 0 && (
            <FindingList color="orange" title={t.warnings} findings={attributes.warnings} />
          )}
        </Stack>
      )}
    </QueryContent>
  );
}

function FindingList({
  color,
  title,
  findings,
}: {
  color: string;
  title: string;
  findings: readonly { field: string; message: string }[];
}) {
  return (
    <Alert color={color} variant="outline" title={title}>
      <List size="sm">
        {findings.map(({ field, message }) => (
          <List.Item key={`${field} ${message}`}>
            <Code>{field}</Code> {message}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

function History({ agentId }: { agentId: number }) {
  const t = useTranslations(translations);
  const { page } = route.useSearch();
  return (
    <PagedTable
      text={{ title: t.history, empty: t.historyEmpty }}
      query={listAgentHistoryOptions({ path: { agent: agentId }, query: { page, include: 'body' } })}
      columns={[
        {
          header: t.change,
          cell: ({ attributes }) => (
            <>
              <Text size="sm">
                {t[attributes.kind]}
                {attributes.from_version !== null &&
                  attributes.from_version !== attributes.to_version &&
                  ` ${t.fromTo(attributes.from_version, attributes.to_version)}`}
              </Text>
              <Changes changes={attributes.changes} />
            </>
          ),
        },
        { header: t.actor, cell: ({ attributes }) => attributes.actor, from: 'md' },
        { header: t.at, cell: ({ attributes }) => <DateTime at={attributes.created_at} />, from: 'sm' },
      ]}
    />
  );
}

function Changes({ changes }: { changes: readonly AgentChange[] }) {
  const t = useTranslations(translations);
  if (changes.length === 0) return null;
  return (
    <details>
      <summary>{t.changes(changes.length)}</summary>
      {changes.map(({ field, from, to }) => (
        <Stack key={field} gap={4} my="xs">
          <Text size="sm" fw={600}>
            {field}
          </Text>
          <Code block tabIndex={0} className="pre-wrap" role="group" aria-label={t.before(field)}>
            {`− ${formatValue(from)}`}
          </Code>
          <Code block tabIndex={0} className="pre-wrap" role="group" aria-label={t.after(field)}>
            {`+ ${formatValue(to)}`}
          </Code>
        </Stack>
      ))}
    </details>
  );
}

function formatValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
