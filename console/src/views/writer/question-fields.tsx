import { Textarea, TextInput } from '@mantine/core';
import type { Question } from './model.ts';

/** The inputs of a template's questions. */
export function QuestionFields({
  questions,
  answerOf,
  problemOf = () => undefined,
  onChange,
}: {
  questions: readonly Question[];
  answerOf: (question: Question) => string;
  problemOf?: (question: Question) => string | undefined;
  onChange: (question: Question, value: string) => void;
}) {
  return questions.map((asked) => {
    const { name, type, question, required, max } = asked;
    const input = {
      label: question,
      withAsterisk: required,
      'aria-required': required,
      maxLength: max,
      value: answerOf(asked),
      error: problemOf(asked),
      onChange: (event: { currentTarget: { value: string } }) => onChange(asked, event.currentTarget.value),
    };
    return type === 'textarea' ? (
      <Textarea key={name} autosize minRows={3} maxRows={12} {...input} />
    ) : (
      <TextInput key={name} {...input} />
    );
  });
}
