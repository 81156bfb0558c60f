import { Badge } from '@mantine/core';
import { useTexts } from '../../i18n/texts.ts';
import { texts } from './texts.ts';
import type { ChallengeState, Health, SessionState } from './words.ts';

type Word = Health | ChallengeState | SessionState;

const COLORS: Record<Word, string> = {
  healthy: 'green',
  degraded: 'orange',
  failing: 'red',
  idle: 'gray.6',
  running: 'blue',
  completed: 'green',
  failed: 'red',
  active: 'blue',
  ended: 'gray.6',
  expired: 'gray.6',
};

/** The state of an agent, a challenge or a session: a word, and a colour beside it. */
export function Status({ of }: { of: Word }) {
  const say = useTexts(texts);
  return (
    <Badge variant="dot" color={COLORS[of]} tt="none">
      {say[of]}
    </Badge>
  );
}
