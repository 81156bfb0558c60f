import { Alert, Button, Card, Stack, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import type { CapabilityDetail } from '../../api/generated/client/types.gen.ts';
import { DescriptionItem, DescriptionList } from '../../components/description-list.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { QueryContent } from '../../components/states.tsx';
import { UndoMessage } from '../../components/undo-message.tsx';
import { useLanguage, useTranslations } from '../../i18n/translations.ts';
import type { FormDraft } from '../../lib/form-draft.ts';
import { Markdown } from '../content-items/markdown.tsx';
import { translations } from './example-translations.ts';
import type { Example } from './examples/example.ts';
import { loadExample } from './examples/index.ts';
import { toFields } from './form-schema.ts';
import type { Settings } from './settings-fields.tsx';

/** An input and a result of a capability that we wrote, without a charge; the input can be taken into the form. */
export default function ExampleDialog({
  capability: { attributes },
  draft,
  onClose,
}: {
  capability: CapabilityDetail;
  /** Without it, as for roles that cannot start anything, the input is only shown. */
  draft: FormDraft<Settings> | undefined;
  onClose: () => void;
}) {
  const t = useTranslations(translations);
  const language = useLanguage();
  const { slug, name, settings_schema: schema } = attributes;
  const query = useQuery({
    queryKey: ['example', slug],
    queryFn: () => loadExample(slug),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Dialog title={t.title(name)} opened onClose={onClose} size="lg">
      <QueryContent query={query}>
        {({ [language]: example, en }) => (
          <ExampleContent example={example ?? en} schema={schema} draft={draft} onClose={onClose} />
        )}
      </QueryContent>
    </Dialog>
  );
}

function ExampleContent({
  example: { settings, results },
  schema,
  draft,
  onClose,
}: {
  example: Example;
  schema: Parameters<typeof toFields>[0];
  draft: FormDraft<Settings> | undefined;
  onClose: () => void;
}) {
  const t = useTranslations(translations);
  return (
    <Stack>
      <Alert variant="outline">{t.note}</Alert>
      <ExampleInput settings={settings} schema={schema} />
      {draft && <UseButton settings={settings} draft={draft} onClose={onClose} />}
      <Title order={3} size="h5">
        {t.result}
      </Title>
      {results.map((markdown) => (
        <Card withBorder key={markdown} lang={String(settings['language'])}>
          <Markdown source={markdown} />
        </Card>
      ))}
    </Stack>
  );
}

function ExampleInput({ settings, schema }: Pick<Example, 'settings'> & { schema: Parameters<typeof toFields>[0] }) {
  const t = useTranslations(translations);
  const languages = new Intl.DisplayNames([useLanguage()], { type: 'language' });
  const labels = new Map(toFields(schema).map(({ name, label }) => [name, label]));
  return (
    <div>
      <Title order={3} size="h5" mb="xs">
        {t.input}
      </Title>
      <DescriptionList>
        {Object.entries(settings).map(([name, value]) => (
          <DescriptionItem key={name} name={labels.get(name) ?? name}>
            {name === 'language' ? languages.of(String(value)) : [value].flat().join(', ')}
          </DescriptionItem>
        ))}
      </DescriptionList>
    </div>
  );
}

/** Fills the form. What was typed before comes back by "Undo". */
function UseButton({
  settings,
  draft,
  onClose,
}: Pick<Example, 'settings'> & { draft: FormDraft<Settings>; onClose: () => void }) {
  const t = useTranslations(translations);
  const before = draft.values;
  const hasOwn = Object.keys(before).length > 0;
  const use = () => {
    draft.change({ ...settings });
    onClose();
    const id = notifications.show({
      withBorder: true,
      message: (
        <UndoMessage
          text={t.used}
          label={t.undo}
          onUndo={() => {
            notifications.hide(id);
            draft.change(before);
          }}
        />
      ),
    });
  };
  return (
    <Button variant="default" onClick={use} style={{ alignSelf: 'start' }}>
      {hasOwn ? t.useInstead : t.use}
    </Button>
  );
}
