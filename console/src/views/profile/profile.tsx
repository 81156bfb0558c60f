import { Button, Card, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getMeQueryKey, updateMeMutation } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { Page } from '../../components/page.tsx';
import { showError } from '../../components/states.tsx';
import { isLanguage, LANGUAGES, useTranslations } from '../../i18n/translations.ts';
import { fieldError } from '../../lib/form-props.ts';
import { useMe } from '../../shell/me.ts';
import { translations } from './translations.ts';

const ZONES = Intl.supportedValuesOf('timeZone');

/** Name, language and time zone of the person. */
export default function Profile() {
  const t = useTranslations(translations);
  const me = useMe();
  const queryClient = useQueryClient();
  const [name, setName] = useState(me.name);
  const [language, setLanguage] = useState(me.language ?? '');
  const [zone, setZone] = useState(me.time_zone ?? '');
  const update = useMutation({
    ...updateMeMutation(),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: getMeQueryKey() });
      notifications.show({ message: t.saved });
    },
    onError: showError,
  });
  const zones = zone !== '' && !ZONES.includes(zone) ? [zone, ...ZONES] : ZONES;
  return (
    <Page title={t.title} lead={t.lead}>
      <Card withBorder maw={560}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const chosen = isLanguage(language) ? language : null;
            update.mutate({ body: { name, language: chosen, time_zone: zone === '' ? null : zone } });
          }}
        >
          <Stack gap="md">
            <TextInput
              label={t.name}
              required
              maxLength={255}
              autoComplete="name"
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              error={fieldError(update.error, 'name')}
            />
            <TextInput label={t.email} description={t.emailHelp} readOnly variant="filled" value={me.email ?? ''} />
            <NativeSelect
              label={t.language}
              value={language}
              onChange={(event) => setLanguage(event.currentTarget.value)}
              data={[
                { value: '', label: t.ofBrowser },
                ...Object.entries(LANGUAGES).map(([value, label]) => ({ value, label })),
              ]}
              error={fieldError(update.error, 'language')}
            />
            <NativeSelect
              label={t.timeZone}
              value={zone}
              onChange={(event) => setZone(event.currentTarget.value)}
              data={[
                { value: '', label: t.ofBrowser },
                ...zones.map((value) => ({ value, label: value.replaceAll('_', ' ') })),
              ]}
              error={fieldError(update.error, 'time_zone')}
            />
            <Group>
              <Button type="submit" loading={update.isPending}>
                {t.save}
              </Button>
            </Group>
          </Stack>
        </form>
      </Card>
    </Page>
  );
}
