import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { exportGtmEvents } from '../../api/generated/client/sdk.gen.ts';
import { showProblem } from '../../components/show-problem.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { saveFile } from '../../lib/save-file.ts';
import { type Filters, queryOf } from './events.ts';
import { texts } from './texts.ts';
import type { Days } from './times.ts';

const FORMATS = ['ics', 'csv', 'json'] as const;

/** What is shown, as a file. */
export function Export({ days, filters }: { days: Days; filters: Filters }) {
  const say = useTexts(texts);
  const { mutate, isPending } = useMutation({
    mutationFn: async (format: (typeof FORMATS)[number]) => {
      // Spreadsheets take a CSV without a mark for another encoding.
      const query = { ...queryOf(days, filters), format, ...(format === 'csv' && { bom: true }) };
      const answer = await exportGtmEvents({ query, parseAs: 'blob', throwOnError: true });
      saveFile(answer, `schedule-${days.from}-${days.to}.${format}`);
    },
    onError: showProblem,
  });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" loading={isPending} rightSection={<IconChevronDown size={16} aria-hidden />}>
          {say.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FORMATS.map((format) => (
          <Menu.Item key={format} onClick={() => mutate(format)}>
            {say[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
