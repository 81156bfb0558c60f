import { Anchor, Button, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  listWebhookDeliveriesQueryKey,
  testWebhookUrlMutation,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { showError } from '../../components/states.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { BASE_PATH } from '../../settings.ts';
import { translations } from './translations.ts';

/** Sends a test event, shows its result, and leads to what was sent and answered. */
export function TestButton({ webhookId, label }: { webhookId: number; label: string }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const queryClient = useQueryClient();
  const test = useMutation({
    ...testWebhookUrlMutation(),
    onSuccess: ({ data: { delivery_id: evt, delivered, response_code: code, duration_ms: ms, error } }) => {
      notifications.show({
        message: (
          <Stack gap={4}>
            <Text size="sm">
              {delivered ? t.testArrived(String(code), format.duration(ms)) : t.testFailed(error ?? String(code ?? ''))}
            </Text>
            {/* An ordinary link: notifications are outside of the router. */}
            <Anchor size="sm" href={`${BASE_PATH}/webhooks/${webhookId}/deliveries/${evt}`}>
              {t.testDelivery}
            </Anchor>
          </Stack>
        ),
        color: delivered ? 'green' : 'red',
        autoClose: delivered,
      });
      return queryClient.invalidateQueries({ queryKey: listWebhookDeliveriesQueryKey({ path: { id: webhookId } }) });
    },
    onError: showError,
  });
  return (
    <Button loading={test.isPending} onClick={() => test.mutate({ body: { webhook_id: webhookId } })}>
      {label}
    </Button>
  );
}
