/** Reads the places of texts; two texts with something of everything, and edits of them with the places that they touch. */
import { PlaceReader } from '../../daemon/index/places/place-reader.ts';
import type { FilePlaces } from '../../daemon/index/places/own-code.ts';
import { touchedPlaces } from '../../daemon/index/places/touched-places.ts';
import { loadCompiler } from '../../daemon/index/parser/parser.ts';

export const compiler = await loadCompiler();
export const reader = new PlaceReader(compiler);

export function read(path: string, text: string): FilePlaces {
  const places = reader.read(path, text);
  if (places === undefined) throw new Error(`${path} cannot be parsed:\n${text}`);
  return places;
}

export function names(path: string, text: string): string[] {
  return read(path, text).places.map(({ symbol }) => symbol);
}

export function touched(path: string, before: string, after: string): string[] {
  return touchedPlaces(read(path, before), read(path, after))
    .map(({ symbol }) => symbol)
    .toSorted();
}

export const typed = `import { a } from './a.ts';
import type { B } from './b.ts';

/** Of a session. */
@Injectable({ scope: 1 })
export class Session<T> extends Base<T> {
  static #count = 0;
  port = 1;
  open(): void;
  open(x?: number): void { a(x); }
  get size() { return 1; }
  set size(value) {}
  constructor(private readonly token: string) { super(); }
  run = () => { function inner() { return 1; } inner(); };
}

interface Options { port: number; host: string }
interface Options { path: string }
enum Color { red, blue }
type Flags = { deep: boolean; wide: boolean };
type Id = string | number;

export function outer(x: string): string;
export function outer(x: unknown) {
  const before = 1;
  function nested() { return before; }
  const held = () => nested();
  class Local { go() { return 2; } }
  return held() + Local;
}

export const config = defineConfig({
  port: 1,
  server: { host: 'x', tls: { key: { file: 'k' } } },
  start() { return 3; },
} satisfies Config) as const;
const limit = 5, other = () => 6;
const { left, right } = pair();
namespace Deep { export const inside = 1; }
declare module 'fastify' { interface Req { user: 1 } }
if (limit) a(1);
for (const x of pair()) a(x);
export { limit, other };
export default { name: 'n', data() { return 4; } };
`;

export const script = `#!/usr/bin/env node
'use strict'
const fs = require('fs'), { join } = require('path')
const debug = require('debug')('x')
const later = 1
Reply.prototype.code = function (c) { return c }
Reply.prototype.header = function (h) { return h }
module.exports = { start, stop() { return 1 }, 'x.y': 1 }
app.use('/x', first)
app.use(cors())
app.route('/a').get(second)
describe('logs in', () => {
  beforeEach(() => { prepare(1) })
  const helper = () => 2
  it('accepts', async () => { expect(3) })
  it('refuses', async () => { expect(4) })
  it('refuses', async () => { expect(5) })
  describe('twice', () => { it('again', () => { expect(6) }) })
  setUp(7)
})
test('outer', async t => { await t.test('inner #1', t => { t.ok(8) }) })
;(function () { function wrapped() { return 9 } wrapped(10) })()
define(['a'], function (a) { function made() { return 11 } return made })
`;

