import { Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconRss } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Suspense } from 'react';
import { exportGtmEvents } from '../../api/generated/client/sdk.gen.ts';
import { Dialog } from '../../components/dialog.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { Loading, showError } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { saveFile } from '../../lib/save-file.ts';
import type { Days } from './times.ts';
import { translations } from './translations.ts';
import { type Filters, toQuery } from './use-events.tsx';

const Subscription = lazyPart(() => import('./subscription.tsx'));

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

const FORMATS = ['ics', 'csv', 'json'] as const;

/** Exports the visible period as a file. */
export function Export({ days, filters }: { days: Days; filters: Filters }) {
  const t = useTranslations(translations);
  const { mutate, isPending } = useMutation({
    mutationFn: async (format: (typeof FORMATS)[number]) => {
      // Spreadsheets need a BOM to detect UTF-8.
      const query = { ...toQuery(days, filters), format, ...(format === 'csv' && { bom: true }) };
      const response = await exportGtmEvents({ query, parseAs: 'blob', throwOnError: true });
      saveFile(response, `schedule-${days.from}-${days.to}.${format}`);
    },
    onError: showError,
  });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" loading={isPending} rightSection={<IconChevronDown size={16} aria-hidden />}>
          {t.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FORMATS.map((format) => (
          <Menu.Item key={format} onClick={() => mutate(format)}>
            {t[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
