import { Badge } from '@mantine/core';
import { useTexts } from '../../i18n/texts.ts';
import { texts } from './texts.ts';
import type { Status, StepStatus } from './words.ts';

const COLORS: Record<Status | StepStatus, string> = {
  pending: 'gray',
  planning: 'violet',
  executing: 'blue',
  running: 'blue',
  completed: 'green',
  failed: 'red',
  cancelled: 'orange',
  archived: 'gray',
};

/** The state of an execution or a step: a word, and a colour beside it. */
export function ExecutionStatus({ status }: { status: Status | StepStatus }) {
  const say = useTexts(texts);
  return (
    <Badge variant="dot" color={COLORS[status]} tt="none">
      {say[status]}
    </Badge>
  );
}
