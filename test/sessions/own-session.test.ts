import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { z } from 'zod';
import { operations, type OperationName } from '../../shared/api/operations.ts';
import type { Operation } from '../../shared/contract/operation.ts';
import type { World } from '../support/harness.ts';
import type { Input } from '../support/person.ts';
import { scenario } from '../support/scenario.ts';

/**
 * Fields that name a session of anybody: to whom a task goes, whom a negotiation is with, by whom a list is filtered, whom a
 * forecast is about. `conversation_id` is the caller's own word for a conversation (SES-1), so it cannot name another's.
 */
const ofAnybody: ReadonlySet<string> = new Set([
  'hook conversation_id',
  'createTask assignee_session',
  'createTask to_session',
  'listTasks assignee_session',
  'changeTask assignee_session',
  'openNegotiation counterparty_session',
  'listEvents session',
  'listNegotiations session_id',
  'listWaits session_id',
  'reportForecasts forecasts.sides.sessions',
]);

/** Operations that need one of several fields, so none of them is required by the schema. */
const asksMore: ReadonlySet<string> = new Set([
  'openNegotiation',
  'addWait',
  'retractReceipt',
  'changeTask',
]);

interface JsonSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
}

interface SessionField {
  readonly name: OperationName;
  readonly field: string;
  readonly schema: JsonSchema;
}

/** From the table of operations, so that a new operation with a session is here by itself. */
const sessionFields = Object.entries(operations as Record<string, Operation>).flatMap(
  ([name, { input }]): SessionField[] => {
    const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
    return namesOf(schema)
      .filter((field) => /session|conversation/.test(field.split('.').at(-1) ?? ''))
      .map((field) => ({ name: name as OperationName, field, schema }));
  },
);

const ofTheCaller = sessionFields.filter(({ name, field }) => !ofAnybody.has(`${name} ${field}`));

/** `title`, `files.path`, and so on. */
function namesOf({ properties = {}, items, anyOf = [] }: JsonSchema): string[] {
  return [
    ...Object.entries(properties).flatMap(([name, schema]) => [
      name,
      ...namesOf(schema).map((inner) => `${name}.${inner}`),
    ]),
    ...[...(items === undefined ? [] : [items]), ...anyOf].flatMap(namesOf),
  ];
}

/** What a field needs to be accepted; `known` are fields of records that exist. */
function sampleOf(schema: JsonSchema, known: Input): unknown {
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf?.[0] !== undefined) return sampleOf(schema.anyOf[0], known);
  switch (schema.type) {
    case 'object':
      return requiredOf(schema, known);
    case 'array':
      return [sampleOf(schema.items ?? {}, known)];
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    default:
      return 'sample';
  }
}

function requiredOf({ properties = {}, required = [] }: JsonSchema, known: Input): Input {
  return Object.fromEntries(
    required.map((field) => [field, known[field] ?? sampleOf(properties[field] ?? {}, known)]),
  );
}

/** Fields of records that bob may name, so that only the session is wrong. */
async function recordsOf(world: World): Promise<{ ann: string; known: Input }> {
  const { id, slug: workspace_slug } = world.workspace;
  const [ada, bob] = [world.as('ada'), world.as('bob')];
  const { session_id: ann = '' } = await ada.agent().edit('src/ann.ts', ['held']);
  await bob.agent().edit('src/bob.ts', ['own']);
  const { slug } = await bob.ok('startWorkstream', { id, title: 'Work' });
  const task = await bob.ok('createTask', { id, workstream: slug, title: 'A task' });
  const negotiation = await bob.ok('openNegotiation', {
    id,
    session_id: 'bob-1',
    file: 'src/ann.ts',
    symbol_ids: ['src/ann.ts#held'],
    rationale: 'needed',
  });
  const decision = await bob.ok('recordDecision', { workspace_id: id, title: 'A decision' });
  await bob.ok('publishContract', { id, name: 'api', schema: 'interface A { a: string }' });
  const known = {
    ...{ id, workspace_id: id, workspace_slug, slug, workstream: slug, name: 'api' },
    ...{
      decision_id: decision.id,
      task_id: task.id,
      negotiation_id: negotiation.id,
      action: 'counter',
    },
    ...{ schema: 'interface B { b: string }', at: '2026-01-01T00:00:00.000Z', parsed: true },
    ...{ commit_sha: 'a'.repeat(40), path: 'src/new.ts', file: 'src/ann.ts' },
  };
  return { ann, known };
}

scenario(
  'ACC-5',
  'every operation that takes a session refuses one that is not the caller’s, and does nothing',
  async (world) => {
    const { ann, known } = await recordsOf(world);
    await world.quiet();
    const { rows } = world.database;
    const events = () => rows.selectFrom('events').select(['type', 'payload']).execute();
    const before = await events();
    for (const { name, field, schema } of ofTheCaller) {
      const more = asksMore.has(name)
        ? { file: 'src/ann.ts', receipt: 'sample', title: 'sample' }
        : {};
      const input = { ...requiredOf(schema, known), ...more, [field]: ann };
      const refused = await world.as('bob').refused(name, input);
      const about = `${name} with ${field}: ${refused.text}`;
      assert.is(refused.status, 404, about);
      assert.match(refused.message, /^No such session of yours\./, about);
      assert.is(refused.field, field, about);
    }
    await world.quiet();
    assert.equal(await events(), before);
  },
);

scenario('ACC-5', 'what may name anybody’s session is listed, and nothing else', async () => {
  const all = sessionFields.map(({ name, field }) => `${name} ${field}`);
  assert.equal(
    [...ofAnybody].filter((field) => !all.includes(field)),
    [],
  );
  // A field further in would not be reached by the test above.
  assert.equal(
    ofTheCaller.filter(({ field }) => field.includes('.')),
    [],
  );
  assert.ok(ofTheCaller.length >= 20, String(ofTheCaller.length));
});

scenario(
  'SES-4',
  'no hook ends a session that is not the caller’s, nor says that it did',
  async (world) => {
    const ann = await world.as('ada').agent().start();
    const workspace_slug = world.workspace.slug;
    for (const event of ['sessionEnd', 'SessionEnd', 'Stop'] as const)
      for (const session_id of [ann, 'sess_00000000000000000000']) {
        const refused = await world
          .as('bob')
          .refused('hook', { workspace_slug, event, session_id });
        assert.equal(
          [refused.status, refused.field],
          [404, 'session_id'],
          `${event} ${session_id}`,
        );
      }
    const unknown = { workspace_slug, event: 'sessionEnd', conversation_id: 'never-seen' } as const;
    await world.as('bob').ok('hook', unknown);
    const sessions = await world.as('ada').ok('listSessions', { id: world.workspace.id });
    assert.ok(JSON.stringify(sessions).includes(ann));
    const own = { workspace_slug, event: 'Stop', session_id: ann } as const;
    await world.as('ada').ok('hook', own);
    await world.as('ada').ok('hook', own);
  },
);

test.run();
