import { Button, Group, Menu, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { unlessChanged } from '../../api/entity-tags.ts';
import { forgetRecord } from '../../api/forget-record.ts';
import {
  deleteWebhookMutation,
  getWebhookOptions,
  getWebhookQueryKey,
  listWebhooksQueryKey,
  pauseWebhookMutation,
  resumeWebhookMutation,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { getWebhook, toggleWebhook, updateWebhook } from '../../api/generated/client/sdk.gen.ts';
import type { Webhook } from '../../api/generated/client/types.gen.ts';
import { Dialog } from '../../components/dialog.tsx';
import { useRecordForm } from '../../components/record-form.ts';
import { showError } from '../../components/states.tsx';
import { FormProblems, labelsIn } from '../../components/version-conflict.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { WebhookForm, type WebhookSettings } from './form.tsx';
import { Recover } from './recover.tsx';
import { Rotate } from './secret.tsx';
import { TestButton } from './test-button.tsx';
import { translations } from './translations.ts';

/** The open dialog. */
type DialogName = 'edit' | 'rotate' | 'recover' | 'remove';

/** Actions on a webhook. */
export function Actions({ webhook }: { webhook: Webhook }) {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const [openDialog, setOpenDialog] = useState<DialogName>();
  const [isSecretShown, setSecretShown] = useState(false);
  const close = () => {
    setOpenDialog(undefined);
    setSecretShown(false);
  };
  const path = { id: webhook.id };
  const { active, paused } = webhook.attributes;
  const withMessage = (message: string) => ({
    onSuccess: () => notifications.show({ message }),
    onError: showError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: getWebhookQueryKey({ path }) }),
  });
  const pause = useMutation({ ...pauseWebhookMutation(), ...withMessage(t.pausedMessage) });
  const resume = useMutation({ ...resumeWebhookMutation(), ...withMessage(t.resumedMessage) });
  const turn = useMutation({
    // The route turns on what it finds turned off; somebody else may have been faster.
    mutationFn: async (isWanted: boolean) => {
      const { data } = (await getWebhook({ path, throwOnError: true })).data;
      if (data.attributes.active === isWanted) return;
      const headers = unlessChanged(`/partners/webhooks/${webhook.id}`);
      await toggleWebhook({ path, headers, throwOnError: true });
    },
    ...withMessage(t.toggledMessage),
  });
  return (
    <>
      <TestButton webhookId={webhook.id} label={t.test} />
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default">{t.more}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpenDialog('edit')}>{t.edit}</Menu.Item>
          <Menu.Item onClick={() => (paused ? resume : pause).mutate({ path })}>
            {paused ? t.resume : t.pause}
          </Menu.Item>
          <Menu.Item onClick={() => turn.mutate(!active)}>{active ? t.switchOff : t.switchOn}</Menu.Item>
          <Menu.Item onClick={() => setOpenDialog('recover')}>{t.recover}</Menu.Item>
          <Menu.Item onClick={() => setOpenDialog('rotate')}>{t.rotate}</Menu.Item>
          <Menu.Item onClick={() => setOpenDialog('remove')}>{t.remove}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Dialog title={t.edit} opened={openDialog === 'edit'} onClose={close}>
        <Edit webhook={webhook} onDone={close} />
      </Dialog>
      <Dialog title={t.recover} opened={openDialog === 'recover'} onClose={close}>
        <Recover webhookId={webhook.id} onDone={close} />
      </Dialog>
      <Dialog title={t.rotate} opened={openDialog === 'rotate'} onClose={close} isOnce={isSecretShown}>
        <Rotate webhookId={webhook.id} onRotated={() => setSecretShown(true)} />
      </Dialog>
      <Dialog title={t.remove} opened={openDialog === 'remove'} onClose={close}>
        <Remove webhookId={webhook.id} />
      </Dialog>
    </>
  );
}

function Edit({ webhook, onDone }: { webhook: Webhook; onDone: () => void }) {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const path = { id: webhook.id };
  const form = useRecordForm({
    name: `webhooks/${webhook.id}`,
    path: `/partners/webhooks/${webhook.id}`,
    record: webhook,
    valuesOf: settingsOf,
    bodyOf: (settings) => settings,
    unkept: ['url'],
    read: async () => (await queryClient.fetchQuery({ ...getWebhookOptions({ path }), staleTime: 0 })).data,
    send: (body, headers) => updateWebhook({ path, body, headers, throwOnError: true }),
    onSaved: () => {
      notifications.show({ message: t.saved });
      onDone();
      return queryClient.invalidateQueries({ queryKey: getWebhookQueryKey({ path }) });
    },
  });
  return <WebhookForm form={form} submit={t.save} problems={<FormProblems form={form} labelOf={labelsIn(t)} />} />;
}

/** The response allows any event name, the form only known ones. */
function settingsOf({ attributes: { url, description, events } }: Webhook): WebhookSettings {
  return { url, description, events: events as WebhookSettings['events'] };
}

function Remove({ webhookId }: { webhookId: number }) {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    ...deleteWebhookMutation(),
    onSuccess: async () => {
      notifications.show({ message: t.removedMessage });
      await navigate({ to: '/webhooks' });
      await queryClient.invalidateQueries({ queryKey: listWebhooksQueryKey() });
      forgetRecord(queryClient, { id: webhookId });
    },
    onError: showError,
  });
  return (
    <Stack>
      <Text size="sm">{t.removeText}</Text>
      <Group>
        <Button color="red.9" loading={remove.isPending} onClick={() => remove.mutate({ path: { id: webhookId } })}>
          {t.remove}
        </Button>
      </Group>
    </Stack>
  );
}
