import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Suspense } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { Loading } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './import-translations.ts';

const ImportForm = lazyPart(() => import('./import-form.tsx'));

/** Opens the import of events from a file. */
export function Import() {
  const t = useTranslations(translations);
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" onClick={open}>
        {t.import}
      </Button>
      <Dialog opened={opened} onClose={close} title={t.title} size="lg">
        <Suspense fallback={<Loading />}>
          <ImportForm onDone={close} />
        </Suspense>
      </Dialog>
    </>
  );
}
