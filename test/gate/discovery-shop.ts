/** A small shop with tests of its own, for the tests of what a change to it can affect. */
import * as assert from 'uvu/assert';
import type { AffectedTests } from '../../daemon/gate/discovery/affected-test-finder.ts';
import { Project, type Files } from './discovery-project.ts';

export const add = 'export function add(a: number, b: number) {\n  return a + b;\n}\n';
export const parse = [
  "import { add } from './add.ts';",
  'export function parse(text: string) {\n  return add(Number(text), 0);\n}',
  'export function blank() {\n  return "";\n}\n',
].join('\n');
const barrel = "export * from './add.ts';\nexport { parse, blank } from './parse.ts';\n";

export const shop: Files = {
  'package.json': '{"name": "shop", "scripts": {"test": "uvu test"}}\n',
  'src/add.ts': add,
  'src/parse.ts': parse,
  'src/index.ts': barrel,
  'test/add.test.ts': "import { add } from '../src/index.ts';\nadd(1, 2);\n",
  'test/parse.test.ts': "import { parse } from '../src/index.ts';\nparse('1');\n",
  'test/blank.test.ts': "import { blank } from '../src/index.ts';\nblank();\n",
};

export async function inProject(
  files: Files,
  check: (project: Project) => Promise<void>,
): Promise<void> {
  const project = await Project.of(files);
  try {
    await check(project);
  } finally {
    await project.remove();
  }
}

export function expectTests(answer: AffectedTests, tests: readonly string[]): void {
  assert.equal([answer.kind, 'reason' in answer ? answer.reason : ''], ['tests', '']);
  assert.equal([...answer.tests].sort(), [...tests].sort());
}

export function expectWhole(answer: AffectedTests, reason: RegExp): void {
  assert.is(answer.kind, 'whole_suite', JSON.stringify(answer.tests));
  if (answer.kind === 'whole_suite') assert.match(answer.reason, reason);
}
