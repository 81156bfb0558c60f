import { Button, Group, Stack } from '@mantine/core';
import { useMutation, usePrefetchQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import {
  deleteKnowledgeEvaluationMutation,
  getKnowledgeEvaluationOptions,
  listKnowledgeEvaluationRunsOptions,
  listKnowledgeEvaluationRunsQueryKey,
  listKnowledgeEvaluationsQueryKey,
  runKnowledgeEvaluationMutation,
} from '../../../api/generated/client/@tanstack/react-query.gen.ts';
import type { Evaluation } from '../../../api/generated/client/types.gen.ts';
import { DeleteButton } from '../../../components/confirm-button.tsx';
import { RunsSection } from '../../../components/evaluations/runs-section.tsx';
import { Page, Section } from '../../../components/page.tsx';
import { QueryContent, showError } from '../../../components/states.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslations } from '../../../i18n/translations.ts';
import { BACK_LINK } from '../../../lib/back-link.ts';
import { usePermission } from '../../../shell/me.ts';
import { DocumentName } from './document-name.tsx';
import { REFRESH_MS } from './model.ts';
import { QuestionList } from './questions.tsx';
import { translations } from './translations.ts';

const route = getRouteApi('/knowledge/$id/evaluations/$evaluation');

/** An evaluation: its runs with their results, and its questions. */
export default function EvaluationView() {
  const t = useTranslations(translations);
  const params = route.useParams();
  const path = { id: Number(params.id), evaluation: Number(params.evaluation) };
  const query = useQuery(getKnowledgeEvaluationOptions({ path }));
  usePrefetchQuery(listKnowledgeEvaluationRunsOptions({ path, query: route.useSearch() }));
  return (
    <Page
      title={query.data?.data.attributes.name ?? t.title}
      actions={
        <>
          <Link {...BACK_LINK} to="/knowledge/$id/evaluations" params={{ id: params.id }}>
            {t.title}
          </Link>
          {query.data && <Actions evaluation={query.data.data} />}
        </>
      }
    >
      <QueryContent query={query}>
        {({ data }) => (
          <Stack>
            <Runs />
            <Questions evaluation={data} />
          </Stack>
        )}
      </QueryContent>
    </Page>
  );
}

function Actions({ evaluation: { id: evaluation, attributes } }: { evaluation: Evaluation }) {
  const t = useTranslations(translations);
  const params = route.useParams();
  const navigate = route.useNavigate();
  const queryClient = useQueryClient();
  const path = { id: attributes.knowledge_base_id, evaluation };
  const run = useMutation({
    ...runKnowledgeEvaluationMutation(),
    onSuccess: async ({ data }) => {
      await navigate({
        to: '/knowledge/$id/evaluations/$evaluation/runs/$run',
        params: { ...params, run: String(data.id) },
        search: {},
      });
      await queryClient.invalidateQueries({ queryKey: listKnowledgeEvaluationRunsQueryKey({ path }) });
    },
    onError: showError,
  });
  if (!usePermission('manage_content')) return null;
  return (
    <Group gap="xs">
      <Button loading={run.isPending} onClick={() => run.mutate({ path })}>
        {t.run}
      </Button>
      <Button
        variant="default"
        renderRoot={(props) => <Link to="/knowledge/$id/evaluations/$evaluation/edit" params={params} {...props} />}
      >
        {t.edit}
      </Button>
      <DeleteButton
        label={t.remove}
        question={t.removeQuestion}
        confirmLabel={t.removeConfirm}
        message={t.removedMessage}
        mutation={deleteKnowledgeEvaluationMutation()}
        variables={{ path }}
        listKey={listKnowledgeEvaluationsQueryKey({ path: { id: path.id } })}
        to="/knowledge/$id/evaluations"
        params={{ id: params.id }}
      />
    </Group>
  );
}

function Runs() {
  const t = useTranslations(translations);
  const format = useFormat();
  const params = route.useParams();
  const path = { id: Number(params.id), evaluation: Number(params.evaluation) };
  const share = (value: number | null | undefined) => (typeof value === 'number' ? format.percent(value) : '–');
  return (
    <RunsSection
      query={listKnowledgeEvaluationRunsOptions({ path, query: route.useSearch() })}
      refreshMs={REFRESH_MS}
      emptyText={t.runsEmptyText}
      linkOf={({ id }) => ({
        to: '/knowledge/$id/evaluations/$evaluation/runs/$run',
        params: { ...params, run: String(id) },
      })}
      columns={[
        {
          header: t.passed,
          cell: ({ attributes: { result, total } }) =>
            result ? t.passedOf(format.number(result.passed), format.number(total)) : '–',
          align: 'right',
        },
        {
          header: t.recallFive,
          cell: ({ attributes }) => share(attributes.result?.recall_at_5),
          align: 'right',
          from: 'md',
        },
        {
          header: t.precision,
          cell: ({ attributes }) => share(attributes.result?.precision),
          align: 'right',
          from: 'md',
        },
      ]}
    />
  );
}

function Questions({ evaluation: { attributes } }: { evaluation: Evaluation }) {
  const t = useTranslations(translations);
  const { id } = route.useParams();
  const titles = new Map(attributes.documents.map((document) => [document.id, document.title]));
  return (
    <Section title={t.questions}>
      <QuestionList
        questions={attributes.questions}
        renderDocument={(document) => <DocumentName base={id} id={document} title={titles.get(document)} />}
      />
    </Section>
  );
}
