import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { startAuthentication, WebAuthnError } from '@simplewebauthn/browser';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { challengePasskey } from '../../api/generated/client/sdk.gen.ts';
import type { EnrolTotpData, GetSecurityResponse } from '../../api/generated/client/types.gen.ts';
import { Dialog } from '../../components/dialog.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { ErrorAlert } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { fieldError, useProblemFocus } from '../../lib/form-props.ts';
import { translations } from './translations.ts';

/** How the person signs in. */
export type Settings = GetSecurityResponse['data']['attributes'];
/** What confirms who somebody is. */
export type Confirmation = NonNullable<EnrolTotpData['body']>;

/** Asks for a factor, or for the password where there is none, and then does something that needs it. */
export function ConfirmDialog({
  settings,
  action,
  onClose,
}: {
  settings: Settings;
  /** What to do with the confirmation; undefined: the dialog is closed. */
  action: ((confirmation: Confirmation) => Promise<void>) | undefined;
  onClose: () => void;
}) {
  const t = useTranslations(translations);
  const [given, setGiven] = useState('');
  const hasFactor = settings.totp_enabled_at !== null || settings.passkeys.length > 0;
  const close = () => {
    setGiven('');
    confirm.reset();
    onClose();
  };
  const confirm = useMutation({
    mutationFn: async (confirmation: Confirmation | 'passkey') => {
      await action?.(confirmation === 'passkey' ? { passkey: await signChallenge() } : confirmation);
    },
    onSuccess: close,
  });
  const field = hasFactor ? 'code' : 'current_password';
  const known = fieldError(confirm.error, field);
  useProblemFocus(confirm.error);
  return (
    <Dialog opened={action !== undefined} onClose={close} title={t.confirmTitle}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          confirm.mutate({ [field]: given });
        }}
      >
        <Stack gap="md">
          {hasFactor ? (
            <TextInput
              label={t.confirmCode}
              required
              data-autofocus
              maxLength={40}
              autoComplete="one-time-code"
              value={given}
              onChange={(event) => setGiven(event.currentTarget.value)}
              error={known}
            />
          ) : (
            <PasswordField
              label={t.currentPassword}
              required
              data-autofocus
              autoComplete="current-password"
              value={given}
              onChange={(event) => setGiven(event.currentTarget.value)}
              error={known}
            />
          )}
          {confirm.error && !known && !isOfBrowser(confirm.error) && <ErrorAlert error={confirm.error} />}
          {isOfBrowser(confirm.error) && (
            <Alert color="yellow" variant="outline" role="alert" title={t.cancelledTitle}>
              {t.cancelled}
            </Alert>
          )}
          <Group>
            <Button type="submit" loading={confirm.isPending}>
              {t.goOn}
            </Button>
            {settings.passkeys.length > 0 && (
              <Button variant="default" onClick={() => confirm.mutate('passkey')}>
                {t.usePasskey}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Whether the browser has refused, in its own language and words. */
function isOfBrowser(error: unknown): boolean {
  return error instanceof WebAuthnError || error instanceof DOMException;
}

async function signChallenge(): Promise<NonNullable<Confirmation['passkey']>> {
  const { data } = await challengePasskey({ throwOnError: true });
  const answer = await startAuthentication({ optionsJSON: data.options as never });
  return answer as NonNullable<Confirmation['passkey']>;
}
