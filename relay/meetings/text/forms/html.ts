const begins =
  /^<(?:!doctype html|(?:html|head|body|meta|div|p|table|ul|ol|dl|section|article|main|span|blockquote|pre|h[1-6])\b[^<>]{0,500}>)/i;
/** What stands between these tags nobody reads. */
const unread = new Set(['script', 'style', 'template', 'noscript', 'svg', 'title', '!--']);
const blocks =
  /^(?:br|p|div|li|ul|ol|dl|dt|dd|table|section|article|main|header|footer|blockquote|pre|h[1-6]|hr)$/;
const tag = /^<(\/?)(!--|[a-z][a-z0-9]{0,15})/i;

/**
 * The text of a pasted page, a line for each of its blocks, and its tables as those of Markdown; undefined of a text that is no
 * page: it begins and ends with a tag. In linear time, whatever is never closed.
 */
export function textOfHtml(given: string): string | undefined {
  const html = given.trim();
  if (!begins.test(html.slice(0, 600)) || !html.endsWith('>')) return undefined;
  const page = new PageText();
  const unclosed = new Set<string>();
  const small = html.toLowerCase();
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open === -1) break;
    page.add(html.slice(at, open));
    const [, slash = '', name = ''] = tag.exec(html.slice(open, open + 20)) ?? [];
    const close = html.indexOf('>', open);
    const kind = name.toLowerCase();
    const isTag = name !== '' || html[open + 1] === '!';
    if (!isTag) page.add('<');
    else page.tag(slash + kind);
    at = isTag ? close + 1 : open + 1;
    if (slash !== '' || !unread.has(kind) || unclosed.has(kind)) continue;
    const end = small.indexOf(kind === '!--' ? '-->' : `</${kind}`, open);
    if (end === -1) unclosed.add(kind);
    else at = kind === '!--' ? end + 3 : end;
  }
  page.add(html.slice(at));
  return page.text;
}

/** Puts the text of a page together. */
class PageText {
  private readonly parts: string[] = [];
  private isCell = false;
  private isPre = false;
  private rows = 0;

  add(text: string): void {
    const plain = decoded(text);
    this.parts.push(this.isPre && !this.isCell ? plain : plain.replace(/\s+/g, ' '));
  }

  /** `/p` is the end of a `p`. */
  tag(name: string): void {
    if (name === 'pre' || name === '/pre') this.isPre = name === 'pre';
    if (name === 'table') this.rows = 0;
    if (name === 'tr') this.parts.push('\n|');
    else if (name === '/tr') this.endRow();
    else if (/^\/?t[dh]$/.test(name)) this.cell(name);
    else if (blocks.test(name.replace('/', ''))) this.parts.push(this.isCell ? ' ' : '\n');
  }

  get text(): string {
    return this.parts
      .join('')
      .replace(/ {0,1000}\n\s{0,1000}/g, '\n')
      .trim();
  }

  private cell(name: string): void {
    this.isCell = !name.startsWith('/');
    this.parts.push(this.isCell ? ' ' : ' |');
  }

  /** The first row of a table is its heading. */
  private endRow(): void {
    this.isCell = false;
    this.parts.push(this.rows === 0 ? '\n|---|' : '', '\n');
    this.rows += 1;
  }
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
};

function decoded(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi,
    (whole: string, decimal?: string, hex?: string, name = '') => {
      const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
      if (Number.isNaN(code)) return named[name.toLowerCase()] ?? whole;
      const isCharacter = code > 31 && code <= 0x10_ff_ff && !(code >= 0xd800 && code < 0xe000);
      return isCharacter ? String.fromCodePoint(code) : ' ';
    },
  );
}
