import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { listWebhookEventTypesOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { CreateWebhookBody } from '../../api/generated/client/types.gen.ts';
import { ErrorAlert } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { type FormProps, fieldError } from '../../lib/form-props.ts';
import { EVENTS, type EventName } from '../../lib/platform-events.ts';
import { translations } from './translations.ts';

/** Form values of a webhook. */
export type WebhookSettings = Required<Pick<CreateWebhookBody, 'url' | 'events' | 'description'>>;

/** The form of a webhook. The API validates it. */
export function WebhookForm({ initial, submit, error, isPending, onSubmit }: FormProps<WebhookSettings>) {
  const t = useTranslations(translations);
  const [settings, setSettings] = useState(initial);
  const types = useQuery(listWebhookEventTypesOptions());
  const descriptions = new Map(types.data?.data.map(({ name, description }) => [name, description]));
  const change = (part: Partial<WebhookSettings>) => setSettings((previous) => ({ ...previous, ...part }));
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    onSubmit(settings);
  };
  return (
    <form onSubmit={send} noValidate>
      <Stack>
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
        {error != null && <ErrorAlert error={error} />}
        <Group>
          <Button type="submit" loading={isPending}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
