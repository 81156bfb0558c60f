import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { useTranslations } from '../../../i18n/translations.ts';
import type { NamedItem, useBulk } from '../use-bulk.tsx';
import { TagsField } from './tags-field.tsx';
import { translations } from './translations.ts';

/** Opens a dialog in which all chosen items get tags or lose them. */
export function BulkTags({ bulk, items }: { bulk: ReturnType<typeof useBulk>; items: readonly NamedItem[] }) {
  const t = useTranslations(translations);
  const [opened, setOpened] = useState(false);
  const [tags, setTags] = useState<string[]>([]);
  const change = (action: 'tag' | 'untag') => {
    if (tags.length === 0) return;
    setOpened(false);
    setTags([]);
    bulk.change(action, items, tags);
  };
  return (
    <>
      <Button size="xs" variant="default" loading={bulk.isPending} onClick={() => setOpened(true)}>
        {t.change}
      </Button>
      <Dialog title={t.changeTitle} opened={opened} onClose={() => setOpened(false)}>
        <Stack gap="sm">
          <TagsField value={tags} onChange={setTags} />
          <Group gap="sm">
            <Button onClick={() => change('tag')}>{t.add}</Button>
            <Button variant="default" onClick={() => change('untag')}>
              {t.remove}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  );
}
