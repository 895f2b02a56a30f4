import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../support/waiting.ts';
import { committed, EditingAgents, message, type Change } from './editing-agents.ts';
import { Sandbox, TestDaemon } from './support.ts';

const test = suite('tightened policy');
const sandbox = new Sandbox();
const root = sandbox.repository('shop');
let daemon: TestDaemon;
let agents: EditingAgents;

const source =
  'class Shop {\n  open() {\n    return 1;\n  }\n\n  close() {\n    return 2;\n  }\n}\n';
const longFunction = `export function run() {\n  start(1);\n${'  go();\n'.repeat(9)}  stop(2);\n}\n`;

test.before(async () => {
  daemon = await TestDaemon.start(root, sandbox.folder('home'));
  agents = new EditingAgents(daemon);
  await daemon.indexed();
});

test.after(async () => {
  await daemon.daemon.close();
  sandbox.remove();
});

interface Tightened {
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly edits: readonly [Change, Change];
  /** The places that the first and the second hold. */
  readonly held: readonly [string, string];
}

const cases: readonly Tightened[] = [
  {
    from: 'members',
    to: 'symbols',
    text: source,
    edits: [
      ['return 1;', 'return 10;'],
      ['return 2;', 'return 20;'],
    ],
    held: ['Shop.open', 'Shop.close'],
  },
  {
    from: 'lines',
    to: 'members',
    text: longFunction,
    edits: [
      ['start(1)', 'start(10)'],
      ['stop(2)', 'stop(20)'],
    ],
    held: ['run', 'run'],
  },
];

for (const { from, to, text, edits, held } of cases) {
  test(`RSV-7: when ${from} becomes ${to}, who was first goes on, and the other is denied until then`, async () => {
    await agents.operation('PATCH', '', { conflict_policy: from });
    const path = committed(root, text);
    const [first, second] = [`first of ${to}`, `second of ${to}`];
    const again = edits.map(([, after]): Change => [after, after.replace('0', '1')]);
    const [firstAgain, secondAgain] = again as [Change, Change];
    await agents.edit(first, path, edits[0]);
    await eventually('the looser policy', async () =>
      (await agents.may(second, path, edits[1])) ? true : undefined,
    );
    await agents.edit(second, path, edits[1]);
    await agents.operation('PATCH', '', { conflict_policy: to });
    await eventually('the tighter policy', async () =>
      (await agents.may(second, path, secondAgain)) ? undefined : true,
    );
    const denied = await agents.ask(second, path, secondAgain);
    assert.match(message(denied), `${path}#${held[0]} is held by`);
    await agents.edit(first, path, firstAgain);
    await agents.untilHolds(first, `${path}#${held[0]}`);
    await agents.untilHolds(second, `${path}#${held[1]}`);
    await agents.hook('sessionEnd', first);
    await eventually('the end of the first', async () =>
      (await agents.may(second, path, secondAgain)) ? true : undefined,
    );
    await agents.edit(second, path, secondAgain);
  });
}

test.run();
