/** The four ways of speaking that the texts know. */
type Voice = 'plain' | 'friendly' | 'bold' | 'witty';

/** The voice that comes nearest to a tone in free words. */
export function voiceOf(tone: string | undefined): Voice {
  const text = tone?.toLowerCase() ?? '';
  if (/funny|wit|humor|humour|sarcas|playful|quirk/.test(text)) return 'witty';
  if (/bold|excit|dramatic|confident|energetic|inspir|persuas|urgent|enthusias/.test(text)) return 'bold';
  if (/casual|friendly|warm|convers|empath|relaxed|approach/.test(text)) return 'friendly';
  return 'plain';
}
