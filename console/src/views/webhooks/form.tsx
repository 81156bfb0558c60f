import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listWebhookEventTypesOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { CreateWebhookBody } from '../../api/generated/client/types.gen.ts';
import { DraftForm, type DraftFormProps } from '../../components/draft-form.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { fieldError } from '../../lib/form-props.ts';
import { EVENTS, type EventName } from '../../lib/platform-events.ts';
import { translations } from './translations.ts';

/** Form values of a webhook. */
export type WebhookSettings = Required<Pick<CreateWebhookBody, 'url' | 'events' | 'description'>>;

/** The form of a webhook. The API validates it. */
export function WebhookForm(props: DraftFormProps<WebhookSettings>) {
  const t = useTranslations(translations);
  const { values: settings, error, change } = props.form;
  const types = useQuery(listWebhookEventTypesOptions());
  const descriptions = new Map(types.data?.data.map(({ name, description }) => [name, description]));
  return (
    <DraftForm {...props} noValidate>
      <TextInput
        type="url"
        label={t.url}
        description={t.urlHint}
        value={settings.url}
        error={fieldError(error, 'url')}
        onChange={(event) => change({ url: event.currentTarget.value })}
      />
      <TextInput
        label={t.description}
        value={settings.description}
        error={fieldError(error, 'description')}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <Checkbox.Group
        label={t.events}
        description={t.eventsHint}
        value={settings.events}
        error={fieldError(error, 'events')}
        onChange={(events) => change({ events: events as EventName[] })}
      >
        <Stack gap="xs" mt="xs">
          {EVENTS.map((event) => (
            <Checkbox key={event} value={event} label={event} description={descriptions.get(event)} />
          ))}
        </Stack>
      </Checkbox.Group>
    </DraftForm>
  );
}
