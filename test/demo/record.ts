/**
 * `npm run demo:record`: runs `coord demo` in a terminal of 80 columns (`script` makes one) and writes what it printed as
 * `cli/demo/recording.svg`, which the README shows. The words are what the command printed; the pace is made for reading.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const columns = 80;
const rows = 30;
const lineHeight = 19;
const characterWidth = 8.4;
const margin = 20;
const secondsPerLine = 0.45;
const secondsPerEmptyLine = 1.1;
const secondsAtEnd = 6;

type Style = 'plain' | 'bold' | 'dim' | 'yellow';

interface Span {
  readonly text: string;
  readonly style: Style;
}

const styleOfCode: Readonly<Record<string, Style>> = { 1: 'bold', 2: 'dim', 33: 'yellow' };

const lines = terminalOutput().replaceAll('\r', '').trimEnd().split('\n').map(spansOf);
writeFileSync(new URL('../../cli/demo/recording.svg', import.meta.url), svgOf(lines));

function terminalOutput(): string {
  const command = `stty cols ${columns} rows ${rows}; node dist/coord.js demo`;
  const prompt = '$ coord demo\n';
  const environment = { ...process.env, TERM: 'xterm-256color' };
  const options = { cwd: root, encoding: 'utf8', env: environment } as const;
  return prompt + execFileSync('script', ['-qec', command, '/dev/null'], options);
}

function spansOf(line: string): Span[] {
  const spans: Span[] = [];
  let style: Style = 'plain';
  for (const part of line.split(/(\u001b\[\d+m)/)) {
    const code = /^\u001b\[(\d+)m$/.exec(part)?.[1];
    if (code !== undefined) style = styleOfCode[code] ?? 'plain';
    else if (part !== '') spans.push({ text: part, style });
  }
  return spans;
}

function svgOf(all: readonly Span[][]): string {
  const shownAt = timesOf(all);
  const total = (shownAt.at(-1) ?? 0) + secondsAtEnd;
  const percent = (seconds: number) => ((100 * seconds) / total).toFixed(2);
  const appearing = shownAt.map(
    (at, index) =>
      `@keyframes l${index}{0%,${percent(at)}%{opacity:0}${percent(at + 0.01)}%,100%{opacity:1}}` +
      `#l${index}{animation:l${index} ${total.toFixed(1)}s infinite step-end}`,
  );
  const scrolling = shownAt
    .map((at, index) => ({ at, by: Math.max(0, index + 1 - rows) }))
    .map(({ at, by }) => `${percent(at)}%{transform:translateY(${-by * lineHeight}px)}`);
  const width = columns * characterWidth + 2 * margin;
  const height = rows * lineHeight + 2 * margin;
  const texts = all.map(
    (spans, index) =>
      `<text id="l${index}" x="${margin}" y="${margin + (index + 0.75) * lineHeight}">${spans.map(tspan).join('')}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="coord demo in a terminal">`,
    '<style>',
    'text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#d7dae0;white-space:pre}',
    '.bold{font-weight:700;fill:#fff}.dim{fill:#7d8590}.yellow{fill:#e3b341}',
    `#all{animation:scroll ${total.toFixed(1)}s infinite step-end}`,
    `@keyframes scroll{0%{transform:none}${scrolling.join('')}}`,
    ...appearing,
    '@media (prefers-reduced-motion:reduce){text,#all{animation:none!important;opacity:1}}',
    '</style>',
    `<rect width="${width}" height="${height}" rx="10" fill="#0d1117"/>`,
    `<svg x="0" y="${margin / 2}" width="${width}" height="${height - margin}"><g id="all">`,
    ...texts,
    '</g></svg>',
    '</svg>',
    '',
  ].join('\n');
}

/** Seconds at which each line appears; a new step waits a little. */
function timesOf(all: readonly Span[][]): number[] {
  let at = 0;
  return all.map((spans) => (at += spans.length === 0 ? secondsPerEmptyLine : secondsPerLine));
}

function tspan({ text, style }: Span): string {
  return `<tspan class="${style}">${escaped(text)}</tspan>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
