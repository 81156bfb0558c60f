import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconRss } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { Loading } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './translations.ts';
import type { Filters } from './use-events.ts';

const Subscription = lazy(() => import('./subscription.tsx').then(({ Subscription }) => ({ default: Subscription })));

/** Opens the instructions for subscribing to the schedule. */
export function Subscribe({ filters }: { filters: Filters }) {
  const t = useTranslations(translations);
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" leftSection={<IconRss size={16} aria-hidden />} onClick={open}>
        {t.subscribe}
      </Button>
      <Dialog opened={opened} onClose={close} title={t.subscribeTitle} size="lg">
        <Suspense fallback={<Loading />}>
          <Subscription filters={filters} />
        </Suspense>
      </Dialog>
    </>
  );
}
