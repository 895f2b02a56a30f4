import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { LanguageModel } from '../../shared/models/language-model.ts';
import type { Output } from '../../shared/api/operations.ts';
import type { World } from '../support/harness.ts';
import type { Input } from '../support/person.ts';
import { relayScenario } from '../support/scenario.ts';
import { fileOf, publish, symbolOf } from '../support/symbols.ts';

type Meeting = Output<'ingestMeeting'>;
type Package = Meeting['work_packages'][number];

let meetings = 0;
const answers: string[] = [];
/** It finds what the test says, and divides it as the test says. */
const model: LanguageModel = {
  name: 'scripted',
  complete: () => Promise.resolve(answers.shift() ?? '[]'),
};
const relay = { relay: { languageModel: model } };

interface Found {
  readonly decisions?: readonly (string | Input)[];
  readonly actions?: readonly (string | Input)[];
  readonly packages?: readonly Input[];
}

/** A meeting in which these decisions and action items were found. */
function meet(
  world: World,
  { decisions = [], actions = [], packages = [] }: Found,
): Promise<Meeting> {
  const item = (key: string) => (one: string | Input) =>
    typeof one === 'string' ? { [key]: one } : one;
  const found = {
    decisions: decisions.map(item('title')),
    action_items: actions.map(item('action')),
  };
  answers.splice(0, answers.length, JSON.stringify(found), JSON.stringify(packages));
  const { id: workspace_id } = world.workspace;
  const title = `Meeting ${++meetings}`;
  // MTG-7: what nobody has said is only suggested.
  const said = [...found.decisions, ...found.action_items].flatMap((one) => Object.values(one)[0]);
  const transcript = ['Ann: Well.', '', ...said].join('\n');
  return world.as('ada').ok('ingestMeeting', { workspace_id, title, transcript });
}

/** What each package is called and why it has which file. */
function shown({ work_packages: packages }: Meeting): string[][] {
  return packages.map(({ title, file_reasons: files = [] }: Package) => [
    title,
    ...files.map(({ file, reason }) => `${file}: ${reason}`),
  ]);
}

function review(world: World, made: Meeting, of: string, changes: Input): Promise<Meeting> {
  const all = [
    ...made.decisions,
    ...made.action_items.map(({ id, action }) => ({ id, title: action })),
  ];
  const result_id = all.find(({ title }) => title === of)?.id ?? '';
  return world.as('bob').ok('reviewResult', { meeting_id: made.id, result_id, ...changes });
}

relayScenario(
  'PKG-3',
  'files that a decision names only in its words reach its package, by path, bare name or symbol',
  async (world) => {
    await publish(world, 'ada', [
      fileOf('src/session.ts', ['SessionStore', 'parse']),
      fileOf('src/config.ts', ['parseConfig', 'parse']),
      fileOf('src/one/twice.ts', ['load']),
      fileOf('src/two/twice.ts', ['load']),
    ]);
    const made = await meet(world, {
      decisions: [
        'Keep sessions in src/session.ts',
        'Read settings in config.ts',
        'Document `load` and twice.ts',
      ],
    });
    assert.equal(
      made.work_packages.map(({ files }) => files),
      [['src/session.ts'], ['src/config.ts'], ['twice.ts']],
      'a name that several fit stays as it is, a symbol that several fit adds nothing',
    );
    const bySymbol = await meet(world, {
      decisions: [
        'Document the SessionStore class',
        'Speed up parseConfig',
        'Teach everybody GitHub',
      ],
    });
    assert.equal(
      bySymbol.work_packages.map(({ files }) => files),
      [['src/session.ts'], ['src/config.ts'], []],
    );
    assert.equal(bySymbol.decisions[0]?.affected_files, ['src/session.ts']);
  },
  relay,
);

relayScenario(
  'PKG-3',
  'an action item is in the package of its files or of the decision that it restates, else in one of its own',
  async (world) => {
    const made = await meet(world, {
      decisions: ['Cache tokens in src/auth.ts', 'Retry failed uploads with a backoff'],
      actions: [
        'Measure src/auth.ts and src/clock.ts',
        'Implement the backoff when uploads failed',
        'Write docs/setup.md',
        'Spell-check docs/setup.md and src/auth.ts',
        'Proofread docs/setup.md',
        'Order pizza',
      ],
    });
    assert.equal(
      made.work_packages.map(({ title, description, files }) => [title, description, files]),
      [
        [
          'Cache tokens in src/auth.ts',
          'Cache tokens in src/auth.ts\nMeasure src/auth.ts and src/clock.ts',
          ['src/auth.ts', 'src/clock.ts'],
        ],
        [
          'Retry failed uploads with a backoff',
          'Retry failed uploads with a backoff\nImplement the backoff when uploads failed',
          [],
        ],
        [
          'Write docs/setup.md (and 2 more)',
          'Write docs/setup.md\nSpell-check docs/setup.md and src/auth.ts\nProofread docs/setup.md',
          ['docs/setup.md'],
        ],
      ],
    );
    assert.equal(made.action_items[0]?.files, ['src/auth.ts', 'src/clock.ts']);
  },
  relay,
);

