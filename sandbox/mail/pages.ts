import { Eta } from 'eta';
import type { CaughtMail } from './parse.ts';

const pages = new Eta();
const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}table{width:100%;border-collapse:collapse}td,th{text-align:left;padding:.4rem .6rem;border-bottom:1px solid #8886}pre{white-space:pre-wrap;overflow-wrap:anywhere}iframe{width:100%;height:36rem;border:1px solid #8886;background:#fff}';

const LIST = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Mails</title><style>${STYLE}</style><h1>Mails</h1>
<p>A stand-in for a mail server: what the service sends lands here, and goes nowhere else.</p>
<% if (it.mails.length === 0) { %><p>There are none yet.</p><% } else { %>
<table><tr><th>Subject</th><th>To</th><th>Received</th></tr>
<% for (const mail of it.mails) { %><tr><td><a href="/mails/<%= mail.id %>"><%= mail.subject %></a></td><td><%= mail.to.join(', ') %></td><td><%= mail.received_at %></td></tr>
<% } %></table><% } %></html>`;

const ONE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title><%= it.subject %></title><style>${STYLE}</style><p><a href="/">All mails</a></p><h1><%= it.subject %></h1>
<p>From <%= it.headers.from %> to <%= it.to.join(', ') %>, <%= it.received_at %></p>
<h2>As text</h2><pre><%= it.text %></pre>
<% if (it.link) { %><p><a href="<%= it.link %>">Follow its link</a></p><% } %>
<h2>As a page</h2><iframe sandbox="" title="The mail" srcdoc="<%= it.html %>"></iframe></html>`;

/** The list of mails, for people. */
export function mailsPage(mails: readonly CaughtMail[]): string {
  return pages.renderString(LIST, { mails });
}

/** A mail, for people. Its HTML runs in a frame without rights; its link is beside it. */
export function mailPage(mail: CaughtMail): string {
  return pages.renderString(ONE, { ...mail, link: /https?:\/\/\S+/.exec(mail.text)?.[0] });
}
