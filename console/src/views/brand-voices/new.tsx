import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  createBrandVoiceMutation,
  listBrandVoicesQueryKey,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { DraftNote } from '../../components/draft-note.tsx';
import { ForbiddenPage, Page } from '../../components/page.tsx';
import { ErrorAlert } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { useFormDraft } from '../../lib/form-draft.ts';
import { usePermission } from '../../shell/me.ts';
import { EMPTY_VOICE } from './model.ts';
import { translations } from './translations.ts';
import { VoiceForm } from './voice-form.tsx';

/** The form of a new brand voice. */
export default function NewBrandVoice() {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const canEdit = usePermission('manage_content');
  const draft = useFormDraft('brand-voices/new', EMPTY_VOICE);
  const create = useMutation({
    ...createBrandVoiceMutation(),
    onSuccess: async ({ data }) => {
      draft.clear();
      await navigate({ to: '/brand-voices/$id', params: { id: String(data.id) } });
      await queryClient.invalidateQueries({ queryKey: listBrandVoicesQueryKey() });
    },
  });
  if (!canEdit) return <ForbiddenPage title={t.addNew} reason={t.notAllowed} />;
  return (
    <Page isForm title={t.addNew}>
      <Stack maw={960}>
        <DraftNote draft={draft} />
        <VoiceForm
          voice={draft.values}
          error={create.error}
          onChange={(changes) => draft.change((previous) => ({ ...previous, ...changes }))}
        />
        {create.error && <ErrorAlert error={create.error} />}
        <Group>
          <Button loading={create.isPending} onClick={() => create.mutate({ body: draft.values })}>
            {t.create}
          </Button>
        </Group>
      </Stack>
    </Page>
  );
}
