import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { exportContentItem } from '../../api/generated/client/sdk.gen.ts';
import { showError } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { saveFile } from '../../lib/save-file.ts';
import { translations } from './list-translations.ts';
import { FILE_FORMATS, type FileFormat } from './model.ts';

/** Saves items as files, one after the other, as the browser allows it. */
export function useSaveAs() {
  return useMutation({
    mutationFn: async ({ ids, format }: { ids: readonly number[]; format: FileFormat }) => {
      for (const id of ids) {
        saveFile(await exportContentItem({ path: { id }, query: { format }, parseAs: 'blob', throwOnError: true }));
      }
    },
    onError: showError,
  });
}

/** A menu with the forms in which the selected items can be saved. */
export function SaveMenu({ ids }: { ids: readonly number[] }) {
  const t = useTranslations(translations);
  const button = useRef<HTMLButtonElement>(null);
  const save = useSaveAs();
  return (
    <Menu withinPortal={false} transitionProps={{ duration: 0 }} onClose={() => button.current?.focus()}>
      <Menu.Target>
        <Button
          ref={button}
          size="xs"
          variant="default"
          loading={save.isPending}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {t.save}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FILE_FORMATS.map((format) => (
          <Menu.Item key={format} onClick={() => save.mutate({ ids, format })}>
            {t[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
