import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import {
  createAgentEvaluationMutation,
  listAgentEvaluationsQueryKey,
} from '../../../api/generated/client/@tanstack/react-query.gen.ts';
import { useNewRecordForm } from '../../../components/new-record-form.ts';
import { ForbiddenPage, Page } from '../../../components/page.tsx';
import { useTranslations } from '../../../i18n/translations.ts';
import { usePermission } from '../../../shell/me.ts';
import { EvaluationForm } from './evaluation-form.tsx';
import type { EvaluationFields } from './model.ts';
import { translations } from './translations.ts';

const route = getRouteApi('/agents/evaluations/new');
/** An evaluation before anything is entered. */
const NEW_EVALUATION: EvaluationFields = { name: '', prompts: [] };

/** The form of a new evaluation. */
export default function NewEvaluation() {
  const t = useTranslations(translations);
  const navigate = route.useNavigate();
  const queryClient = useQueryClient();
  const form = useNewRecordForm({
    name: 'agents/evaluations/new',
    initial: NEW_EVALUATION,
    mutation: createAgentEvaluationMutation(),
    requestOf: (body) => ({ body }),
    onCreated: async ({ data }) => {
      notifications.show({ message: t.createdMessage });
      await navigate({ to: '/agents/evaluations/$evaluation', params: { evaluation: String(data.id) } });
      await queryClient.invalidateQueries({ queryKey: listAgentEvaluationsQueryKey() });
    },
  });
  if (!usePermission('manage_agents')) return <ForbiddenPage title={t.addNew} reason={t.notAllowed} />;
  return (
    <Page isForm title={t.addNew}>
      <EvaluationForm form={form} submit={t.create} />
    </Page>
  );
}