relayScenario(
  'PKG-3',
  'a model that gives one decision to two packages, or a file to another than its decision, is corrected',
  async (world) => {
    const made = await meet(world, {
      decisions: ['Cache tokens in src/auth.ts', 'Draw src/page.tsx'],
      packages: [
        {
          title: 'Page',
          description: 'Draw',
          files: ['src/auth.ts', 'src/style.css'],
          decisions: [2],
        },
        { title: 'All', description: 'All', files: ['src/style.css'], decisions: [1, 2] },
        { title: 'Again', description: 'Again', files: ['src/x.ts'], decisions: [1] },
      ],
    });
    assert.equal(shown(made), [
      ['Page', 'src/page.tsx: named', 'src/style.css: added by the model'],
      ['All', 'src/auth.ts: named'],
    ]);
    assert.equal(
      made.work_packages.map(({ decisions }) => decisions.map(({ title }) => title)),
      [['Draw src/page.tsx'], ['Cache tokens in src/auth.ts']],
    );
  },
  relay,
);

/** `parse` of src/parse.ts is called from three files, one of them a test; src/other.ts has two users of its own. */
async function publishCode(world: World): Promise<void> {
  const calling = (name: string, ...callees: string[]) => symbolOf(name, { callees });
  await publish(world, 'ada', [
    fileOf('src/parse.ts', ['parse', 'format']),
    fileOf('src/b/uses.ts', [calling('uses', 'src/parse.ts#parse')]),
    fileOf('src/a/uses.ts', [calling('uses', 'src/parse.ts#parse', 'src/other.ts#other')]),
    fileOf('src/print.ts', [calling('print', 'src/parse.ts#format')]),
    fileOf('src/other.ts', ['other']),
    fileOf('test/whole.test.ts', [], { callees: ['src/parse.ts#parse'] }),
    fileOf('test/parse.test.ts', []),
    fileOf('src/__tests__/other.ts', []),
    fileOf('src/elsewhere.test.ts', []),
  ]);
}

relayScenario(
  'PKG-5',
  'a package gets the callers of what changes its signature, and the tests of its files',
  async (world) => {
    await publishCode(world);
    const made = await meet(world, { decisions: ['Add a parameter to parse in src/parse.ts'] });
    assert.equal(shown(made), [
      [
        'Add a parameter to parse in src/parse.ts',
        'src/parse.ts: named',
        'src/a/uses.ts: calls src/parse.ts#parse',
        'src/b/uses.ts: calls src/parse.ts#parse',
        'test/whole.test.ts: calls src/parse.ts#parse',
        'test/parse.test.ts: tests src/parse.ts',
      ],
    ]);
    assert.equal(
      made.work_packages[0]?.files,
      made.work_packages[0]?.file_reasons?.map(({ file }) => file),
    );
    const same = await meet(world, { decisions: ['Speed up parse in src/parse.ts'] });
    assert.equal(
      same.work_packages[0]?.files,
      ['src/parse.ts', 'test/parse.test.ts', 'test/whole.test.ts'],
      'what keeps its signature has tests and no callers',
    );
    for (const said of [
      'Make parse() return a tree in src/parse.ts',
      'Change parse() and its callers',
      'Change parse() to return a Promise',
      'Make parse() async',
      'parse() becomes async',
      'parse() returns null from now on',
      'Get rid of parse in src/parse.ts',
      'parse() takes a Request object from now on',
    ]) {
      const other = await meet(world, { decisions: [said] });
      assert.match(shown(other)[0]?.join('\n') ?? '', 'src/a/uses.ts: calls src/parse.ts#parse');
    }
    const kept = await meet(world, { decisions: ['We will not rename parse in src/parse.ts'] });
    assert.is(kept.work_packages[0]?.files.length, 3);
    const moved = await meet(world, { actions: ['Split src/parse.ts into two files'] });
    assert.equal(shown(moved)[0]?.slice(1), [
      'src/parse.ts: named',
      'src/a/uses.ts: imports src/parse.ts',
      'src/b/uses.ts: imports src/parse.ts',
      'src/print.ts: imports src/parse.ts',
      'test/whole.test.ts: imports src/parse.ts',
      'test/parse.test.ts: tests src/parse.ts',
    ]);
  },
  relay,
);

