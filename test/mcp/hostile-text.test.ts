/** Whatever people and agents write, what reaches an agent through a tool is seen by whoever looks at it. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { listTools } from '../../shared/api/tools.ts';
import { hostileLine, hostileText, stringsIn, unseenIn } from '../support/hostile-text.ts';
import type { World } from '../support/harness.ts';
import type { Input } from '../support/person.ts';
import { scenario } from '../support/scenario.ts';
import { callTool } from '../support/tools.ts';

const title = `Title ${hostileLine} end`;
const text = `First ${hostileText} end`;
const file = `src/${hostileLine}.ts`;
const otherFile = `src/other${hostileLine}.ts`;
const symbol = `${file}#log${hostileLine}in`;
const said = `We keep all of it${hostileLine}.`;
const sha = 'a'.repeat(40);

/** Records of ada and of bob with hostile text in every field that takes any; bob's tools read them. */
async function plant(world: World) {
  const { id } = world.workspace;
  const [ada, bob] = [world.as('ada'), world.as('bob')];
  await ada.agent().send({ event: 'beforeSubmitPrompt', task: text, branch: `b${hostileLine}` });
  for (const held of [file, otherFile]) await ada.agent().edit(held);
  await bob.agent().send({ event: 'beforeSubmitPrompt', task: text });
  const publish = (meaning_hash: string) =>
    ada.ok('publishSymbols', {
      id,
      files: [{ path: file, parsed: true, callees: [], symbols: [symbolOf(meaning_hash)] }],
    });
  await publish('one');
  const record = { rationale: text, files: [file] };
  const decision = await ada.ok('decide', { id, title, decision_type: 'other', ...record });
  await publish('two');
  await ada.ok('proposeConvention', { id, title, rationale: text, affected_files: [file] });
  await ada.ok('learn', { id, insight: text, files: [file], tags: [`tag${hostileLine}`] });
  const { slug } = await bob.ok('startWorkstream', { id, title, description: text });
  const work = { id, workstream: slug, title, description: text };
  const task = await ada.ok('createTask', { ...work, context: { [hostileText]: [text] } });
  await ada.ok('publishContract', { id, name: 'api', description: text, schema: `/* ${text} */` });
  const asking = { id, session_id: 'bob-1', file, rationale: text };
  const { id: negotiation } = await bob.ok('openNegotiation', asking);
  const transcript = `Ann: ${text}\nBob: ${said}`;
  const talk = { workspace_id: id, title, transcript, participants: [title] };
  const meeting = await ada.ok('ingestMeeting', talk);
  return { decision: decision.id, slug, task: task.id, negotiation, meeting: meeting.id };
}

function symbolOf(meaning_hash: string) {
  const lines = { start_line: 1, end_line: 2 };
  const hashes = { meaning_hash, signature_hash: meaning_hash };
  const name = `log${hostileLine}in`;
  const words = { signature: text, doc: text, callees: [symbol] };
  return { name, kind: 'function', exported: true, ...lines, ...hashes, ...words };
}

type Planted = Awaited<ReturnType<typeof plant>>;

/** How bob calls each tool. A tool that is not here fails the test. */
const callsOf = ({
  decision,
  slug,
  task,
  negotiation,
  meeting,
}: Planted): Record<string, Input[]> => ({
  sync: [{ task: title, files: file, session_id: 'bob-1' }, { task: title }],
  symbols: [{ file, neighbours: true }, { query: 'Title' }, { id: symbol }],
  search: [{ query: 'Title First end' }],
  ask: [{ question: title }],
  decisions_stale: [{}],
  decision_reaffirm: [{ decision_id: decision, note: text }, { decision_id: title }],
  decide: [{ title, rationale: text, files: [file] }],
  convention_propose: [
    { title, rationale: text, affected_files: [file] },
    { title, tier: title },
  ],
  convention_list: [{}, { file }],
  learn: [{ insight: text, files: [file], tags: [`tag${hostileLine}`] }],
  workstream_start: [
    { title: `Another ${title}`, description: text },
    { title, slug: title },
  ],
  workstream_list: [{}],
  workstream_join: [{ slug }, { slug, session_id: title }],
  workstream_leave: [{ slug }],
  delegate_task: [{ workstream: slug, title, description: text, context: { [hostileText]: text } }],
  task_list: [{}],
  task_claim: [{ task_id: task, session_id: 'bob-1' }, { task_id: task }],
  negotiate_open: [
    { file: otherFile, rationale: text, session_id: 'bob-1' },
    { file, rationale: text, session_id: 'bob-1', counterparty_session: title },
  ],
  negotiate_list: [{}],
  negotiate_respond: [
    { negotiation_id: negotiation, action: 'yield', session_id: 'bob-1', note: text },
  ],
  publish: [{ name: 'api', schema: `interface A { '${hostileLine}': string }`, description: text }],
  confirm_ready: [
    { workstream_slug: slug, touched_files: [file] },
    {
      workstream_slug: slug,
      commit_sha: sha,
      touched_symbols: [symbol],
      test_results: [{ test_file: file, test_name: title, status: 'failed', error_message: text }],
    },
  ],
  sync_commit: [{ commit_sha: sha, receipt: title, workstream_slug: slug }],
  sync_retract: [{ receipt: title, reason: text }],
  submit_reading: [
    {
      meeting_id: meeting,
      decisions: [{ title, rationale: text, affected_files: [file], sentence: said }],
      action_items: [{ action: title, assignee: title, files: [file], sentence: said }],
      read_by: title,
    },
  ],
  workstream_complete: [{ slug }],
});

scenario('TXT-4', 'no tool answers an agent with anything that is not seen', async (world) => {
  const calls = callsOf(await plant(world));
  const tools = listTools().map(({ name }) => name);
  assert.equal(Object.keys(calls).sort(), tools.toSorted());
  const answered = new Set<string>();
  for (const [tool, inputs] of Object.entries(calls)) {
    for (const args of inputs) {
      const answer = await callTool(world, world.as('bob'), { tool, args });
      if (!answer.isError) answered.add(tool);
      for (const found of [answer.text, ...stringsIn(answer.data)])
        assert.equal(unseenIn(found), [], `${tool}: ${JSON.stringify(found)}`);
      if (!answer.isError) assert.equal(JSON.parse(answer.text), answer.data, tool);
    }
  }
  // What there is no receipt or commit for is refused, with the words of the caller in it.
  const refused = tools.filter((tool) => !answered.has(tool));
  assert.equal(
    refused.filter((tool) => !/^(sync_|confirm_ready)/.test(tool)),
    [],
  );
});

scenario(
  'TXT-2',
  'a path in the answer of a tool is exact: what is not seen is written out',
  async (world) => {
    await world.as('ada').agent().edit('src/a\u202eb.ts');
    const args = { task: 'x', files: 'src/a\u202eb.ts' };
    const { data } = await callTool(world, world.as('bob'), { tool: 'sync', args });
    const found = stringsIn(data).filter((one) => one.startsWith('src/'));
    assert.ok(found.length > 0);
    assert.equal(
      found.filter((one) => one !== String.raw`src/a\u{202e}b.ts`),
      [],
    );
  },
);

scenario('TXT-4', 'the answers over REST are exact, for programs', async (world) => {
  const { id } = world.workspace;
  const { id: made } = await world.as('ada').ok('decide', {
    id,
    title,
    rationale: text,
    files: ['a\u202eb.ts'],
  });
  const found = await world.as('bob').ok('getDecision', { id, decision_id: made });
  assert.is(found.rationale, text);
  assert.equal(found.files, ['a\u202eb.ts']);
});

test.run();
