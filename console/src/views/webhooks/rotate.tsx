import { Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  getWebhookQueryKey,
  rotateWebhookSecretMutation,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { ErrorNotice } from '../../components/states.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { fieldError } from '../../lib/field-error.ts';
import { Secret } from './secret.tsx';
import { texts } from './texts.ts';

/** As the API has it unless told. */
const OVERLAP_HOURS = 24;
const MAX_OVERLAP_HOURS = 168;

/** Gives a webhook a new secret and shows it. */
export function Rotate({ webhookId }: { webhookId: number }) {
  const say = useTexts(texts);
  const queries = useQueryClient();
  const [hours, setHours] = useState<string | number>(OVERLAP_HOURS);
  const path = { id: webhookId };
  const rotate = useMutation({
    ...rotateWebhookSecretMutation(),
    onSuccess: () => queries.invalidateQueries({ queryKey: getWebhookQueryKey({ path }) }),
  });
  if (rotate.data) return <Secret secret={rotate.data.meta.secret} />;
  return (
    <Stack>
      <Text size="sm">{say.rotateText}</Text>
      <NumberInput
        label={say.overlap}
        value={hours}
        onChange={setHours}
        min={0}
        max={MAX_OVERLAP_HOURS}
        allowDecimal={false}
        hideControls
        error={fieldError(rotate.error, 'overlap_hours')}
      />
      {rotate.error && <ErrorNotice error={rotate.error} />}
      <Group>
        <Button
          loading={rotate.isPending}
          onClick={() => rotate.mutate({ path, body: { overlap_hours: Number(hours) } })}
        >
          {say.rotate}
        </Button>
      </Group>
    </Stack>
  );
}
