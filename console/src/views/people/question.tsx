import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { ErrorAlert } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './translations.ts';

/** Asks before something that cannot be undone, and says why where the service refuses it. */
export function Question({
  question,
  confirm,
  refusal,
  action: { error, isPending },
  onConfirm,
  onKeep,
}: {
  question: string;
  /** Label of the button that confirms; it says what will happen. */
  confirm: string;
  /** Shown instead of the question after a conflict. */
  refusal: ReactNode;
  action: { error: unknown; isPending: boolean };
  onConfirm: () => void;
  onKeep: () => void;
}) {
  const t = useTranslations(translations);
  const isRefused = isConflict(error);
  return (
    <Stack gap="md">
      {isRefused ? refusal : <Text>{question}</Text>}
      {error !== null && !isRefused && <ErrorAlert error={error} />}
      <Group>
        {!isRefused && (
          <Button color="red" loading={isPending} onClick={onConfirm}>
            {confirm}
          </Button>
        )}
        <Button variant="default" onClick={onKeep}>
          {isRefused ? t.back : t.keep}
        </Button>
      </Group>
    </Stack>
  );
}

/** Says why the last owner can neither go nor become anything else. */
export function LastOwner({ name }: { name: string }) {
  const t = useTranslations(translations);
  return (
    <Alert color="red" variant="outline" role="alert" title={t.lastOwner}>
      {t.lastOwnerText(name)}
    </Alert>
  );
}

/** Whether the state of the person or the team does not allow it. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'CONFLICT';
}
