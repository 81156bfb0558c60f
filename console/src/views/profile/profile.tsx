import { Card, NativeSelect, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getMeOptions, getMeQueryKey } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { updateMe } from '../../api/generated/client/sdk.gen.ts';
import type { GetMeResponse } from '../../api/generated/client/types.gen.ts';
import { DraftForm } from '../../components/draft-form.tsx';
import { Page } from '../../components/page.tsx';
import { useRecordForm } from '../../components/record-form.ts';
import { QueryContent } from '../../components/states.tsx';
import { FormProblems, labelsIn } from '../../components/version-conflict.tsx';
import { isLanguage, LANGUAGES, useTranslations } from '../../i18n/translations.ts';
import { fieldError } from '../../lib/form-props.ts';
import { translations } from './translations.ts';

const ZONES = Intl.supportedValuesOf('timeZone');

/** Name, language and time zone of the person. */
export default function Profile() {
  const t = useTranslations(translations);
  // Read alone: the shell's own copy has names besides, and was read before versions were of interest.
  const query = useQuery(getMeOptions());
  return (
    <Page title={t.title} lead={t.lead}>
      <QueryContent query={query}>{({ data }) => <ProfileForm me={data} />}</QueryContent>
    </Page>
  );
}

function ProfileForm({ me }: { me: GetMeResponse['data'] }) {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const form = useRecordForm({
    name: 'profile',
    path: '/app/me',
    record: me,
    valuesOf: ({ attributes: { name, language, time_zone } }) => ({ name, language: languageOf(language), time_zone }),
    bodyOf: (values) => values,
    read: async () => (await queryClient.fetchQuery({ ...getMeOptions(), staleTime: 0 })).data,
    send: (body, headers) => updateMe({ body, headers, throwOnError: true }),
    onSaved: () => {
      void queryClient.invalidateQueries({ queryKey: getMeQueryKey() });
      notifications.show({ message: t.saved });
    },
  });
  const { name, language, time_zone: zone } = form.values;
  const zones = zone !== null && !ZONES.includes(zone) ? [zone, ...ZONES] : ZONES;
  return (
    <Card withBorder maw={560}>
      <DraftForm
        form={form}
        submit={t.save}
        problems={<FormProblems form={form} labelOf={labelsIn(t, { time_zone: 'timeZone' })} />}
      >
        <TextInput
          label={t.name}
          required
          maxLength={255}
          autoComplete="name"
          value={name}
          onChange={({ currentTarget }) => form.change({ name: currentTarget.value })}
          error={fieldError(form.error, 'name')}
        />
        <TextInput
          label={t.email}
          description={t.emailHelp}
          readOnly
          variant="filled"
          value={me.attributes.email ?? ''}
        />
        <NativeSelect
          label={t.language}
          value={language ?? ''}
          onChange={({ currentTarget: { value } }) => form.change({ language: languageOf(value) })}
          data={[
            { value: '', label: t.ofBrowser },
            ...Object.entries(LANGUAGES).map(([value, label]) => ({ value, label })),
          ]}
          error={fieldError(form.error, 'language')}
        />
        <NativeSelect
          label={t.timeZone}
          value={zone ?? ''}
          onChange={({ currentTarget: { value } }) => form.change({ time_zone: value || null })}
          data={[
            { value: '', label: t.ofBrowser },
            ...zones.map((value) => ({ value, label: value.replaceAll('_', ' ') })),
          ]}
          error={fieldError(form.error, 'time_zone')}
        />
      </DraftForm>
    </Card>
  );
}

function languageOf(value: string | null) {
  return value !== null && isLanguage(value) ? value : null;
}
