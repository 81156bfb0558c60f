import { Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconChevronDown, IconCopy, IconCopyPlus, IconDownload, IconTrash } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useRef } from 'react';
import type { ContentItem } from '../../api/generated/client/types.gen.ts';
import { useTranslations } from '../../i18n/translations.ts';
import { usePermission } from '../../shell/me.ts';
import { translations } from './list-translations.ts';
import { FILE_FORMATS } from './model.ts';
import { useSaveAs } from './save-menu.tsx';
import { useBulk } from './use-bulk.tsx';

const route = getRouteApi('/content/$id');

/** What can be done with an item besides editing it. Copies and files have the text as it was saved last. */
export function ItemMenu({ item }: { item: ContentItem }) {
  const t = useTranslations(translations);
  const canManage = usePermission('manage_content');
  const navigate = route.useNavigate();
  const button = useRef<HTMLButtonElement>(null);
  const save = useSaveAs();
  // What was typed cannot be saved any more, so nobody is asked whether to stay.
  const bulk = useBulk((action) => action === 'delete' && navigate({ to: '/content', ignoreBlocker: true }));
  const copy = () =>
    navigator.clipboard.writeText(item.attributes.body).then(
      () => notifications.show({ message: t.copied }),
      () => notifications.show({ message: t.notCopied, color: 'red' }),
    );
  return (
    <Menu
      position="bottom-end"
      withinPortal={false}
      transitionProps={{ duration: 0 }}
      onClose={() => button.current?.focus()}
    >
      <Menu.Target>
        <Button
          ref={button}
          variant="default"
          loading={save.isPending || bulk.isPending}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {t.more}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={() => void copy()}>
          {t.copy}
        </Menu.Item>
        {FILE_FORMATS.map((format) => (
          <Menu.Item
            key={format}
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => save.mutate({ ids: [item.id], format })}
          >
            {t.saveAs(t[format])}
          </Menu.Item>
        ))}
        {canManage && (
          <>
            <Menu.Divider />
            <Menu.Item
              leftSection={<IconCopyPlus size={16} aria-hidden />}
              onClick={() => bulk.change('duplicate', [item])}
            >
              {t.duplicate}
            </Menu.Item>
            <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={() => bulk.change('delete', [item])}>
              {t.remove}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
