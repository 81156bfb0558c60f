import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import {
  getWorkflowTriggerOptions,
  getWorkflowTriggerQueryKey,
  listWorkflowTriggersQueryKey,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { updateWorkflowTrigger } from '../../api/generated/client/sdk.gen.ts';
import type { WorkflowTrigger } from '../../api/generated/client/types.gen.ts';
import { ForbiddenPage, Page } from '../../components/page.tsx';
import { QueryContent } from '../../components/states.tsx';
import { labelsIn, VersionConflict } from '../../components/version-conflict.tsx';
import { useVersionedDraft } from '../../components/versioned-draft.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { usePermission } from '../../shell/me.ts';
import { changesOf, type TriggerTarget, type TriggerValues, valuesOf } from './model.ts';
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

/** Sends only the changed fields, onto the version that they were made on. */
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
  const options = getWorkflowTriggerOptions({ path, query: { include: 'input_schema' } });
  const version = useVersionedDraft(`triggers/${id}`, typedOf(initial), {
    path: `/content-workflow/workflow-triggers/${id}`,
    body: initial,
    read: async () => valuesOf((await queryClient.fetchQuery({ ...options, staleTime: 0 })).data.attributes),
  });
  const [sent, setSent] = useState<Partial<TriggerValues>>({});
  const leave = () => navigate({ to: '/triggers/$id', params: { id: String(id) }, search: {} });
  const update = useMutation({
    mutationFn: (body: Partial<TriggerValues>) =>
      updateWorkflowTrigger({ path, body, headers: version.headers(), throwOnError: true }),
    onSuccess: async () => {
      // Another target has another schema.
      await queryClient.invalidateQueries({ queryKey: getWorkflowTriggerQueryKey({ path }) });
      version.discard();
      notifications.show({ message: t.savedMessage });
      await leave();
      await queryClient.invalidateQueries({ queryKey: listWorkflowTriggersQueryKey() });
    },
    onError: async (error, body) => {
      if (await version.rebase(error, body)) update.mutate(body);
    },
  });
  return (
    <TriggerForm
      initial={initial}
      target={target}
      draft={version.draft}
      inputSchema={attributes.input_schema}
      onTarget={setTarget}
      submit={t.save}
      error={version.isHandling(update.error) ? null : update.error}
      conflict={
        version.clashes.length > 0 && (
          <VersionConflict
            clashes={version.clashes}
            labelOf={labelsIn(t, LABELS)}
            isSaving={update.isPending}
            onKeep={() => update.mutate(sent)}
            onDiscard={() => {
              version.discard();
              void leave();
            }}
          />
        )
      }
      isPending={update.isPending}
      onSubmit={(values) => {
        const body = changesOf(version.before() as TriggerValues, values);
        setSent(body);
        update.mutate(body);
      }}
    />
  );
}

/** The texts that name fields of a trigger. */
const LABELS = { type: 'when', schedule: 'onSchedule', event: 'onEvent' };
