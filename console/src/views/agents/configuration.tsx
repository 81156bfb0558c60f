import { Alert, Button, Code, List, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
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
import { Moment } from '../../components/moment.tsx';
import { PagedList } from '../../components/paged-list.tsx';
import { Section } from '../../components/section.tsx';
import { showProblem } from '../../components/show-problem.tsx';
import { Empty, Loaded } from '../../components/states.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { useMay } from '../../shell/me.ts';
import { texts } from './texts.ts';
import { isOwn } from './words.ts';

const route = getRouteApi('/agents/$id');

/** The version of its type's definition that an agent is at, the way to another, and how it came there. */
export function Configuration({ agent }: { agent: AgentAudit }) {
  const say = useTexts(texts);
  const mayChange = useMay('manage_agents') && isOwn(agent);
  const { config_version: version, latest_config_version: latest, needs_migration: isBehind } = agent.attributes;
  return (
    <>
      <Section title={say.version} actions={mayChange && <Move agent={agent} />}>
        <Text>{isBehind ? say.behind(version, latest) : say.latest(version)}</Text>
        <Findings agentId={agent.id} />
      </Section>
      <Stack component="section" aria-label={say.history} gap="sm">
        <Title order={2} size="h5">
          {say.history}
        </Title>
        <History agentId={agent.id} />
      </Stack>
    </>
  );
}

/** To the latest version, and back to the one before; runs that have begun keep theirs. */
function Move({ agent }: { agent: AgentAudit }) {
  const say = useTexts(texts);
  const queries = useQueryClient();
  const path = { agent: agent.id };
  const moving = {
    onSuccess: async ({ data: { attributes } }: AgentMigrationAnswer) => {
      notifications.show({ message: say.moved(attributes.from_version, attributes.to_version) });
      await Promise.all(
        [getAgentAuditQueryKey({ path }), listAgentHistoryQueryKey({ path }), validateAgentQueryKey({ path })].map(
          (queryKey) => queries.invalidateQueries({ queryKey: [...queryKey] }),
        ),
      );
    },
    onError: showProblem,
  };
  const migrate = useMutation({ ...migrateAgentMutation(), ...moving });
  const earlier = useQuery(validateAgentOptions({ path })).data?.data.attributes.earlier_versions ?? [];
  const rollBack = useMutation({ ...rollBackAgentMutation(), ...moving });
  return (
    <>
      {agent.attributes.needs_migration && (
        <Button loading={migrate.isPending} onClick={() => migrate.mutate({ path })}>
          {say.migrate(agent.attributes.latest_config_version)}
        </Button>
      )}
      {earlier.length > 0 && (
        <Button variant="default" loading={rollBack.isPending} onClick={() => rollBack.mutate({ path, body: {} })}>
          {say.rollBack}
        </Button>
      )}
    </>
  );
}

/** What is wrong with the configuration, or will be. */
function Findings({ agentId }: { agentId: number }) {
  const say = useTexts(texts);
  const query = useQuery(validateAgentOptions({ path: { agent: agentId } }));
  return (
    <Loaded query={query}>
      {({ data: { attributes } }) => (
        <Stack gap="xs" mt="sm">
          {attributes.errors.length + attributes.warnings.length === 0 && <Text size="sm">{say.nothingWrong}</Text>}
          {attributes.errors.length > 0 && <FindingList color="red" title={say.errors} findings={attributes.errors} />}
          {attributes.warnings.length > 0 && (
            <FindingList color="orange" title={say.warnings} findings={attributes.warnings} />
          )}
        </Stack>
      )}
    </Loaded>
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
  const say = useTexts(texts);
  const { page } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery({
    ...listAgentHistoryOptions({ path: { agent: agentId }, query: { page } }),
    placeholderData: keepPreviousData,
  });
  return (
    <PagedList
      query={query}
      columns={[
        {
          header: say.change,
          cell: ({ attributes }) => (
            <>
              <Text size="sm">
                {say[attributes.kind]}
                {attributes.from_version !== null &&
                  attributes.from_version !== attributes.to_version &&
                  ` ${say.fromTo(attributes.from_version, attributes.to_version)}`}
              </Text>
              <Changes changes={attributes.changes} />
            </>
          ),
        },
        { header: say.actor, cell: ({ attributes }) => attributes.actor, from: 'md' },
        { header: say.at, cell: ({ attributes }) => <Moment at={attributes.created_at} />, from: 'sm' },
      ]}
      label={say.history}
      empty={<Empty title={say.historyEmpty} />}
      onPage={(number) => void navigate({ search: (before) => ({ ...before, page: number }) })}
    />
  );
}

function Changes({ changes }: { changes: readonly AgentChange[] }) {
  const say = useTexts(texts);
  if (changes.length === 0) return null;
  return (
    <details>
      <summary>{say.changes(changes.length)}</summary>
      {changes.map(({ field, from, to }) => (
        <Stack key={field} gap={4} my="xs">
          <Text size="sm" fw={600}>
            {field}
          </Text>
          <Code block tabIndex={0} className="wrapped" role="group" aria-label={say.before(field)}>
            {`− ${write(from)}`}
          </Code>
          <Code block tabIndex={0} className="wrapped" role="group" aria-label={say.after(field)}>
            {`+ ${write(to)}`}
          </Code>
        </Stack>
      ))}
    </details>
  );
}

function write(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
