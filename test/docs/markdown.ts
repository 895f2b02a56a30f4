/** Pieces of the generated pages. A line has at most `width` characters, where its words allow it. */
const width = 120;

/** One item of a list, wrapped, with its text indented by its depth. */
export function item(text: string, depth = 0): string {
  const indent = '  '.repeat(depth);
  const [first = '', ...rest] = wrapped(text, width - indent.length - 2);
  return [`${indent}- ${first}`, ...rest.map((line) => `${indent}  ${line}`)].join('\n');
}

export function paragraph(text: string): string {
  return wrapped(text, width).join('\n');
}

/** A summary from the code as a sentence, with one full stop. */
export function sentence(text: string): string {
  return `${escaped(text).replace(/\.$/, '')}.`;
}

export function code(text: string): string {
  return `\`${text}\``;
}

/** Text from the code as Markdown shows it: what stands between angle brackets is no HTML. */
export function escaped(text: string): string {
  return text.replace(/[<*[\]]/g, (char) => `\\${char}`);
}

/** The anchor that a page makes of a heading. */
export function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replace(/\s/g, '-');
}

function wrapped(text: string, most: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.match(/(?:`[^`]*`|[^\s`])+/g) ?? []) {
    const longer = line === '' ? word : `${line} ${word}`;
    // A line that began with one of these would be a list or a heading.
    const isMark = /^(?:[-+*#>|]|\d+[.)])/.test(word);
    if (longer.length <= most || line === '' || isMark) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}
