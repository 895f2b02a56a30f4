import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, type Options } from 'prettier';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { touchedNames } from './support.ts';

const test = suite('RSV-10 formatting');

const styles: Readonly<Record<string, Options>> = {
  'without semicolons, 40 wide': {
    semi: false,
    singleQuote: true,
    jsxSingleQuote: true,
    trailingComma: 'none',
    arrowParens: 'avoid',
    printWidth: 40,
    quoteProps: 'consistent',
  },
  'with tabs, 160 wide, CRLF': {
    semi: true,
    singleQuote: false,
    trailingComma: 'all',
    arrowParens: 'always',
    printWidth: 160,
    useTabs: true,
    bracketSpacing: false,
    objectWrap: 'collapse',
    endOfLine: 'crlf',
  },
};

const markup = `import { A } from './a.ts';
export default function View({ items, 'on-click': onClick }) {
  const label = items.length && (onClick && 'none') ;
  return <>
    <A title={"it's"} className="one   two" onClick={() => { onClick(label); ; }}></A> and text, <b>bold</b> {' '}
    {items.map(item => <li key={item.id}>{item.name}: <i>{item.count}</i> of {items.length}</li>)}
    {/* nothing */}
    {items.length > 3 ? <p>A rather long line of text that has to be wrapped by every sensible printer.</p> : null}
  </>
}
class Store extends (Base as any) { static #count = 0; ; 'quoted' = 1; get size() { return Store.#count } }
const pick = async a => { for await (const x of a) if (x) continue; else break }, limit = 0XFF
`;

const decorated = `@Component({ selector: 'a', 'quoted-key': 1 })
export class Panel<const T extends object,> implements First, Second {
  @Input() @Required({ message: "say \\"why\\"" }) name!: string;
  constructor(@Inject(TOKEN) private readonly token: Token, public override value?: (string)[]) { super() }
  async *walk(): AsyncGenerator<| 'a' | 'b', void, unknown> { yield* this.inner?.walk() ?? []; }
  declare private hidden: unique symbol; [key: string]: unknown;
}
export type Deep<T> = { readonly [K in keyof T as \`get\${Capitalize<K & string>}\`]-?: T[K] extends (infer U)[] ? Deep<U> : never };
enum Level { Low = 1 << 0, 'High' = Low | 2, }
function over(a: string): string; function over(a: number): number; function over(a: any) { return (a) }
module Old { export const x = (1, 2), y = <number>x! }
export = Panel
`;

for (const [name, style] of Object.entries(styles)) {
  test(`a run of prettier touches nothing: ${name}`, async () => {
    for (const { path, text } of samples()) {
      const formatted = await format(text, { ...style, filepath: path });
      assert.is.not(formatted, text, path);
      assert.equal(touchedNames(path, text, formatted), [], path);
    }
  });
}

test('comments in every place that takes one touch nothing', () => {
  for (const { path, text } of samples()) {
    if (!path.endsWith('.ts')) continue;
    const commented = text.replace(
      /^( *)(?=(?:export|const|let|function|class|interface|import|return|if|for) )/gm,
      '$1/* why */ ',
    );
    assert.is.not(commented, text, path);
    assert.equal(touchedNames(path, text, commented), [], path);
  }
});

/** The sources beside which this test stands, and two texts with what those do not have. */
function samples(): { path: string; text: string }[] {
  const folder = fileURLToPath(new URL('../../daemon/index/', import.meta.url));
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ path: name, text: readFileSync(join(folder, name), 'utf8') }));
  return [...sources, { path: 'view.tsx', text: markup }, { path: 'panel.ts', text: decorated }];
}

test.run();
