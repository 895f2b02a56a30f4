import { requestsPerDay } from '../../shared/contract/tiers.ts';
import { listTools } from '../../shared/api/tools.ts';
import { operations } from '../../shared/api/operations.ts';
import { hookPath } from '../../shared/contract/edge.ts';
import { eventSchemas } from '../../shared/contract/events/events.ts';
import { connectionLimits } from '../../shared/contract/connection-limits.ts';
import { limits } from '../../shared/contract/fields.ts';
import { pathParameters, type Operation } from '../../shared/contract/operation.ts';
import { statusOf } from '../../shared/kernel/refusal.ts';
import { hookEffects, type HookEffect } from '../../shared/sessions/hook-effects.ts';
import { statusPath } from '../../shared/status/contract.ts';
import { chapters, namedRecords, type Chapter } from './contract-modules.ts';
import { anchor, code, item, paragraph, sentence } from './markdown.ts';
import {
  fieldList,
  inputSchema,
  jsonSchema,
  recordLink,
  typeText,
  type JsonSchema,
} from './schema-text.ts';
import { settingGroups, testSettings, type Setting } from './settings.ts';

/** The page of the whole interface: operations, records, tools, events, errors, settings and limits. */
export async function interfacePage(): Promise<string> {
  const found = await chapters();
  return [
    '# The interface',
    preface,
    contents,
    ...operationsPart(found),
    ...hookEventsPart(),
    ...recordsPart(found),
    ...toolsPart(),
    ...eventsPart(),
    ...errorsPart(),
    ...settingsPart(),
    ...limitsPart(),
  ].join('\n\n');
}

const preface = paragraph(
  'Written by `npm run reference` from the schemas in the code; do not edit it. What the rules are is in ' +
    '[../SPEC.md](../SPEC.md), what was chosen where the interface is silent in [CHOICES.md](CHOICES.md). The same as ' +
    'OpenAPI: `GET /openapi.json`. Fields with a `?` are optional. Timestamps are ISO 8601 in UTC.',
);

const parts = [
  'Operations',
  'Hook events',
  'Records',
  'Tools',
  'Events',
  'Errors',
  'Settings',
  'Limits',
];
const contents = parts.map((part) => item(`[${part}](#${anchor(part)})`)).join('\n');

const accessText = paragraph(
  'Access says who may call: `public` needs no key; `user` any valid key; `member`, `admin` and `owner` that role, or a ' +
    'higher one, in the workspace. `:id` in a path is the id of the workspace; other path parameters stand among the fields of the input.',
);

const redactedText = paragraph(
  'An operation that stores text removes secrets from it (RED-1). Where something was removed, its answer has one field more: ' +
    '`redacted`, a list of objects with `field` (such as `title` or `context.steps[0]`), `kind` (such as `GitHub token`) and `count`.',
);

function operationsPart(found: readonly Chapter[]): string[] {
  const withOperations = found.filter((chapter) => chapter.operations.length > 0);
  const edge = paragraph(
    `A daemon answers the same operations, and two more: ${code(`POST ${hookPath}`)} takes a client's own hook payload and ` +
      `answers in that client's form; ${code(`GET ${statusPath}`)} is what \`coord status\` shows.`,
  );
  return ['## Operations', accessText, redactedText, edge, ...withOperations.flatMap(chapterText)];
}

function chapterText({ folder, operations: own }: Chapter): string[] {
  return [`### ${titleOf(folder)}`, ...own.flatMap(([name, one]) => operationText(name, one))];
}

function titleOf(folder: string): string {
  return folder.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase());
}

const deliveries = {
  json: '',
  events: ' It answers Server-Sent Events.',
  websocket: ' It is a WebSocket.',
  mcp: ' It speaks MCP.',
} as const;

function operationText(name: string, one: Operation): string[] {
  const { method, path, alias, access, tool, status, summary, delivery } = one;
  const facts = [`${code(`${method} ${path}`)}.`, `Access: ${code(access)}.`];
  if (status !== 200) facts.push(`Status: ${status}.`);
  if (tool !== undefined) facts.push(`Tool: [${tool}](#${anchor(tool)}-tool).`);
  if (alias !== undefined) facts.push(`The same: ${code(`${method} ${alias}`)}.`);
  return [
    `#### ${name}`,
    paragraph(facts.join(' ')),
    paragraph(`${sentence(summary)}${deliveries[delivery]}`),
    ...fieldsPart(
      'Input',
      inputSchema(one.input),
      pathParameters(path).filter((field) => field === 'id'),
    ),
    ...fieldsPart('Output', jsonSchema(one.output, 'output')),
  ];
}

function fieldsPart(title: string, schema: JsonSchema, leftOut: readonly string[] = []): string[] {
  if (schema.$ref !== undefined || schema.properties === undefined) {
    const text = typeText(schema);
    const list = fieldsOfItems(schema);
    return [`${title}: ${text}.`, ...(list === '' ? [] : [list])];
  }
  const list = fieldList(schema, 0, leftOut);
  return list === '' ? [] : [`${title}:`, list];
}

