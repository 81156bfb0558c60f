import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { listWebhookEventTypesOptions } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { CreateWebhookBody } from '../../api/generated/client/types.gen.ts';
import { DraftNote } from '../../components/draft-note.tsx';
import { ErrorAlert } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import type { FormDraft } from '../../lib/form-draft.ts';
import { type FormProps, fieldError } from '../../lib/form-props.ts';
import { EVENTS, type EventName } from '../../lib/platform-events.ts';
import { translations } from './translations.ts';

/** Form values of a webhook. */
export type WebhookSettings = Required<Pick<CreateWebhookBody, 'url' | 'events' | 'description'>>;

/** What is kept of a form that was not sent: all but the address, which may have a secret in it. */
export type WebhookDraft = Omit<WebhookSettings, 'url'>;

/** The form of a webhook. The API validates it. With a draft, what was typed into it is kept. */
export function WebhookForm({
  initial,
  draft,
  submit,
  error,
  isPending,
  onSubmit,
}: FormProps<WebhookSettings> & { draft?: FormDraft<WebhookDraft> }) {
  const t = useTranslations(translations);
  const [typed, setTyped] = useState(initial);
  const settings: WebhookSettings = { ...typed, ...draft?.values };
  const types = useQuery(listWebhookEventTypesOptions());
  const descriptions = new Map(types.data?.data.map(({ name, description }) => [name, description]));
  const change = ({ url, ...part }: Partial<WebhookSettings>) => {
    setTyped((previous) => ({ ...previous, ...part, ...(url !== undefined && { url }) }));
    draft?.change((previous) => ({ ...previous, ...part }));
  };
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    onSubmit(settings);
  };
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        {draft && <DraftNote draft={draft} />}
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
