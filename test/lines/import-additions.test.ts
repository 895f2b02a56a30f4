/** RSV-11: when an edit only adds imports. Whatever is in doubt does not. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { onlyAddsImports } from '../../daemon/lines/import-block.ts';
import { diffLines } from '../../daemon/lines/line-diff.ts';
import { linesOf } from '../../daemon/lines/text-lines.ts';

const rest = '\nrun();\n';

/** Of each hunk. */
function flags(before: string, after: string): boolean[] {
  const [one, other] = [linesOf(before + rest), linesOf(after + rest)];
  return diffLines(one, other).map((hunk) => onlyAddsImports(one, other, hunk));
}

const adds = (before: string, after: string) => assert.equal(flags(before, after), [true], after);
const doesNot = (before: string, after: string) =>
  assert.ok(flags(before, after).includes(false), after);

const a = "import { a } from 'a';\n";

test('RSV-11: an import that is added, alone or within a list', () => {
  adds(a, `${a}import b from "b"\n`);
  adds(a, `${a}import * as b from 'b';\n`);
  adds(a, `${a}import type { B } from 'b';\n`);
  adds(a, `${a}import 'b';\n`);
  adds(a, `${a}\nimport b, { c as d } from './b.js';\n`);
  adds('', "import b from 'b';\n");
  adds('// what this is\n', "// what this is\nimport b from 'b';\n");
  adds(a, "import { a, b } from 'a';\n");
  adds(a, "import {\n  a,\n  type B,\n} from 'a';\n");
  adds("import {\n  a,\n  c,\n} from 'a';\n", "import {\n  a,\n  b,\n  c,\n} from 'a';\n");
  adds("const a = require('a');\n", "const a = require('a');\nconst { b, c: d } = require('b')\n");
  adds("import { a } from 'a';\r\n", "import { a } from 'a';\r\nimport { b } from 'b';\r\n");
});

test('RSV-11: an import that is taken away, renamed or changed', () => {
  doesNot(a, '');
  doesNot(a, "import { b } from 'a';\n");
  doesNot(a, "import { a as b } from 'a';\n");
  doesNot(a, "import { a } from 'b';\n");
  doesNot(a, "import type { a } from 'a';\n");
  doesNot(a, "import { type a } from 'a';\n");
  doesNot("import 'a';\n", "import { b } from 'a';\n");
  doesNot("import 'a';\n", "import type { b } from 'a';\n");
  doesNot(`${a}import b from 'b';\n`, `${a}import c from 'c';\n`);
});

test('RSV-11: lines that are not imports, or not only', () => {
  doesNot(a, `${a}\n\n`);
  doesNot(a, `${a}const b = 1;\n`);
  doesNot(a, `${a}// b\nimport b from 'b';\n`);
  doesNot(a, `${a}import b from 'b'; start();\n`);
  doesNot(a, `${a}import b from 'b'; // why\n`);
  doesNot(a, `${a}import b from 'b' with { type: 'json' };\n`);
  doesNot(a, `${a}const b = require('b')\n  .c;\n`);
  doesNot(a, `${a}const b = require(name);\n`);
  doesNot(a, `${a}import {\n  b, // why\n} from 'b';\n`);
  doesNot(a, `${a}export { b } from 'b';\n`);
  doesNot("'use strict';\n", "import b from 'b';\n'use strict';\n");
});

test('RSV-11: an import below other code', () => {
  doesNot(`${a}start();\n`, `${a}start();\nimport b from 'b';\n`);
  doesNot('', "text`\nimport b from 'b';\n`;\n");
  doesNot('/* start */ go(); /* end */\n', "/* start */ go(); /* end */\nimport b from 'b';\n");
});

test('RSV-11: an import that is taken away elsewhere makes all doubtful', () => {
  const before = `${a}import b from 'b';\nimport c from 'c';\n`;
  const after = `import b from 'b';\nimport c from 'c';\nimport d from 'd';\n`;
  assert.equal(flags(before, after), [false, false]);
});

test.run();
