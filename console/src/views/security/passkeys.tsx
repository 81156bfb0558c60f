import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { startRegistration } from '@simplewebauthn/browser';
import { useState } from 'react';
import { addPasskey, getPasskeyOptions, removePasskey } from '../../api/generated/client/sdk.gen.ts';
import { DateTime } from '../../components/date-time.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Section } from '../../components/page.tsx';
import { useTranslations } from '../../i18n/translations.ts';
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
  const [name, setName] = useState<string>();
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
        <Button variant="default" size="xs" disabled={!CAN_ADD} onClick={() => setName('')}>
          {t.addPasskey}
        </Button>
      }
    >
      <Text size="sm" c="dimmed" mb="sm" maw={640}>
        {CAN_ADD ? t.passkeysLead : t.noHostName}
      </Text>
      {passkeys.length === 0 && <Text size="sm">{t.noPasskeys}</Text>}
      <Stack gap="sm">
        {passkeys.map(({ id, attributes }) => (
          <Group key={id} justify="space-between" wrap="nowrap">
            <div>
              <Text fw={600}>{attributes.name}</Text>
              <Text size="sm" c="dimmed">
                {t.lastUsed}:{' '}
                {attributes.last_used_at === null ? t.never : <DateTime at={attributes.last_used_at} relative />}
              </Text>
            </div>
            <Button variant="default" size="xs" aria-label={t.removeOf(attributes.name)} onClick={() => remove(id)}>
              {t.remove}
            </Button>
          </Group>
        ))}
      </Stack>
      <Dialog opened={name !== undefined} onClose={() => setName(undefined)} title={t.addPasskey}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            setName(undefined);
            add(name ?? '');
          }}
        >
          <Stack gap="md">
            <TextInput
              label={t.passkeyName}
              description={t.passkeyNameHelp}
              required
              data-autofocus
              maxLength={100}
              value={name ?? ''}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Group>
              <Button type="submit">{t.goOn}</Button>
            </Group>
          </Stack>
        </form>
      </Dialog>
    </Section>
  );
}
