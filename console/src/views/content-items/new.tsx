import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { createContentItemMutation } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import type { CreateContentItemBody } from '../../api/generated/client/types.gen.ts';
import { DraftNote } from '../../components/draft-note.tsx';
import { Form } from '../../components/form.tsx';
import { useNewRecordForm } from '../../components/new-record-form.ts';
import { ForbiddenPage, Page } from '../../components/page.tsx';
import { ErrorAlert } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { fieldError } from '../../lib/form-props.ts';
import { usePermission } from '../../shell/me.ts';
import { COLUMNS, CONTENT_TYPES } from '../board/model.ts';
import { translations as boardTexts } from '../board/translations.ts';
import { translations as listTexts } from './list-translations.ts';
import { MarkdownField } from './markdown-field.tsx';
import { MAX_TITLE_LENGTH } from './model.ts';
import { TagsField } from './tags/tags-field.tsx';
import { refreshTags } from './tags/use-tags.ts';
import { translations } from './translations.ts';

const route = getRouteApi('/content/new');

type NewItem = Required<Pick<CreateContentItemBody, 'title' | 'content_type' | 'status' | 'body'>> & { tags: string[] };
/** A text before anything is written. */
const NEW_ITEM: NewItem = { title: '', content_type: 'text_content', status: 'generated', body: '', tags: [] };

/** The form of a text that is written by hand. */
export default function NewContentItem() {
  const t = useTranslations(translations);
  const tList = useTranslations(listTexts);
  const tBoard = useTranslations(boardTexts);
  const navigate = route.useNavigate();
  const queryClient = useQueryClient();
  const form = useNewRecordForm({
    name: 'content/new',
    initial: NEW_ITEM,
    mutation: createContentItemMutation(),
    requestOf: (body) => ({ body }),
    onCreated: async ({ data }) => {
      notifications.show({ message: tList.createdMessage });
      await navigate({ to: '/content/$id', params: { id: String(data.id) }, search: {} });
      await refreshTags(queryClient);
    },
  });
  const { title, content_type, status, body, tags } = form.values;
  const { error, change: set } = form;
  if (!usePermission('manage_content')) return <ForbiddenPage title={tList.addNew} reason={tList.notAllowed} />;
  return (
    <Page title={tList.addNew}>
      <Form isSending={form.isSaving} noValidate onSubmit={form.save}>
        <Stack gap="sm">
          <DraftNote draft={form.draft} />
          <Group align="end" gap="sm">
            <TextInput
              label={t.title}
              withAsterisk
              aria-required
              flex="1 1 16rem"
              maxLength={MAX_TITLE_LENGTH}
              value={title}
              error={fieldError(error, 'title')}
              onChange={({ currentTarget: { value } }) => set({ title: value })}
            />
            <NativeSelect
              label={tBoard.type}
              value={content_type}
              data={CONTENT_TYPES.map((value) => ({ value, label: tBoard[value] }))}
              onChange={({ currentTarget: { value } }) => set({ content_type: value as NewItem['content_type'] })}
            />
            <NativeSelect
              label={t.column}
              value={status}
              data={COLUMNS.map((value) => ({ value, label: tBoard[value] }))}
              onChange={({ currentTarget: { value } }) => set({ status: value as NewItem['status'] })}
            />
          </Group>
          <TagsField value={tags} error={fieldError(error, 'tags')} onChange={(value) => set({ tags: value })} />
          <MarkdownField value={body} error={fieldError(error, 'body')} onChange={(value) => set({ body: value })} />
          {error && <ErrorAlert error={error} />}
          <Group className="sticky-bar">
            <Button type="submit" loading={form.isSaving}>
              {tList.create}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Page>
  );
}
