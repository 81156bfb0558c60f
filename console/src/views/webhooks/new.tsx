import { Button, Card, Group, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { createWebhookMutation, listWebhooksQueryKey } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { Page } from '../../components/page.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { useFormDraft } from '../../lib/form-draft.ts';
import { EVENTS } from '../../lib/platform-events.ts';
import { type WebhookDraft, WebhookForm } from './form.tsx';
import { Secret } from './secret.tsx';
import { translations } from './translations.ts';

/** A webhook before anything is entered. */
const NEW_WEBHOOK: WebhookDraft = { events: [...EVENTS], description: '' };

/** Adds a webhook and shows its secret once. */
export default function NewWebhook() {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const draft = useFormDraft('webhooks/new', NEW_WEBHOOK);
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
            initial={{ url: '', ...NEW_WEBHOOK }}
            draft={draft}
            error={create.error}
            submit={t.add}
            isPending={create.isPending}
            onSubmit={(body) => create.mutate({ body })}
          />
        )}
      </Card>
    </Page>
  );
}
