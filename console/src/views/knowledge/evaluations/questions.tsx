import { Button, Group, Stack, Text } from '@mantine/core';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslations } from '../../../i18n/translations.ts';
import type { Question } from './model.ts';
import { translations } from './translations.ts';

/** Questions with what should be found for each; with buttons where they can be changed. */
export function QuestionList({
  questions,
  titleOf,
  onEdit,
  onRemove,
}: {
  questions: readonly Question[];
  /** What a document is called. */
  titleOf: (document: number) => string;
  onEdit?: (index: number) => void;
  onRemove?: (index: number) => void;
}) {
  const t = useTranslations(translations);
  const format = useFormat();
  return (
    <Stack component="ol" className="unstyled" gap="sm" aria-label={t.questions}>
      {questions.map((each, index) => (
        <Group key={each.question} component="li" justify="space-between" gap="sm" align="start">
          <Stack gap={0} flex="1 1 14rem">
            <Text size="sm" fw={600} dir="auto">
              {format.number(index + 1)}. {each.question}
            </Text>
            <Text size="sm" c="dimmed" dir="auto">
              {each.expected
                ? t.expectedIn(each.expected.contains, titleOf(each.expected.document_id))
                : t.expectedNothing}
            </Text>
          </Stack>
          {onEdit && onRemove && (
            <Group gap="xs">
              <Button
                size="xs"
                variant="default"
                aria-label={t.editQuestion(each.question)}
                onClick={() => onEdit(index)}
              >
                {t.edit}
              </Button>
              <Button
                size="xs"
                variant="default"
                aria-label={t.removeOne(each.question)}
                onClick={() => onRemove(index)}
              >
                {t.removeShort}
              </Button>
            </Group>
          )}
        </Group>
      ))}
    </Stack>
  );
}
