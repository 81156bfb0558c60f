import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import {
  getWorkflowTriggerOptions,
  getWorkflowTriggerQueryKey,
  listWorkflowTriggersQueryKey,
  updateWorkflowTriggerMutation,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { WorkflowTrigger } from '../../api/generated/client/types.gen.ts';
import { ForbiddenPage, Page } from '../../components/page.tsx';
import { QueryContent } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { useFormDraft } from '../../lib/form-draft.ts';
import { usePermission } from '../../shell/me.ts';
import { changesOf, type TriggerTarget, valuesOf } from './model.ts';
import { translations } from './translations.ts';
import { TriggerForm, typedOf } from './trigger-form.tsx';

const route = getRouteApi('/triggers/$id/edit');

/** The form that changes a trigger. */
export default function EditTrigger() {
  const id = Number(route.useParams().id);
  const t = useTranslations(translations);
  const canEdit = usePermission('manage_content');
  // It fires meanwhile, which changes nothing that is edited.
  const query = useQuery(getWorkflowTriggerOptions({ path: { id }, query: { include: 'input_schema' } }));
  if (!canEdit) return <ForbiddenPage title={t.edit} reason={t.notAllowed} />;
  return (
    <Page isForm title={t.edit}>
      <QueryContent query={query}>{({ data }) => <Editor key={id} trigger={data} />}</QueryContent>
    </Page>
  );
}

/** Sends only the changed fields, so that concurrent changes of others are kept. */
function Editor({ trigger: { id, attributes } }: { trigger: WorkflowTrigger }) {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const navigate = route.useNavigate();
  const [initial] = useState(() => valuesOf(attributes));
  const [target, setTarget] = useState<TriggerTarget>({
    template: attributes.target.template_slug ?? undefined,
    capability: attributes.target.capability_slug ?? undefined,
  });
  const path = { id };
  const draft = useFormDraft(`triggers/${id}`, typedOf(initial));
  const update = useMutation({
    ...updateWorkflowTriggerMutation(),
    onSuccess: async () => {
      // Another target has another schema.
      await queryClient.invalidateQueries({ queryKey: getWorkflowTriggerQueryKey({ path }) });
      draft.clear();
      notifications.show({ message: t.savedMessage });
      await navigate({ to: '/triggers/$id', params: { id: String(id) }, search: {} });
      await queryClient.invalidateQueries({ queryKey: listWorkflowTriggersQueryKey() });
    },
  });
  return (
    <TriggerForm
      initial={initial}
      target={target}
      draft={draft}
      inputSchema={attributes.input_schema}
      onTarget={setTarget}
      submit={t.save}
      error={update.error}
      isPending={update.isPending}
      onSubmit={(values) => update.mutate({ path, body: changesOf(initial, values) })}
    />
  );
}
