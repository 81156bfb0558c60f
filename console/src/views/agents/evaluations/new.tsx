import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import {
  createAgentEvaluationMutation,
  listAgentEvaluationsQueryKey,
} from '../../../api/generated/client/@tanstack/react-query.gen.ts';
import { ForbiddenPage, Page } from '../../../components/page.tsx';
import { ErrorAlert } from '../../../components/states.tsx';
import { useTranslations } from '../../../i18n/translations.ts';
import { useFormDraft } from '../../../lib/form-draft.ts';
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
  const draft = useFormDraft('agents/evaluations/new', NEW_EVALUATION);
  const create = useMutation({
    ...createAgentEvaluationMutation(),
    onSuccess: async ({ data }) => {
      draft.clear();
      notifications.show({ message: t.createdMessage });
      await navigate({ to: '/agents/evaluations/$evaluation', params: { evaluation: String(data.id) } });
      await queryClient.invalidateQueries({ queryKey: listAgentEvaluationsQueryKey() });
    },
  });
  if (!usePermission('manage_agents')) return <ForbiddenPage title={t.addNew} reason={t.notAllowed} />;
  return (
    <Page isForm title={t.addNew}>
      <EvaluationForm
        fields={draft.values}
        draft={draft}
        submit={t.create}
        error={create.error}
        problems={create.error && <ErrorAlert error={create.error} />}
        isPending={create.isPending}
        onChange={(changes) => draft.change((previous) => ({ ...previous, ...changes }))}
        onSubmit={() => create.mutate({ body: draft.values })}
      />
    </Page>
  );
}
