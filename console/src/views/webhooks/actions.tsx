import { Button, Group, Menu, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  deleteWebhookMutation,
  getWebhookQueryKey,
  listWebhooksQueryKey,
  pauseWebhookMutation,
  resumeWebhookMutation,
  testWebhookUrlMutation,
  toggleWebhookMutation,
  updateWebhookMutation,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { Webhook } from '../../api/generated/client/types.gen.ts';
import { Dialog } from '../../components/dialog.tsx';
import { showProblem } from '../../components/show-problem.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/texts.ts';
import { WebhookForm, type WebhookSettings } from './form.tsx';
import { Recover } from './recover.tsx';
import { Rotate } from './rotate.tsx';
import { texts } from './texts.ts';

/** What is asked before it is done. */
type Question = 'edit' | 'rotate' | 'recover' | 'remove';

/** What may be done with a webhook. */
export function Actions({ webhook }: { webhook: Webhook }) {
  const say = useTexts(texts);
  const queries = useQueryClient();
  const [question, setQuestion] = useState<Question>();
  const close = () => setQuestion(undefined);
  const path = { id: webhook.id };
  const { active, paused } = webhook.attributes;
  const after = (message: string) => ({
    onSuccess: () => {
      notifications.show({ message });
      return queries.invalidateQueries({ queryKey: getWebhookQueryKey({ path }) });
    },
    onError: showProblem,
  });
  const pause = useMutation({ ...pauseWebhookMutation(), ...after(say.pausedNow) });
  const resume = useMutation({ ...resumeWebhookMutation(), ...after(say.resumedNow) });
  const toggle = useMutation({ ...toggleWebhookMutation(), ...after(say.toggledNow) });
  return (
    <>
      <Test webhookId={webhook.id} />
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default">{say.more}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setQuestion('edit')}>{say.edit}</Menu.Item>
          <Menu.Item onClick={() => (paused ? resume : pause).mutate({ path })}>
            {paused ? say.resume : say.pause}
          </Menu.Item>
          <Menu.Item onClick={() => toggle.mutate({ path })}>{active ? say.switchOff : say.switchOn}</Menu.Item>
          <Menu.Item onClick={() => setQuestion('recover')}>{say.recover}</Menu.Item>
          <Menu.Item onClick={() => setQuestion('rotate')}>{say.rotate}</Menu.Item>
          <Menu.Item onClick={() => setQuestion('remove')}>{say.remove}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Dialog title={say.edit} opened={question === 'edit'} onClose={close}>
        <Edit webhook={webhook} onDone={close} />
      </Dialog>
      <Dialog title={say.recover} opened={question === 'recover'} onClose={close}>
        <Recover webhookId={webhook.id} onDone={close} />
      </Dialog>
      <Dialog title={say.rotate} opened={question === 'rotate'} onClose={close}>
        <Rotate webhookId={webhook.id} />
      </Dialog>
      <Dialog title={say.remove} opened={question === 'remove'} onClose={close}>
        <Remove webhookId={webhook.id} />
      </Dialog>
    </>
  );
}

/** Sends a test, and tells what came of it. */
function Test({ webhookId }: { webhookId: number }) {
  const say = useTexts(texts);
  const format = useFormat();
  const test = useMutation({
    ...testWebhookUrlMutation(),
    onSuccess: ({ data: { delivered, response_code: code, duration_ms: ms, error } }) =>
      notifications.show({
        message: delivered
          ? say.testArrived(String(code), format.duration(ms))
          : say.testFailed(error ?? String(code ?? '')),
        color: delivered ? 'green' : 'red',
        autoClose: delivered,
      }),
    onError: showProblem,
  });
  return (
    <Button loading={test.isPending} onClick={() => test.mutate({ body: { webhook_id: webhookId } })}>
      {say.test}
    </Button>
  );
}

function Edit({ webhook: { id, attributes }, onDone }: { webhook: Webhook; onDone: () => void }) {
  const say = useTexts(texts);
  const queries = useQueryClient();
  const path = { id };
  const update = useMutation({
    ...updateWebhookMutation(),
    onSuccess: () => {
      notifications.show({ message: say.saved });
      onDone();
      return queries.invalidateQueries({ queryKey: getWebhookQueryKey({ path }) });
    },
  });
  const { url, description } = attributes;
  // The answer has any names of events, the form those of this version.
  const events = attributes.events as WebhookSettings['events'];
  return (
    <WebhookForm
      initial={{ url, events, description }}
      error={update.error}
      submit={say.save}
      isSending={update.isPending}
      onSubmit={(body) => update.mutate({ path, body })}
    />
  );
}

function Remove({ webhookId }: { webhookId: number }) {
  const say = useTexts(texts);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    ...deleteWebhookMutation(),
    onSuccess: async () => {
      notifications.show({ message: say.removedNow });
      await navigate({ to: '/webhooks' });
      await queries.invalidateQueries({ queryKey: listWebhooksQueryKey() });
    },
    onError: showProblem,
  });
  return (
    <Stack>
      <Text size="sm">{say.removeText}</Text>
      <Group>
        <Button color="red.9" loading={remove.isPending} onClick={() => remove.mutate({ path: { id: webhookId } })}>
          {say.remove}
        </Button>
      </Group>
    </Stack>
  );
}
