import { Button, Card, Group, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { createWebhookMutation, listWebhooksQueryKey } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { Page } from '../../components/page.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { EVENTS } from '../../lib/platform-events.ts';
import { WebhookForm } from './form.tsx';
import { Secret } from './secret.tsx';
import { texts } from './texts.ts';

/** Adds a webhook; its secret is shown until the person goes on. */
export function NewWebhook() {
  const say = useTexts(texts);
  const queries = useQueryClient();
  const create = useMutation({
    ...createWebhookMutation(),
    onSuccess: () => queries.invalidateQueries({ queryKey: listWebhooksQueryKey() }),
  });
  return (
    <Page title={say.add}>
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
                {say.toWebhook}
              </Button>
            </Group>
          </Stack>
        ) : (
          <WebhookForm
            initial={{ url: '', events: [...EVENTS], description: '' }}
            error={create.error}
            submit={say.add}
            isSending={create.isPending}
            onSubmit={(body) => create.mutate({ body })}
          />
        )}
      </Card>
    </Page>
  );
}
