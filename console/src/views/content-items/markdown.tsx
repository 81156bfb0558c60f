import { Anchor, Box, Typography } from '@mantine/core';
import type { MarkedToken, Token, Tokens } from 'marked';
import { createContext, createElement, type ReactNode, use } from 'react';
import { useTranslations } from '../../i18n/translations.ts';
import { translations } from './translations.ts';
import { useMarkdown } from './use-markdown.ts';

/** Views use h1 and h2, so headings of a text start at h3. */
const HIGHEST_HEADING = 3;
const LOWEST_HEADING = 6;
const SAFE_URL = /^(?:https?:|mailto:)/i;

/** Where a link of a text leads; undefined: it is shown as text. By default links to other sites lead there. */
export const LinkTarget = createContext<(href: string) => string | undefined>((href) =>
  SAFE_URL.test(href) ? href : undefined,
);

/** Shows an image that is not of the web, such as one of the text's own; undefined: its words are shown instead. */
export const OwnImages = createContext<((href: string, text: string) => ReactNode | undefined) | undefined>(undefined);

/** Renders Markdown. HTML in it is shown as text, and so is a text that takes long to parse or has too many parts. */
export function Markdown({ source }: { source: string }) {
  const parsed = useMarkdown(source);
  if (parsed === undefined) return null;
  const { tokens } = parsed;
  if (tokens === null) {
    return (
      <Box component="pre" className="scroll-x" tabIndex={0}>
        {parsed.source}
      </Box>
    );
  }
  return <MarkdownTokens tokens={tokens} />;
}

/** Markdown that has been parsed. */
export function MarkdownTokens({ tokens }: { tokens: readonly Token[] }) {
  return (
    <Typography className="prose" dir="auto">
      <Nodes tokens={tokens} levels={headingLevelsOf(tokens)} />
    </Typography>
  );
}

interface NodesProps {
  tokens: readonly Token[] | undefined;
  /** Heading level on the page by depth in the text. */
  levels: ReadonlyMap<number, number>;
}

function Nodes({ tokens = [], levels }: NodesProps): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no id
  return tokens.map((token, index) => <Node key={index} token={token as MarkedToken} levels={levels} />);
}

function Node({ token, levels }: { token: MarkedToken; levels: NodesProps['levels'] }): ReactNode {
  const t = useTranslations(translations);
  const targetOf = use(LinkTarget);
  const ownImage = use(OwnImages);
  const children = 'tokens' in token && <Nodes tokens={token.tokens} levels={levels} />;
  switch (token.type) {
    case 'heading':
      return createElement(`h${levels.get(token.depth) ?? LOWEST_HEADING}`, undefined, children);
    case 'paragraph':
      return <p>{children}</p>;
    case 'blockquote':
      return <blockquote>{children}</blockquote>;
    case 'strong':
      return <strong>{children}</strong>;
    case 'em':
      return <em>{children}</em>;
    case 'del':
      return <del>{children}</del>;
    case 'list':
      return <ListNode list={token} levels={levels} />;
    case 'table':
      return <TableNode table={token} levels={levels} />;
    case 'link': {
      const target = targetOf(token.href);
      return target === undefined ? children : <ExternalLink href={target}>{children}</ExternalLink>;
    }
    case 'image':
      // The content security policy blocks images of other origins.
      return SAFE_URL.test(token.href) ? (
        <ExternalLink href={token.href}>{t.image(token.text)}</ExternalLink>
      ) : (
        (ownImage?.(token.href, token.text) ?? token.text)
      );
    case 'code':
      return (
        <Box component="pre" className="scroll-x" tabIndex={0}>
          <code>{token.text}</code>
        </Box>
      );
    case 'codespan':
      return <code>{token.text}</code>;
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ ';
    case 'hr':
      return <hr />;
    case 'br':
      return <br />;
    case 'text':
      return token.tokens ? children : decodeEntities(token.text);
    case 'escape':
    case 'html':
      return token.text;
    default:
      return null;
  }
}

function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Anchor href={href} target="_blank" rel="noopener noreferrer" underline="always">
      {children}
    </Anchor>
  );
}

function ListNode({ list, levels }: { list: Tokens.List; levels: NodesProps['levels'] }) {
  const items = list.items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items have no id
    <li key={index}>
      <Nodes tokens={item.tokens} levels={levels} />
    </li>
  ));
  return list.ordered ? <ol start={list.start || 1}>{items}</ol> : <ul>{items}</ul>;
}

function TableNode({ table, levels }: { table: Tokens.Table; levels: NodesProps['levels'] }) {
  const cellsOf = (cells: readonly Tokens.TableCell[], Cell: 'th' | 'td') =>
    cells.map(({ tokens }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a cell is identified by its column
      <Cell key={index}>
        <Nodes tokens={tokens} levels={levels} />
      </Cell>
    ));
  return (
    <Box className="scroll-x" tabIndex={0}>
      <table>
        <thead>
          <tr>{cellsOf(table.header, 'th')}</tr>
        </thead>
        <tbody>
          {table.rows.map((cells, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id
            <tr key={index}>{cellsOf(cells, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}

/** Maps the depths that a text uses to consecutive levels, so that the page skips none. */
function headingLevelsOf(tokens: readonly Token[]): Map<number, number> {
  const depths = new Set(tokens.flatMap((token) => (token.type === 'heading' ? [Number(token['depth'])] : [])));
  const inOrder = [...depths].sort((a, b) => a - b);
  return new Map(inOrder.map((depth, index) => [depth, Math.min(HIGHEST_HEADING + index, LOWEST_HEADING)]));
}

/** Decodes character references such as `&amp;`. */
function decodeEntities(text: string): string {
  if (!/&[#\w]+;/.test(text)) return text;
  return new DOMParser().parseFromString(text.replaceAll('<', '&lt;'), 'text/html').body.textContent ?? text;
}