/** Of a list, or of one of several forms, whose objects are no records of their own. */
function fieldsOfItems({ items, anyOf, oneOf }: JsonSchema): string {
  return [items, ...(anyOf ?? oneOf ?? [])]
    .flatMap((one) => (one?.properties === undefined ? [] : [fieldList(one)]))
    .join('\n\nor:\n\n');
}

const effects: Readonly<Record<HookEffect, string>> = {
  start: 'opens the session and answers the briefing',
  check: 'says whether a write may go ahead, and takes nothing',
  acquire: 'reserves what was written, and answers what somebody else holds',
  prompt: 'takes the task from the prompt',
  end: 'ends the session and releases what it holds',
  heartbeat: 'keeps the session alive',
};

function hookEventsPart(): string[] {
  const rows = (Object.keys(effects) as HookEffect[]).map((effect) => {
    const events = Object.entries(hookEffects).filter(([, one]) => one === effect);
    return item(`${events.map(([event]) => code(event)).join(', ')}: ${effects[effect]}`);
  });
  return ['## Hook events', 'What the `event` of a hook body does.', rows.join('\n')];
}

function recordsPart(found: readonly Chapter[]): string[] {
  const inputs = JSON.stringify(
    Object.values<Operation>(operations).map(({ input }) => inputSchema(input)),
  );
  const text = namedRecords(found).flatMap(([id, schema]) => {
    const isSent = inputs.includes(`"#/$defs/${id}"`);
    const json = jsonSchema(schema, isSent ? 'input' : 'output');
    const fields = fieldList(json.$defs?.[id] ?? json);
    return fields === '' ? [] : [`### ${id}`, fields];
  });
  return ['## Records', 'What several operations take or answer.', ...text];
}

function toolsPart(): string[] {
  const byTool = new Map(
    Object.entries<Operation>(operations).map(([name, { tool }]) => [tool, name] as const),
  );
  const text = listTools().flatMap(({ name, description, inputSchema }) => {
    const fields = fieldList(inputSchema as JsonSchema);
    const operation = byTool.get(name) ?? '';
    return [
      `### ${name} (tool)`,
      paragraph(`${sentence(description)} It answers what ${recordLink(operation)} does.`),
      ...(fields === '' ? [] : [fields]),
    ];
  });
  const preface = paragraph(
    'What agents call over MCP, by `coord mcp` or at `POST /mcp`. The server fills in the workspace. Without `session_id` ' +
      'it takes the session of the client that asks, and the answer says which.',
  );
  return ['## Tools', preface, ...text];
}

function eventsPart(): string[] {
  const text = Object.entries(eventSchemas).flatMap(([type, schema]) => {
    const fields = fieldList(jsonSchema(schema, 'output'));
    return [`### ${type}`, ...(fields === '' ? [] : [fields])];
  });
  const preface = paragraph(
    'Each line of the feed is one, with its `type`, its `seq` (a number without gaps in its workspace) and `at`, the time ' +
      'of its commit.',
  );
  return ['## Events', preface, ...text];
}

function errorsPart(): string[] {
  const rows = Object.entries(statusOf).map(([name, status]) => item(`${code(name)}: ${status}`));
  return [
    '## Errors',
    'An error body is `{error, message}` and what else helps the caller.',
    rows.join('\n'),
  ];
}

function settingsPart(): string[] {
  const text = settingGroups.flatMap(({ title, text: about, settings }) => [
    `### ${title}`,
    ...(about === undefined ? [] : [paragraph(about)]),
    settingList(settings),
  ]);
  return [
    '## Settings',
    'Environment variables. An empty one counts as none.',
    ...text,
    '### Only for tests and measurements',
    settingList(testSettings),
  ];
}

function settingList(settings: readonly Setting[]): string {
  return settings.map(({ name, meaning }) => item(`${code(name)}: ${meaning}`)).join('\n');
}

function limitsPart(): string[] {
  const tiers = Object.entries(requestsPerDay).map(([tier, count]) =>
    item(
      `${tier} tier: ${count === undefined ? 'unlimited' : shown(count)} requests for each user and UTC day`,
    ),
  );
  const preface = paragraph(
    'By the names that they have in the code. They are characters or counts, where the name does not say otherwise.',
  );
  return [
    '## Limits',
    tiers.join('\n'),
    preface,
    limitTable(limits),
    '### Connections',
    'Counts, and durations in milliseconds where the name ends with `Ms`.',
    limitTable(connectionLimits),
  ];
}

function limitTable(table: Readonly<Record<string, number>>): string {
  const rows = Object.entries(table).map(([name, value]) => `| ${name} | ${shown(value)} |`);
  return ['| limit | value |', '| --- | --- |', ...rows].join('\n');
}

function shown(value: number): string {
  return value.toLocaleString('en-US');
}
