import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import {
  createWorkflowTriggerMutation,
  listWorkflowTriggersQueryKey,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { ForbiddenPage, Page } from '../../components/page.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { useFormDraft } from '../../lib/form-draft.ts';
import { usePermission } from '../../shell/me.ts';
import { NEW_TRIGGER } from './model.ts';
import { translations } from './translations.ts';
import { TriggerForm, typedOf } from './trigger-form.tsx';

const route = getRouteApi('/triggers/new');

/** The form of a new trigger. The address keeps its target. */
export default function NewTrigger() {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const navigate = route.useNavigate();
  const canEdit = usePermission('manage_content');
  const target = route.useSearch();
  const draft = useFormDraft('triggers/new', typedOf(NEW_TRIGGER));
  const create = useMutation({
    ...createWorkflowTriggerMutation(),
    onSuccess: async ({ data }) => {
      draft.clear();
      notifications.show({ message: t.createdMessage });
      await navigate({ to: '/triggers/$id', params: { id: String(data.id) }, search: {} });
      await queryClient.invalidateQueries({ queryKey: listWorkflowTriggersQueryKey() });
    },
  });
  if (!canEdit) return <ForbiddenPage title={t.addNew} reason={t.notAllowed} />;
  return (
    <Page isForm title={t.addNew}>
      <TriggerForm
        initial={NEW_TRIGGER}
        target={target}
        draft={draft}
        onTarget={(search) => void navigate({ search, replace: true })}
        submit={t.create}
        error={create.error}
        isPending={create.isPending}
        onSubmit={(body) => create.mutate({ body })}
      />
    </Page>
  );
}
