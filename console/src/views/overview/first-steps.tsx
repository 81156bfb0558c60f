import { Button, Card, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { getOverviewQueryKey, updateMeMutation } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { GetOverviewResponse } from '../../api/generated/client/types.gen.ts';
import { showError } from '../../components/states.tsx';
import { UndoMessage } from '../../components/undo-message.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './first-steps-translations.ts';

type Steps = NonNullable<GetOverviewResponse['data']['attributes']['first_steps']>;
type Step = Steps[number]['step'];

/** Where each step is taken. */
const PLACES: Readonly<Record<Step, LinkProps>> = {
  brand_voice: { to: '/brand-voices/new' },
  document: { to: '/knowledge' },
  content: { to: '/capabilities/$slug', params: { slug: 'blog_post' } },
  webhook: { to: '/webhooks/new' },
};

/** The checklist of the first minutes. What is done the API derives from what is there. */
export default function FirstSteps({ steps }: { steps: Steps }) {
  const t = useTranslations(translations);
  const format = useFormat();
  const taken = steps.filter(({ done }) => done).length;
  const { hide, isPending } = useHide();
  return (
    <Card withBorder component="section" aria-label={t.title}>
      <Group justify="space-between" gap="sm">
        <Title order={2} size="h5">
          {t.title}
        </Title>
        <Button variant="subtle" color="gray" size="compact-sm" loading={isPending} onClick={hide}>
          {t.hide}
        </Button>
      </Group>
      <Group gap="sm" mb="md" wrap="nowrap">
        <Progress value={(taken / steps.length) * 100} size="sm" flex={1} maw={240} aria-label={t.title} />
        <Text size="sm" c="dimmed">
          {t.progress(format.number(taken), format.number(steps.length))}
        </Text>
      </Group>
      <ol className="unstyled first-steps">
        {steps.map(({ step, done }) => (
          <li key={step} className="first-step">
            {done ? (
              <IconCircleCheckFilled className="first-step-mark" data-done size={20} aria-hidden />
            ) : (
              <IconCircleDashed className="first-step-mark" size={20} aria-hidden />
            )}
            <div>
              {done ? (
                <Text size="sm" c="dimmed">
                  {t[step]} <span className="visually-hidden">({t.done})</span>
                </Text>
              ) : (
                <Stack gap={0}>
                  <Text size="sm" className="title">
                    <Link {...PLACES[step]}>{t[step]}</Link>
                  </Text>
                  <Text size="xs" c="dimmed">
                    {t[`${step}Text`]}
                  </Text>
                </Stack>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** Puts the checklist away for this person, or back. */
function useHide() {
  const t = useTranslations(translations);
  const queries = useQueryClient();
  const change = useMutation({
    ...updateMeMutation(),
    onSuccess: (_answer, { body }) => {
      // Here, since the checklist itself is gone with the next overview.
      if (body?.hides_first_steps) offerUndo();
      return queries.invalidateQueries({ queryKey: getOverviewQueryKey() });
    },
    onError: showError,
  });
  const set = (hides_first_steps: boolean) => change.mutate({ body: { hides_first_steps } });
  return { isPending: change.isPending, hide: () => set(true) };

  function offerUndo() {
    const id = notifications.show({
      withBorder: true,
      message: (
        <UndoMessage
          text={t.hidden}
          label={t.undo}
          onUndo={() => {
            notifications.hide(id);
            set(false);
          }}
        />
      ),
    });
  }
}
