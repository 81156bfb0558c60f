import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  createBrandVoiceMutation,
  listBrandVoicesQueryKey,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { ForbiddenPage, Page } from '../../components/page.tsx';
import { ErrorAlert } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
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
  const [voice, setVoice] = useState(EMPTY_VOICE);
  const create = useMutation({
    ...createBrandVoiceMutation(),
    onSuccess: async ({ data }) => {
      await navigate({ to: '/brand-voices/$id', params: { id: String(data.id) } });
      await queryClient.invalidateQueries({ queryKey: listBrandVoicesQueryKey() });
    },
  });
  if (!canEdit) return <ForbiddenPage title={t.addNew} reason={t.notAllowed} />;
  return (
    <Page isForm title={t.addNew}>
      <Stack maw={960}>
        <VoiceForm
          voice={voice}
          error={create.error}
          onChange={(changes) => setVoice((previous) => ({ ...previous, ...changes }))}
        />
        {create.error && <ErrorAlert error={create.error} />}
        <Group>
          <Button loading={create.isPending} onClick={() => create.mutate({ body: voice })}>
            {t.create}
          </Button>
        </Group>
      </Stack>
    </Page>
  );
}
