import { Button, List, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { entityTagAt } from '../../../api/entity-tags.ts';
import {
  getWorkflowTemplateFileOptions,
  getWorkflowTemplateOptions,
  listWorkflowTemplateVersionsOptions,
} from '../../../api/generated/client/@tanstack/react-query.gen.ts';
import { updateWorkflowTemplate } from '../../../api/generated/client/sdk.gen.ts';
import type { WorkflowTemplateFile } from '../../../api/generated/client/types.gen.ts';
import { DateTime } from '../../../components/date-time.tsx';
import { Page, Section } from '../../../components/page.tsx';
import { PagedTable } from '../../../components/paged-table.tsx';
import { QueryContent, showError } from '../../../components/states.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslations } from '../../../i18n/translations.ts';
import { BACK_LINK } from '../../../lib/back-link.ts';
import { useTemplateName } from '../../../lib/names.ts';
import { usePermission } from '../../../shell/me.ts';
import { useActorName } from '../../content-items/review/model.ts';
import { type Change, type ChangedPart, changesBetween } from './changes.ts';
import { refreshTemplate } from './edited-template.ts';
import { fieldsOf } from './model.ts';
import { translations } from './translations.ts';
import { useWords } from './words.ts';

const route = getRouteApi('/templates/$slug/versions');

/** The versions of a template, newest first, and what one of them changed. */
export default function TemplateVersions() {
  const t = useTranslations(translations);
  const actorName = useActorName();
  const format = useFormat();
  const nameOf = useTemplateName();
  const { slug } = route.useParams();
  const { version, ...rows } = route.useSearch();
  const path = { slug };
  return (
    <Page
      title={t.versionsOf(nameOf(slug))}
      lead={t.chooseVersion}
      actions={
        <Link {...BACK_LINK} to="/templates/$slug" params={path}>
          {t.toTemplate}
        </Link>
      }
    >
      <Stack>
        {version !== undefined && <Changes key={version} shown={version} />}
        <PagedTable
          text={{ title: t.versions, empty: t.versions, emptyText: '' }}
          query={listWorkflowTemplateVersionsOptions({ path, query: rows })}
          columns={[
            {
              header: t.versions,
              cell: ({ id }) => t.version(format.number(id)),
              link: ({ id }) => ({
                to: '/templates/$slug/versions',
                params: path,
                search: { ...rows, version: id },
              }),
            },
            { header: t.savedAt, cell: (one) => <DateTime at={one.attributes.created_at} /> },
            {
              header: t.by,
              cell: (one) => actorName(one.attributes.actor),
              from: 'sm',
            },
          ]}
        />
      </Stack>
    </Page>
  );
}

/** What a version changed of the one before it, and a button that brings it back. */
function Changes({ shown }: { shown: number }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const { slug } = route.useParams();
  const fileOf = (version: number) => getWorkflowTemplateFileOptions({ path: { slug }, query: { version } });
  // Its tag is what an earlier version is brought back onto.
  const template = useQuery(getWorkflowTemplateOptions({ path: { slug } }));
  const newest = template.data?.data.attributes.version ?? shown;
  const after = useQuery(fileOf(shown));
  // The one before may no longer be kept.
  const before = useQuery({ ...fileOf(shown - 1), enabled: shown > 1, retry: false });
  const isFirst = shown === 1 || before.isError;
  const number = format.number(shown);
  return (
    <Section
      title={t.changesOf(number)}
      actions={shown !== newest && after.data && <Restore version={shown} file={after.data} />}
    >
      {isFirst ? (
        <Text size="sm">{t.firstVersion}</Text>
      ) : (
        <QueryContent query={before}>
          {(earlier) => (
            <QueryContent query={after}>{(later) => <ChangeList before={earlier} after={later} />}</QueryContent>
          )}
        </QueryContent>
      )}
    </Section>
  );
}

/** Makes an earlier version the newest. */
function Restore({ version, file }: { version: number; file: WorkflowTemplateFile }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const queryClient = useQueryClient();
  const navigate = route.useNavigate();
  const { slug } = route.useParams();
  const tag = entityTagAt(`/content-workflow/workflow-templates/${slug}`);
  const restore = useMutation({
    mutationFn: () =>
      updateWorkflowTemplate({
        path: { slug },
        body: { input: file.input, steps: file.steps, example: file.example },
        headers: tag === undefined ? {} : { 'If-Match': tag },
        throwOnError: true,
      }),
    onSuccess: async () => {
      notifications.show({ message: t.restoredMessage(format.number(version)) });
      await refreshTemplate(queryClient, slug);
      await navigate({ search: ({ version: _version, ...rows }) => rows });
    },
    onError: showError,
  });
  if (!usePermission('manage_content')) return null;
  return (
    <Button size="xs" variant="default" loading={restore.isPending} onClick={() => restore.mutate()}>
      {t.restore(format.number(version))}
    </Button>
  );
}

function ChangeList({ before, after }: { before: WorkflowTemplateFile; after: WorkflowTemplateFile }) {
  const t = useTranslations(translations);
  const titles = new Map([...before.steps, ...after.steps].map(({ key, title }) => [key, title]));
  const changes = changesBetween(fieldsOf(before), fieldsOf(after));
  if (changes.length === 0) return <Text size="sm">{t.noChanges}</Text>;
  return (
    <List size="sm">
      {changes.map((change, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: changes have no id
        <List.Item key={index}>
          <span dir="auto">{titleOf(change, t)}</span>
          {'parts' in change && (
            <Parts
              parts={change.parts}
              isExample={change.part === 'example'}
              titleOf={(key) => titles.get(key) ?? key}
            />
          )}
        </List.Item>
      ))}
    </List>
  );
}

function titleOf(change: Change, t: (typeof translations)['en']): string {
  if (change.part === 'example') return t.exampleChanged;
  if (change.kind === 'moved') return change.part === 'field' ? t.fieldMoved : t.stepMoved;
  const texts = {
    field: { added: t.fieldAdded, removed: t.fieldRemoved, changed: t.fieldChanged },
    step: { added: t.stepAdded, removed: t.stepRemoved, changed: t.stepChanged },
  };
  return texts[change.part][change.kind](change.name);
}

function Parts({
  parts,
  isExample,
  titleOf,
}: {
  parts: readonly ChangedPart[];
  isExample: boolean;
  titleOf: (key: string) => string;
}) {
  const t = useTranslations(translations);
  const words = useWords(titleOf);
  return (
    <List size="sm" withPadding>
      {parts.map(({ name, before, after }) => (
        <List.Item key={name}>
          <span dir="auto">
            {isExample ? name : words.part(name)}:{' '}
            {t.changeTo(words.contentOf(name, before), words.contentOf(name, after))}
          </span>
        </List.Item>
      ))}
    </List>
  );
}
