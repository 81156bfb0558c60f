import { type RefObject, useRef } from 'react';
import type { ContentItem } from '../../api/generated/client/types.gen.ts';

/** A passage of the text as it was saved last. */
export interface Passage {
  quote: string;
  /** Where it begins; undefined: the first place where it is. */
  start?: number;
  version: number;
}

/** Why a selection is no passage that can be used. */
export type PassageProblem = 'passageHint' | 'passageUnsaved' | 'passageTooLong';

/** The field of an item's text, in which passages are selected. */
export interface TextField {
  ref: RefObject<HTMLTextAreaElement | null>;
  /** The selected passage, as the saved text has it. */
  selected(maxLength: number): Passage | PassageProblem;
  /** Selects a passage; the field scrolls there. */
  select(quote: string, start: number): void;
}

/** The field of an item's text; there is none for people who may only read. */
export function useTextField({ body, version }: Pick<ContentItem['attributes'], 'body' | 'version'>): TextField {
  const ref = useRef<HTMLTextAreaElement>(null);
  return {
    ref,
    selected(maxLength) {
      const { value = '', selectionStart: start = 0, selectionEnd: end = 0 } = ref.current ?? {};
      const quote = value.slice(start, end);
      if (quote.trim() === '') return 'passageHint';
      if (quote.length > maxLength) return 'passageTooLong';
      if (body.startsWith(quote, start)) return { quote, start, version };
      return body.includes(quote) ? { quote, version } : 'passageUnsaved';
    },
    select(quote, start) {
      const field = ref.current;
      const at = field ? placeIn(field.value, quote, start) : -1;
      if (!field || at < 0) return;
      // The browser scrolls to the selection when the field gets the focus.
      field.blur();
      field.setSelectionRange(at, at + quote.length);
      field.focus();
    },
  };
}

/** Puts a text in place of the selection, or where the caret is. */
export function insertText(field: HTMLTextAreaElement, text: string): void {
  field.focus();
  // Unlike setting the value, this can be undone with the keyboard.
  document.execCommand('insertText', false, text);
}

/** Where a passage is in a text that may have been edited since; -1: nowhere. */
export function placeIn(text: string, quote: string, start: number): number {
  return text.startsWith(quote, start) ? start : text.indexOf(quote);
}
