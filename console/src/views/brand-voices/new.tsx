import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  createBrandVoiceMutation,
  listBrandVoicesQueryKey,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { ClosedPage, Page } from '../../components/page.tsx';
import { ErrorNotice } from '../../components/states.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { useMay } from '../../shell/me.ts';
import { texts } from './texts.ts';
import { VoiceForm } from './voice-form.tsx';
import { EMPTY } from './words.ts';

/** The form of a new brand voice. */
export function NewBrandVoice() {
  const say = useTexts(texts);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const mayChange = useMay('manage_content');
  const [voice, setVoice] = useState(EMPTY);
  const create = useMutation({
    ...createBrandVoiceMutation(),
    onSuccess: async ({ data }) => {
      await navigate({ to: '/brand-voices/$id', params: { id: String(data.id) } });
      await queries.invalidateQueries({ queryKey: listBrandVoicesQueryKey() });
    },
  });
  if (!mayChange) return <ClosedPage title={say.newOne} reason={say.notAllowed} />;
  return (
    <Page title={say.newOne}>
      <Stack maw={960}>
        <VoiceForm
          voice={voice}
          error={create.error}
          onChange={(changes) => setVoice((before) => ({ ...before, ...changes }))}
        />
        {create.error && <ErrorNotice error={create.error} />}
        <Group>
          <Button loading={create.isPending} onClick={() => create.mutate({ body: voice })}>
            {say.create}
          </Button>
        </Group>
      </Stack>
    </Page>
  );
}
