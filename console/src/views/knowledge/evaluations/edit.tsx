import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import {
  getKnowledgeEvaluationOptions,
  getKnowledgeEvaluationQueryKey,
  listKnowledgeEvaluationsQueryKey,
} from '../../../api/generated/client/@tanstack/react-query.gen.ts';
import { updateKnowledgeEvaluation } from '../../../api/generated/client/sdk.gen.ts';
import type { Evaluation, KnowledgeDocument } from '../../../api/generated/client/types.gen.ts';
import { ForbiddenPage, Page } from '../../../components/page.tsx';
import { useRecordForm } from '../../../components/record-form.ts';
import { QueryContent } from '../../../components/states.tsx';
import { FormProblems, labelsIn } from '../../../components/version-conflict.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslations } from '../../../i18n/translations.ts';
import { usePermission } from '../../../shell/me.ts';
import { EvaluationForm } from './evaluation-form.tsx';
import type { EvaluationFields } from './model.ts';
import { translations } from './translations.ts';
import { useDocuments } from './use-documents.ts';

const route = getRouteApi('/knowledge/$id/evaluations/$evaluation/edit');

/** The form of an evaluation that there is. */
export default function EditEvaluation() {
  const t = useTranslations(translations);
  const params = route.useParams();
  const path = { id: Number(params.id), evaluation: Number(params.evaluation) };
  const query = useQuery(getKnowledgeEvaluationOptions({ path }));
  const documents = useDocuments(path.id);
  if (!usePermission('manage_content')) return <ForbiddenPage title={t.edit} reason={t.notAllowed} />;
  return (
    <Page isForm action={t.edit} title={query.data?.data.attributes.name ?? t.edit}>
      <QueryContent query={query}>
        {({ data }) => (
          <QueryContent query={documents}>{(records) => <Form evaluation={data} documents={records} />}</QueryContent>
        )}
      </QueryContent>
    </Page>
  );
}

function Form({ evaluation, documents }: { evaluation: Evaluation; documents: readonly KnowledgeDocument[] }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const params = route.useParams();
  const navigate = route.useNavigate();
  const queryClient = useQueryClient();
  const path = { id: Number(params.id), evaluation: evaluation.id };
  const form = useRecordForm({
    name: `knowledge/${path.id}/evaluations/${evaluation.id}`,
    path: `/content-workflow/knowledge-bases/${path.id}/evaluations/${evaluation.id}`,
    record: evaluation,
    valuesOf: ({ attributes: { name, questions } }): EvaluationFields => ({ name, questions }),
    bodyOf: (fields) => fields,
    read: async () => (await queryClient.fetchQuery({ ...getKnowledgeEvaluationOptions({ path }), staleTime: 0 })).data,
    send: (body, headers) => updateKnowledgeEvaluation({ path, body, headers, throwOnError: true }),
    onSaved: async (answer) => {
      if (answer) queryClient.setQueryData(getKnowledgeEvaluationQueryKey({ path }), answer.data);
      notifications.show({ message: t.savedMessage });
      await navigate({ to: '/knowledge/$id/evaluations/$evaluation', params });
      await queryClient.invalidateQueries({ queryKey: listKnowledgeEvaluationsQueryKey({ path: { id: path.id } }) });
    },
  });
  return (
    <EvaluationForm
      form={form}
      submit={t.save}
      documents={documents}
      expected={evaluation.attributes.documents}
      problems={
        <FormProblems
          form={form}
          labelOf={labelsIn(t)}
          textOf={(field, value) =>
            field === 'questions' && Array.isArray(value) ? t.questionsCount(format.number(value.length)) : undefined
          }
        />
      }
    />
  );
}
