const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text for HTML content and attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** Text with blank lines between paragraphs and code in backticks; `inline` leaves the paragraphs out. */
export function paragraphs(text: string, inline = false): string {
  const html = escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
  if (inline || html === '') return html;
  return html
    .split(/\n\s*\n/)
    .map((part) => `<p>${part}</p>`)
    .join('\n');
}
