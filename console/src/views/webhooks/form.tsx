import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import type { CreateWebhookBody } from '../../api/generated/client/types.gen.ts';
import { ErrorNotice } from '../../components/states.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { fieldError } from '../../lib/field-error.ts';
import { EVENTS, type EventName } from '../../lib/platform-events.ts';
import { texts } from './texts.ts';

/** What a person chooses of a webhook. */
export type WebhookSettings = Required<Pick<CreateWebhookBody, 'url' | 'events' | 'description'>>;

/** The form of a webhook, new or not; the API judges it. */
export function WebhookForm({
  initial,
  error,
  submit,
  isSending,
  onSubmit,
}: {
  initial: WebhookSettings;
  /** What the API has said of the last try. */
  error: unknown;
  submit: string;
  isSending: boolean;
  onSubmit: (settings: WebhookSettings) => void;
}) {
  const say = useTexts(texts);
  const [settings, setSettings] = useState(initial);
  const change = (part: Partial<WebhookSettings>) => setSettings((before) => ({ ...before, ...part }));
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    onSubmit(settings);
  };
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <TextInput
          type="url"
          label={say.url}
          description={say.urlHint}
          value={settings.url}
          error={fieldError(error, 'url')}
          onChange={(event) => change({ url: event.currentTarget.value })}
        />
        <TextInput
          label={say.description}
          value={settings.description}
          error={fieldError(error, 'description')}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
        <Checkbox.Group
          label={say.events}
          description={say.eventsHint}
          value={settings.events}
          error={fieldError(error, 'events')}
          onChange={(events) => change({ events: events as EventName[] })}
        >
          <Stack gap="xs" mt="xs">
            {EVENTS.map((event) => (
              <Checkbox key={event} value={event} label={event} />
            ))}
          </Stack>
        </Checkbox.Group>
        {error != null && <ErrorNotice error={error} />}
        <Group>
          <Button type="submit" loading={isSending}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
