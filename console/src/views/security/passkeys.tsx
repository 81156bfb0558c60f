import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { startRegistration } from '@simplewebauthn/browser';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { addPasskey, getPasskeyOptions, removePasskey, renamePasskey } from '../../api/generated/client/sdk.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Section } from '../../components/page.tsx';
import { ErrorAlert } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { fieldError } from '../../lib/form-props.ts';
import type { Confirmation, Settings } from './confirm-dialog.tsx';
import { translations } from './translations.ts';

/** Browsers bind passkeys to a name, which an address such as 127.0.0.1 is not. */
const CAN_ADD = 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname);

/** The person's passkeys, and how to add one. */
export function Passkeys({
  passkeys,
  onConfirm,
  onDone,
}: {
  passkeys: Settings['passkeys'];
  /** Asks for a confirmation, then acts. */
  onConfirm: (action: (confirmation: Confirmation) => Promise<void>) => void;
  /** With a message, and the recovery codes that came with the first factor, or null. */
  onDone: (message: string, codes: string[] | null) => void;
}) {
  const t = useTranslations(translations);
  const [isAdding, setAdding] = useState(false);
  const [renamed, setRenamed] = useState<Settings['passkeys'][number]>();
  const rename = useMutation({
    mutationFn: (name: string) => renamePasskey({ path: { id: renamed?.id ?? 0 }, body: { name }, throwOnError: true }),
    onSuccess: () => {
      setRenamed(undefined);
      onDone(t.passkeyRenamed, null);
    },
  });
  const add = (chosen: string) =>
    onConfirm(async (body) => {
      const { data } = await getPasskeyOptions({ body, throwOnError: true });
      const response = await startRegistration({ optionsJSON: data.options as never });
      const added = await addPasskey({ body: { name: chosen, response: response as never }, throwOnError: true });
      onDone(t.passkeyAdded, added.data.recovery_codes);
    });
  const remove = (id: number) =>
    onConfirm(async (body) => {
      await removePasskey({ path: { id }, body, throwOnError: true });
      onDone(t.passkeyRemoved, null);
    });
  return (
    <Section
      title={t.passkeys}
      actions={
        <Button variant="default" size="xs" disabled={!CAN_ADD} onClick={() => setAdding(true)}>
          {t.addPasskey}
        </Button>
      }
    >
      <Text size="sm" c="dimmed" mb="sm" maw={640}>
        {CAN_ADD ? t.passkeysLead : t.noHostName}
      </Text>
      {passkeys.length === 0 && <Text size="sm">{t.noPasskeys}</Text>}
      <Stack gap="sm">
        {passkeys.map((passkey) => (
          <Group key={passkey.id} justify="space-between">
            <div>
              <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                {passkey.attributes.name}
              </Text>
              <Text size="sm" c="dimmed">
                {t.lastUsed}:{' '}
                {passkey.attributes.last_used_at === null ? (
                  t.never
                ) : (
                  <DateTime at={passkey.attributes.last_used_at} relative />
                )}
              </Text>
            </div>
            <Group gap="xs">
              <Button
                variant="default"
                size="xs"
                aria-label={t.renameOf(passkey.attributes.name)}
                onClick={() => {
                  rename.reset();
                  setRenamed(passkey);
                }}
              >
                {t.rename}
              </Button>
              <Button
                variant="default"
                size="xs"
                aria-label={t.removeOf(passkey.attributes.name)}
                onClick={() => remove(passkey.id)}
              >
                {t.remove}
              </Button>
            </Group>
          </Group>
        ))}
      </Stack>
      <NameDialog
        title={t.addPasskey}
        isOpen={isAdding}
        action={t.goOn}
        onClose={() => setAdding(false)}
        onName={(name) => {
          setAdding(false);
          add(name);
        }}
      />
      <NameDialog
        title={t.renamePasskey}
        isOpen={renamed !== undefined}
        initial={renamed?.attributes.name}
        action={t.save}
        error={rename.error}
        isPending={rename.isPending}
        onClose={() => setRenamed(undefined)}
        onName={(name) => rename.mutate(name)}
      />
    </Section>
  );
}

function NameDialog({
  title,
  isOpen,
  initial = '',
  action,
  error,
  isPending = false,
  onClose,
  onName,
}: {
  title: string;
  isOpen: boolean;
  initial?: string | undefined;
  action: string;
  error?: Error | null;
  isPending?: boolean;
  onClose: () => void;
  onName: (name: string) => void;
}) {
  return (
    <Dialog opened={isOpen} onClose={onClose} title={title}>
      <NameForm key={initial} {...{ initial, action, error, isPending, onName }} />
    </Dialog>
  );
}

/** Begins with the present name each time that the dialog opens. */
function NameForm({
  initial,
  action,
  error,
  isPending,
  onName,
}: {
  initial: string;
  action: string;
  error?: Error | null | undefined;
  isPending: boolean;
  onName: (name: string) => void;
}) {
  const t = useTranslations(translations);
  const [name, setName] = useState(initial);
  const known = fieldError(error ?? null, 'name');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onName(name);
      }}
    >
      <Stack gap="md">
        <TextInput
          label={t.passkeyName}
          description={t.passkeyNameHelp}
          required
          data-autofocus
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={known}
        />
        {error && !known && <ErrorAlert error={error} />}
        <Group>
          <Button type="submit" loading={isPending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
