import { Button, Group, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { createBrandVoiceMutation } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { Page } from '../../components/page.tsx';
import { ErrorNotice } from '../../components/states.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { texts } from './texts.ts';
import { VoiceForm } from './voice-form.tsx';
import { EMPTY } from './words.ts';

/** The form of a new brand voice. */
export function NewBrandVoice() {
  const say = useTexts(texts);
  const navigate = useNavigate();
  const [voice, setVoice] = useState(EMPTY);
  const create = useMutation({
    ...createBrandVoiceMutation(),
    onSuccess: ({ data }) => navigate({ to: '/brand-voices/$id', params: { id: String(data.id) } }),
  });
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
