import { Alert, Button, Code, Group, NumberInput, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  getWebhookQueryKey,
  rotateWebhookSecretMutation,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { ErrorAlert } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { fieldError } from '../../lib/form-props.ts';
import { translations } from './translations.ts';

/** A signing secret, which is shown only once. */
export function Secret({ secret }: { secret: string | null }) {
  const t = useTranslations(translations);
  if (secret === null) return <Text>{t.secretGone}</Text>;
  return (
    <Alert variant="outline" title={t.secret}>
      <Stack gap="xs" align="start">
        <Text size="sm">{t.secretText}</Text>
        <Code block tabIndex={0} maw="100%">
          {secret}
        </Code>
        <CopyButton size="xs" variant="default" value={secret} words={t} />
      </Stack>
    </Alert>
  );
}

/** Default of the API. */
const OVERLAP_HOURS = 24;
const MAX_OVERLAP_HOURS = 168;

/** Rotates the secret of a webhook and shows the new one. */
export function Rotate({ webhookId, onRotated }: { webhookId: number; onRotated: () => void }) {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const [hours, setHours] = useState<string | number>(OVERLAP_HOURS);
  const path = { id: webhookId };
  const rotate = useMutation({
    ...rotateWebhookSecretMutation(),
    onSuccess: () => {
      onRotated();
      return queryClient.invalidateQueries({ queryKey: getWebhookQueryKey({ path }) });
    },
  });
  if (rotate.data) return <Secret secret={rotate.data.meta.secret} />;
  return (
    <Stack>
      <Text size="sm">{t.rotateText}</Text>
      <NumberInput
        label={t.overlap}
        value={hours}
        onChange={setHours}
        min={0}
        max={MAX_OVERLAP_HOURS}
        allowDecimal={false}
        hideControls
        error={fieldError(rotate.error, 'overlap_hours')}
      />
      {rotate.error && <ErrorAlert error={rotate.error} />}
      <Group>
        <Button
          loading={rotate.isPending}
          onClick={() => rotate.mutate({ path, body: { overlap_hours: Number(hours) } })}
        >
          {t.rotate}
        </Button>
      </Group>
    </Stack>
  );
}
