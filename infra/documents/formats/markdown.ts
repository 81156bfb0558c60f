import { Lexer, type Token, type Tokens } from 'marked';
import { decode } from './decode.ts';
import { type FormatText, Outline } from './sections.ts';
import { Grid, TableBudget } from './table.ts';

/**
 * Markdown as it is written, in sections by its headings, without comments; the rows of its tables have the headings of their columns.
 * Only its blocks are parsed: emphasis and links take time that grows faster.
 */
export function readMarkdown(bytes: Uint8Array): FormatText {
  const outline = new Outline();
  const budget = new TableBudget();
  for (const token of new Lexer().blockTokens(decode(bytes).replace(/\r\n?/g, '\n'))) {
    if (token.type === 'heading') outline.heading(token['depth'] as number, token['text'] as string);
    else if (isTable(token)) outline.table(rowsOf(token, budget));
    else outline.add(token.type === 'code' ? token.raw : withoutComments(token.raw));
  }
  return { sections: outline.end() };
}

function isTable(token: Token): token is Tokens.Table {
  return token.type === 'table';
}

function rowsOf({ header, rows }: Tokens.Table, budget: TableBudget): string[] {
  const grid = new Grid(budget);
  grid.row(true);
  for (const { text } of header) grid.cell({ text });
  for (const row of rows) {
    grid.row();
    for (const { text } of row) grid.cell({ text });
  }
  return grid.end();
}

/** Comments are for those who write a page. */
function withoutComments(text: string): string {
  let kept = '';
  let from = 0;
  for (let at = text.indexOf('<!--'); at !== -1; at = text.indexOf('<!--', from)) {
    const end = text.indexOf('-->', at + 4);
    if (end === -1) break;
    kept += text.slice(from, at);
    from = end + 3;
  }
  return kept + text.slice(from);
}
