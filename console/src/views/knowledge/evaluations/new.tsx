import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import {
  createKnowledgeEvaluationMutation,
  listKnowledgeEvaluationsQueryKey,
} from '../../../api/generated/client/@tanstack/react-query.gen.ts';
import { useNewRecordForm } from '../../../components/new-record-form.ts';
import { ForbiddenPage, Page } from '../../../components/page.tsx';
import { QueryContent } from '../../../components/states.tsx';
import { useTranslations } from '../../../i18n/translations.ts';
import { usePermission } from '../../../shell/me.ts';
import { EvaluationForm } from './evaluation-form.tsx';
import type { EvaluationFields } from './model.ts';
import { translations } from './translations.ts';
import { useDocuments } from './use-documents.ts';

const route = getRouteApi('/knowledge/$id/evaluations/new');
/** An evaluation before anything is entered. */
const NEW_EVALUATION: EvaluationFields = { name: '', questions: [] };

/** The form of a new evaluation. */
export default function NewEvaluation() {
  const t = useTranslations(translations);
  const params = route.useParams();
  const id = Number(params.id);
  const navigate = route.useNavigate();
  const queryClient = useQueryClient();
  const documents = useDocuments(id);
  const form = useNewRecordForm({
    name: `knowledge/${id}/evaluations/new`,
    initial: NEW_EVALUATION,
    mutation: createKnowledgeEvaluationMutation(),
    requestOf: (body) => ({ path: { id }, body }),
    onCreated: async ({ data }) => {
      notifications.show({ message: t.createdMessage });
      await navigate({
        to: '/knowledge/$id/evaluations/$evaluation',
        params: { id: params.id, evaluation: String(data.id) },
      });
      await queryClient.invalidateQueries({ queryKey: listKnowledgeEvaluationsQueryKey({ path: { id } }) });
    },
  });
  if (!usePermission('manage_content')) return <ForbiddenPage title={t.addNew} reason={t.notAllowed} />;
  return (
    <Page isForm title={t.addNew}>
      <QueryContent query={documents}>
        {(records) => <EvaluationForm form={form} submit={t.create} documents={records} />}
      </QueryContent>
    </Page>
  );
}
