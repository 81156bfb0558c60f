import { Text } from '@mantine/core';

/** The passage that a comment is on. */
export function Quote({ children }: { children: string }) {
  return (
    <Text component="blockquote" dir="auto" size="sm" className="pre-wrap passage" lineClamp={4}>
      {children}
    </Text>
  );
}
