import { Button, Card, List, Menu, Stack, Title } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import {
  deleteCaseStudyMutation,
  exportCaseStudyOptions,
  listCaseStudiesQueryKey,
} from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { getCaseStudyFile } from '../../api/generated/client/sdk.gen.ts';
import type { CaseStudyDetail } from '../../api/generated/client/types.gen.ts';
import { DeleteButton } from '../../components/confirm-button.tsx';
import { showError } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { saveFile } from '../../lib/save-file.ts';
import { usePermission } from '../../shell/me.ts';
import { translations } from './translations.ts';

/** What a case study is saved as: the portal's form as data, or a text. The names are the same in every language. */
const FILES = { json: 'JSON', docx: 'Word', pdf: 'PDF' } as const;

/** Actions on a case study. */
export function Actions({ caseStudy: { id, attributes } }: { caseStudy: CaseStudyDetail }) {
  const t = useTranslations(translations);
  const queryClient = useQueryClient();
  const canEdit = usePermission('manage_content');
  const path = { id };
  const button = useRef<HTMLButtonElement>(null);
  const save = useMutation({
    mutationFn: async (format: keyof typeof FILES) => {
      if (format !== 'json') {
        return saveFile(await getCaseStudyFile({ path, query: { format }, parseAs: 'blob', throwOnError: true }));
      }
      const { data } = await queryClient.fetchQuery({ ...exportCaseStudyOptions({ path }), staleTime: 0 });
      saveFile({ data: JSON.stringify(data, null, 2) }, `case-study-${id}.json`);
    },
    onError: showError,
  });
  return (
    <>
      <Menu withinPortal={false} transitionProps={{ duration: 0 }} onClose={() => button.current?.focus()}>
        <Menu.Target>
          <Button
            ref={button}
            variant="default"
            loading={save.isPending}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {t.export}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {(['json', 'docx', 'pdf'] as const).map((format) => (
            <Menu.Item key={format} onClick={() => save.mutate(format)}>
              {FILES[format]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {canEdit && attributes.status !== 'validated' && (
        <DeleteButton
          label={t.remove}
          question={t.removeQuestion}
          confirmLabel={t.removeConfirm}
          message={t.removedMessage}
          mutation={deleteCaseStudyMutation()}
          variables={{ path }}
          listKey={listCaseStudiesQueryKey()}
          to="/case-studies"
        />
      )}
    </>
  );
}

/** Lists of advice from the AI. Empty lists are left out. */
export function Advice({ content }: { content: CaseStudyDetail['attributes']['generated_content'] }) {
  const t = useTranslations(translations);
  const lists = [
    [t.tips, content?.validation_tips],
    [t.architecture, content?.architecture_diagram_suggestions],
    [t.services, content?.cloud_services_recommendations],
  ] as const;
  return (
    <Stack>
      {lists.map(
        ([title, entries = []]) =>
          entries.length > 0 && (
            <Card key={title} withBorder component="section" aria-label={title}>
              <Title order={2} size="h5" mb="sm">
                {title}
              </Title>
              <List size="sm">
                {entries.map((entry) => (
                  <List.Item key={entry}>{entry}</List.Item>
                ))}
              </List>
            </Card>
          ),
      )}
    </Stack>
  );
}
