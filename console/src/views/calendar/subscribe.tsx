import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconRss } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { Loading } from '../../components/states.tsx';
import { useTexts } from '../../i18n/texts.ts';
import type { Filters } from './events.ts';
import { texts } from './texts.ts';

const Subscription = lazy(() => import('./subscription.tsx').then(({ Subscription }) => ({ default: Subscription })));

/** Opens how the schedule comes into the calendar that somebody uses anyway. */
export function Subscribe({ filters }: { filters: Filters }) {
  const say = useTexts(texts);
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" leftSection={<IconRss size={16} aria-hidden />} onClick={open}>
        {say.subscribe}
      </Button>
      <Dialog opened={opened} onClose={close} title={say.subscribeTitle} size="lg">
        <Suspense fallback={<Loading />}>
          <Subscription filters={filters} />
        </Suspense>
      </Dialog>
    </>
  );
}
