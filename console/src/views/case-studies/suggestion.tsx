import { Button, Card, Group, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { suggestCaseStudyFieldMutation } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { ErrorAlert } from '../../components/states.tsx';
import { useTranslations } from '../../i18n/translations.ts';
import { usePrice } from '../../lib/price.ts';
import { MODES, type Mode, type SuggestedField } from './model.ts';
import { translations } from './translations.ts';

/** Requests a suggestion for a field, or offers the generated text, and compares it with the current text. */
export function Suggestion({
  caseStudyId,
  field,
  label,
  current,
  generatedText,
  isUnsaved,
  onResolve,
}: {
  caseStudyId: number;
  field: SuggestedField;
  label: string;
  current: string;
  /** The generated text of the field. Empty once the person has decided. */
  generatedText: string | null | undefined;
  isUnsaved: boolean;
  onResolve: (text: string) => void;
}) {
  const t = useTranslations(translations);
  const price = usePrice('case_study_suggestion');
  const [isOpen, setIsOpen] = useState(false);
  const [mode, setMode] = useState<Mode>(current ? 'refine' : 'replace');
  const [proposed, setProposed] = useState<string>();
  const ask = useMutation({
    ...suggestCaseStudyFieldMutation(),
    onSuccess: ({ data: { attributes } }) =>
      setProposed(
        attributes.mode === 'append' && current ? `${current}\n\n${attributes.suggestion}` : attributes.suggestion,
      ),
  });
  const close = () => {
    setProposed(undefined);
    setIsOpen(false);
  };
  if (proposed !== undefined) {
    const resolve = (text: string) => {
      onResolve(text);
      notifications.show({ message: t.decidedMessage });
      close();
    };
    return (
      <Comparison
        {...{ label, current, proposed }}
        onAccept={() => resolve(proposed)}
        onDiscard={() => (proposed === generatedText ? resolve(current) : close())}
      />
    );
  }
  const other = generatedText === current ? undefined : generatedText;
  if (!isOpen) {
    return (
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${t.suggest}: ${label}`}
          onClick={() => setIsOpen(true)}
        >
          {t.suggest}
        </Button>
        {other && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`${t.compare}: ${label}`}
            onClick={() => setProposed(other)}
          >
            {t.compare}
          </Button>
        )}
        {other && <Text size="xs">{t.otherText}</Text>}
      </Group>
    );
  }
  return (
    <Card withBorder padding="sm">
      <Stack gap="xs">
        <Group align="end">
          <NativeSelect
            size="xs"
            label={t.mode}
            value={mode}
            data={MODES.map((value) => ({ value, label: t[value] }))}
            onChange={({ currentTarget }) => setMode(currentTarget.value as Mode)}
          />
          <Button
            size="xs"
            loading={ask.isPending}
            onClick={() => ask.mutate({ path: { id: caseStudyId }, body: { field, mode } })}
          >
            {price ? t.suggestFor(price) : t.ask}
          </Button>
          <Button size="xs" variant="default" onClick={close}>
            {t.discard}
          </Button>
        </Group>
        {isUnsaved && <Text size="xs">{t.unsavedHint}</Text>}
        {ask.error && <ErrorAlert error={ask.error} />}
      </Stack>
    </Card>
  );
}

/** The current text next to a proposed one. */
function Comparison({
  label,
  current,
  proposed,
  onAccept,
  onDiscard,
}: {
  label: string;
  current: string;
  proposed: string;
  onAccept: () => void;
  onDiscard: () => void;
}) {
  const t = useTranslations(translations);
  return (
    <Card withBorder component="section" aria-label={`${t.suggested}: ${label}`} padding="sm">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <div>
          <Text size="sm" fw={600}>
            {t.currentText}
          </Text>
          <Text size="sm" className="pre-wrap">
            {current || t.noText}
          </Text>
        </div>
        <div>
          <Text size="sm" fw={600}>
            {t.suggested}
          </Text>
          <Text size="sm" className="pre-wrap">
            {proposed}
          </Text>
        </div>
      </SimpleGrid>
      <Group mt="sm">
        <Button size="xs" onClick={onAccept}>
          {t.accept}
        </Button>
        <Button size="xs" variant="default" onClick={onDiscard}>
          {t.discard}
        </Button>
      </Group>
    </Card>
  );
}
