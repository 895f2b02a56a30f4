import type { Compiler } from './tree/compiler.ts';
import { maxDocLength, maxSignatureLength } from './facts.ts';
import type { ts } from './parsed-file.ts';

/** Reads the texts of nodes as they are shown to people: bounded, without comments or layout. */
export class SourceTextReader {
  private readonly scanner: ts.Scanner;
  private source: ts.SourceFile | undefined;

  constructor(private readonly compiler: Compiler) {
    this.scanner = compiler.createScanner(compiler.ScriptTarget.Latest, true);
  }

  begin(source: ts.SourceFile): void {
    this.source = source;
  }

  /** A node's source on one line, without comments. */
  lineOf(node: ts.Node): string {
    const text = this.source?.text ?? '';
    const start = node.getStart(this.source);
    const raw = text.slice(start, Math.min(node.end, start + 2 * maxSignatureLength));
    if (!/[\s/;,]/.test(raw)) return raw;
    const plain = raw.includes('/') ? this.withoutComments(raw) : raw;
    return plain
      .replace(/\s+/g, ' ')
      .replace(/([([<]) | ?,? (?=[)\]>])/g, '$1')
      .replace(/[;,]$/, '');
  }

  /** The doc comment right before a declaration, without its frame; at most `maxDocLength` characters. */
  docOf(node: ts.Node): string {
    const text = this.source?.text ?? '';
    const ranges = this.compiler.getLeadingCommentRanges(text, node.pos) ?? [];
    const range = ranges.findLast(({ pos }) => text.startsWith('/**', pos));
    if (range === undefined || range.end - range.pos < 5) return '';
    const end = Math.min(range.end - 2, range.pos + 4 * maxDocLength);
    const lines = text.slice(range.pos + 3, end).split('\n');
    const plain = lines.map((line) => line.replace(/^\s*\*? ?/, '').trimEnd());
    return bounded(plain.join('\n').trim(), maxDocLength);
  }

  private withoutComments(raw: string): string {
    const { scanner } = this;
    const { EndOfFileToken } = this.compiler.SyntaxKind;
    scanner.setText(raw);
    let kept = '';
    while (scanner.scan() !== EndOfFileToken) {
      const gap = kept !== '' && scanner.getTokenFullStart() < scanner.getTokenStart();
      kept += gap ? ` ${scanner.getTokenText()}` : scanner.getTokenText();
    }
    return kept;
  }
}

/** At most `maxLength` characters, an ellipsis included; never half of a surrogate pair. */
export function bounded(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = /[\ud800-\udbff]/.test(text[maxLength - 2] ?? '') ? maxLength - 2 : maxLength - 1;
  return `${text.slice(0, end)}…`;
}
