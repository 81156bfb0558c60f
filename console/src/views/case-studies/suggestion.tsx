import { Button, Card, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { suggestCaseStudyFieldMutation } from '../../api/generated/client/@tanstack/react-query.gen.ts';
import { ErrorNotice } from '../../components/states.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { usePrice } from '../../lib/price.ts';
import { Comparison } from './comparison.tsx';
import { texts } from './texts.ts';
import { MODES, type Mode, type SuggestedField } from './words.ts';

/** Has a text suggested for a field, or takes the one that was written with the case study, and compares it with what is there. */
export function Suggestion({
  caseStudyId,
  field,
  label,
  current,
  written,
  isUnsaved,
  onDecide,
}: {
  caseStudyId: number;
  field: SuggestedField;
  label: string;
  current: string;
  /** The AI's text of the field, when the case study was written by it; none once it is decided on. */
  written: string | null | undefined;
  isUnsaved: boolean;
  onDecide: (text: string) => void;
}) {
  const say = useTexts(texts);
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
    const decide = (text: string) => {
      onDecide(text);
      notifications.show({ message: say.decidedNow });
      close();
    };
    return (
      <Comparison
        {...{ label, current, proposed }}
        onAccept={() => decide(proposed)}
        onDiscard={() => (proposed === written ? decide(current) : close())}
      />
    );
  }
  const other = written === current ? undefined : written;
  if (!isOpen) {
    return (
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${say.suggest}: ${label}`}
          onClick={() => setIsOpen(true)}
        >
          {say.suggest}
        </Button>
        {other && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`${say.compare}: ${label}`}
            onClick={() => setProposed(other)}
          >
            {say.compare}
          </Button>
        )}
        {other && <Text size="xs">{say.otherText}</Text>}
      </Group>
    );
  }
  return (
    <Card withBorder padding="sm">
      <Stack gap="xs">
        <Group align="end">
          <NativeSelect
            size="xs"
            label={say.mode}
            value={mode}
            data={MODES.map((value) => ({ value, label: say[value] }))}
            onChange={({ currentTarget }) => setMode(currentTarget.value as Mode)}
          />
          <Button
            size="xs"
            loading={ask.isPending}
            onClick={() => ask.mutate({ path: { id: caseStudyId }, body: { field, mode } })}
          >
            {price ? say.suggestFor(price) : say.ask}
          </Button>
          <Button size="xs" variant="default" onClick={close}>
            {say.discard}
          </Button>
        </Group>
        {isUnsaved && <Text size="xs">{say.unsavedHint}</Text>}
        {ask.error && <ErrorNotice error={ask.error} />}
      </Stack>
    </Card>
  );
}
