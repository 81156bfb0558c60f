import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import {
  getAgentEvaluationOptions,
  getAgentEvaluationQueryKey,
  listAgentEvaluationsQueryKey,
} from '../../../api/generated/client/@tanstack/react-query.gen.ts';
import { updateAgentEvaluation } from '../../../api/generated/client/sdk.gen.ts';
import type { AgentEvaluation } from '../../../api/generated/client/types.gen.ts';
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

const route = getRouteApi('/agents/evaluations/$evaluation/edit');

/** The form of an evaluation that there is. */
export default function EditEvaluation() {
  const t = useTranslations(translations);
  const { evaluation } = route.useParams();
  const query = useQuery(getAgentEvaluationOptions({ path: { id: Number(evaluation) } }));
  if (!usePermission('manage_agents')) return <ForbiddenPage title={t.edit} reason={t.notAllowed} />;
  return (
    <Page isForm action={t.edit} title={query.data?.data.attributes.name ?? t.edit}>
      <QueryContent query={query}>{({ data }) => <Form evaluation={data} />}</QueryContent>
    </Page>
  );
}

function Form({ evaluation }: { evaluation: AgentEvaluation }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const navigate = route.useNavigate();
  const queryClient = useQueryClient();
  const path = { id: evaluation.id };
  const form = useRecordForm({
    name: `agents/evaluations/${evaluation.id}`,
    path: `/content-workflow/agent-evaluations/${evaluation.id}`,
    record: evaluation,
    valuesOf: ({ attributes: { name, prompts } }): EvaluationFields => ({ name, prompts }),
    bodyOf: (fields) => fields,
    read: async () => (await queryClient.fetchQuery({ ...getAgentEvaluationOptions({ path }), staleTime: 0 })).data,
    send: (body, headers) => updateAgentEvaluation({ path, body, headers, throwOnError: true }),
    onSaved: async (answer) => {
      if (answer) queryClient.setQueryData(getAgentEvaluationQueryKey({ path }), answer.data);
      notifications.show({ message: t.savedMessage });
      await navigate({ to: '/agents/evaluations/$evaluation', params: { evaluation: String(evaluation.id) } });
      await queryClient.invalidateQueries({ queryKey: listAgentEvaluationsQueryKey() });
    },
  });
  return (
    <EvaluationForm
      form={form}
      submit={t.save}
      problems={
        <FormProblems
          form={form}
          labelOf={labelsIn(t)}
          textOf={(field, value) =>
            field === 'prompts' && Array.isArray(value) ? t.promptsCount(format.number(value.length)) : undefined
          }
        />
      }
    />
  );
}