export const edits: readonly (readonly [
  path: string,
  from: string,
  to: string,
  touched: readonly string[],
  within?: string,
])[] = [
  ['a.ts', "{ a } from './a.ts'", "{ a, c } from './a.ts'", ['import'], 'import'],
  ['a.ts', '#count = 0', '#count = 1', ['Session.%23count'], 'Session'],
  ['a.ts', 'port = 1;', 'port = 2;', ['Session.port'], 'Session'],
  ['a.ts', 'a(x); }', 'a(x, 1); }', ['Session.open'], 'Session'],
  ['a.ts', 'open(): void', 'open(): never', ['Session.open'], 'Session'],
  ['a.ts', 'set size(value) {}', 'set size(value) { a(); }', ['Session.size'], 'Session'],
  ['a.ts', 'super();', 'super(1);', ['Session.constructor'], 'Session'],
  ['a.ts', 'return 1; } inner', 'return 9; } inner', ['Session.run.inner'], 'Session'],
  ['a.ts', 'inner(); };', 'inner(1); };', ['Session.run'], 'Session'],
  ['a.ts', 'extends Base<T>', 'extends Other<T>', ['Session'], 'Session'],
  ['a.ts', 'scope: 1', 'scope: 2', ['Session'], 'Session'],
  ['a.ts', 'class Session<T>', 'class Session<T extends B>', ['Session'], 'Session'],
  ['a.ts', 'port = 1;', 'port = 1; added() {}', ['Session.added'], 'Session'],
  ['a.ts', '  port = 1;\n', '', ['Session.port'], 'Session'],
  ['a.ts', 'path: string', 'path: number', ['Options.path'], 'Options'],
  ['a.ts', 'red, blue', 'red = 2, blue', ['Color.red'], 'Color'],
  ['a.ts', 'wide: boolean', 'wide: 1', ['Flags.wide'], ''],
  ['a.ts', 'string | number', 'string', ['Id'], ''],
  ['a.ts', 'before = 1', 'before = 2', ['outer'], 'outer'],
  ['a.ts', 'return before', 'return 1', ['outer.nested'], 'outer'],
  ['a.ts', '=> nested()', '=> nested(1)', ['outer.held'], 'outer'],
  ['a.ts', 'return 2', 'return 3', ['outer.Local.go'], 'outer'],
  ['a.ts', 'x: string): string', 'x: string): number', ['outer'], 'outer'],
  ['a.ts', '  port: 1', '  port: 2', ['config.port'], ''],
  ['a.ts', "host: 'x'", "host: 'y'", ['config.server.host'], ''],
  ['a.ts', "file: 'k'", "file: 'l'", ['config.server.tls.key'], ''],
  ['a.ts', 'return 3', 'return 4', ['config.start'], ''],
  ['a.ts', 'satisfies Config', 'satisfies Other', ['config'], ''],
  ['a.ts', 'limit = 5', 'limit = 6', ['limit'], ''],
  ['a.ts', '=> 6', '=> 7', ['other'], 'other'],
  ['a.ts', 'right } = pair', 'right } = couple', ['left'], ''],
  ['a.ts', 'inside = 1', 'inside = 2', ['Deep.inside'], ''],
  ['a.ts', 'user: 1', 'user: 2', ['module(fastify).Req.user'], ''],
  ['a.ts', 'if (limit) a(1)', 'if (limit) a(2)', ['if'], ''],
  ['a.ts', 'for (const x of pair()) a(x)', 'for (const x of pair()) a(1)', ['for'], ''],
  ['a.ts', '{ limit, other }', '{ limit }', ['export'], ''],
  ['a.ts', "name: 'n'", "name: 'm'", ['default.name'], ''],
  ['a.ts', 'class Session<T>', 'class Meeting<T>', ['Meeting', 'Session']],
  ['a.ts', '/** Of a session. */', '/** Of a meeting. */', []],
  ['a.js', "'use strict'", '', ['(use strict)'], ''],
  ['a.js', "require('path')", "require('node:path')", ['import'], 'import'],
  ['a.js', 'later = 1', 'later = 2', ['later'], ''],
  ['a.js', 'return c ', 'return c + 1 ', ['Reply.prototype.code'], ''],
  ['a.js', 'return 1 }', 'return 2 }', ['module.exports.stop'], ''],
  ['a.js', "'x.y': 1", "'x.y': 2", ['module.exports.x%2ey'], ''],
  ['a.js', 'first', 'firstly', ['app.use(/x)'], ''],
  ['a.js', 'cors()', 'cors({ a: 1 })', ['app.use(cors)'], ''],
  ['a.js', 'get(second)', 'get(third)', ['app.route.get(/a)'], ''],
  ['a.js', 'prepare(1)', 'prepare(2)', ['describe(logs in).beforeEach()'], ''],
  ['a.js', 'helper = () => 2', 'helper = () => 3', ['describe(logs in).helper'], ''],
  ['a.js', 'expect(4)', 'expect(40)', ['describe(logs in).it(refuses)'], ''],
  ['a.js', 'expect(5)', 'expect(50)', ['describe(logs in).it(refuses)~2'], ''],
  ['a.js', 'expect(6)', 'expect(60)', ['describe(logs in).describe(twice).it(again)'], ''],
  ['a.js', 'setUp(7)', 'setUp(70)', ['describe(logs in)'], ''],
  ['a.js', 't.ok(8)', 't.ok(80)', ['test(outer).t.test(inner %231)'], ''],
  ['a.js', 'return 9', 'return 90', ['function().wrapped'], ''],
  ['a.js', 'wrapped(10)', 'wrapped(100)', ['function()'], ''],
  ['a.js', 'return 11', 'return 110', ['define().made'], ''],
];
