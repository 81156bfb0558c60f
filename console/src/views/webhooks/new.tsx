import { Button, Card, Group, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { createWebhookMutation, listWebhooksQueryKey } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { Page } from '../../components/page.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { useFormDraft } from '../../lib/form-draft.ts';
import { EVENTS } from '../../lib/platform-events.ts';
import { WebhookForm, type WebhookSettings } from './form.tsx';
import { Secret } from './secret.tsx';
import { translations } from './translations.ts';

/** A webhook before anything is entered. */
const NEW_WEBHOOK: Omit<WebhookSettings, 'url'> = { events: [...EVENTS], description: '' };

/** Adds a webhook and shows its secret once. */
export default function NewWebhook() {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const draft = useFormDraft('webhooks/new', NEW_WEBHOOK);
  // The address is kept in no draft: it may have a secret in it.
  const [url, setUrl] = useState('');
  const settings: WebhookSettings = { ...draft.values, url };
  const create = useMutation({
    ...createWebhookMutation(),
    onSuccess: () => {
      draft.clear();
      return queryClient.invalidateQueries({ queryKey: listWebhooksQueryKey() });
    },
  });
  return (
    <Page isForm title={t.add}>
      <Card withBorder maw={720}>
        {create.data ? (
          <Stack>
            <Secret secret={create.data.meta.secret} />
            <Group>
              <Button
                renderRoot={(props) => (
                  <Link to="/webhooks/$id" params={{ id: String(create.data.data.id) }} {...props} />
                )}
              >
                {t.toWebhook}
              </Button>
            </Group>
          </Stack>
        ) : (
          <WebhookForm
            form={{
              values: settings,
              draft,
              error: create.error,
              isSaving: create.isPending,
              change: ({ url: typed, ...part }) => {
                if (typed !== undefined) setUrl(typed);
                draft.change((previous) => ({ ...previous, ...part }));
              },
              save: () => create.mutate({ body: settings }),
            }}
            submit={t.add}
          />
        )}
      </Card>
    </Page>
  );
}