relayScenario(
  'PKG-5',
  'a named file stays where it is named, and one that two packages would take goes to the first',
  async (world) => {
    await publishCode(world);
    const made = await meet(world, {
      decisions: ['Rename `other`', 'Remove `parse` from src/parse.ts', 'Colour src/b/uses.ts'],
    });
    assert.equal(shown(made), [
      [
        'Rename `other`',
        'src/other.ts: named',
        'src/a/uses.ts: calls src/other.ts#other',
        'src/__tests__/other.ts: tests src/other.ts',
      ],
      [
        'Remove `parse` from src/parse.ts',
        'src/parse.ts: named',
        'test/whole.test.ts: calls src/parse.ts#parse',
        'test/parse.test.ts: tests src/parse.ts',
      ],
      ['Colour src/b/uses.ts', 'src/b/uses.ts: named'],
    ]);
  },
  relay,
);

relayScenario(
  'PKG-5',
  'the files that the symbol graph adds are bounded, and the same each time',
  async (world) => {
    const users = Array.from({ length: 120 }, (_, at) => {
      const callees = ['src/parse.ts#parse'];
      const path = `src/use${String(at).padStart(3, '0')}.ts`;
      const test = `test/use${String(at).padStart(3, '0')}.test.ts`;
      return [fileOf(path, [symbolOf('use', { callees })]), fileOf(test, [], { callees })];
    }).flat();
    await publish(world, 'ada', [fileOf('src/parse.ts', ['parse']), ...users]);
    const made = await meet(world, { decisions: ['Rename `parse`'] });
    const again = await meet(world, { decisions: ['Rename `parse`'], actions: ['Order pizza'] });
    assert.equal(again.work_packages[0]?.file_reasons, made.work_packages[0]?.file_reasons);
    const [, ...files] = made.work_packages[0]?.files ?? [];
    assert.is(files.filter((file) => file.startsWith('src/')).length, 50);
    assert.is(files.filter((file) => file.startsWith('test/')).length, 30);
    assert.equal(files.slice(0, 50), files.slice(0, 50).toSorted());
  },
  relay,
);

relayScenario(
  'PKG-4',
  'what only a dropped result brought leaves the package, and comes back with it',
  async (world) => {
    await publishCode(world);
    const rename = 'Rename `parse` in src/parse.ts';
    const speed = 'Speed up src/parse.ts';
    const print = 'Try it in src/print.ts and src/parse.ts';
    const made = await meet(world, {
      decisions: [rename, speed],
      actions: [print, 'Fix docs/a.md'],
    });
    const whole = shown(made);
    assert.is(whole[0]?.length, 7);
    const kept = await review(world, made, rename, { state: 'dropped' });
    assert.equal(shown(kept)[0]?.slice(1), [
      'src/parse.ts: named',
      'src/print.ts: named',
      'test/parse.test.ts: tests src/parse.ts',
      'test/whole.test.ts: tests src/parse.ts',
    ]);
    const less = await review(world, made, print, { state: 'dropped' });
    assert.not(less.work_packages[0]?.files.includes('src/print.ts'));
    const none = await review(world, made, 'Fix docs/a.md', { state: 'dropped' });
    assert.is(none.work_packages.length, 1, 'a package of action items that were all dropped');
    for (const title of [rename, print, 'Fix docs/a.md'])
      await review(world, made, title, { state: 'found' });
    const back = await review(world, made, speed, { state: 'confirmed' });
    assert.equal(shown(back), whole);
    const worded = await review(world, made, 'Fix docs/a.md', { action: 'Mend docs/a.md' });
    assert.is(worded.work_packages[1]?.title, 'Mend docs/a.md');
  },
  relay,
);

relayScenario(
  'PKG-6',
  'a package without files says that it is not file-scoped',
  async (world) => {
    const made = await meet(world, {
      decisions: ['Answer mail within a day', 'Draw src/page.tsx'],
    });
    const said = ({ file_scoped, note }: Package) => [file_scoped, note];
    assert.equal(made.work_packages.map(said), [
      [false, 'No files were named; it is not file-scoped.'],
      [true, undefined],
    ]);
    const { id } = world.workspace;
    const [first] = made.work_packages;
    assert.equal(await world.as('cleo').ok('getPackage', { id, pid: first?.id ?? '' }), first);
    assert.is((await world.as('cleo').refused('getPackage', { id, pid: 'pkg_0' })).status, 404);
    const input = { id, pid: first?.id ?? '' };
    assert.is((await world.as('mallory').refused('getPackage', input)).status, 404);
  },
  relay,
);

test.run();
