/** An input of a capability, and a result that we wrote for it. */
export interface Example {
  settings: Readonly<Record<string, string | number | readonly string[]>>;
  /** Markdown of each piece of content. */
  results: readonly string[];
}

/** An example by language of the console; people of others see the English one. */
export type Examples = Readonly<Record<string, Example>> & { readonly en: Example };
