import type { Command } from 'commander';
import type { Refusal } from '../../shared/kernel/refusal.ts';

/** Options and arguments that are named otherwise than the fields of the interface that they fill. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  affected_areas: ['area'],
  affected_files: ['file'],
  assignee_session: ['session'],
  base_branch: ['base'],
  cid: ['id'],
  commit_sha: ['commit'],
  completes_task_id: ['task'],
  counterparty_session: ['holder'],
  deadline_ms: ['deadline'],
  decision_id: ['id'],
  decision_type: ['type'],
  defer_ms: ['defer'],
  depends_on: ['after'],
  email: ['user'],
  file: ['what'],
  file_path: ['file', 'what'],
  files: ['file'],
  id: ['workspace'],
  key_id: ['id'],
  meeting_id: ['id'],
  negotiation_id: ['id'],
  participants: ['participant'],
  pid: ['id'],
  pr_url: ['pr'],
  schema: ['file'],
  session_id: ['session'],
  split: ['give'],
  'split.counterparty_symbols': ['keep'],
  'split.initiator_symbols': ['give'],
  symbol_ids: ['what'],
  task_id: ['id'],
  to_session: ['to'],
  transcript: ['file'],
  userId: ['user'],
  user_id: ['user'],
  workspace_id: ['workspace'],
  workspace_slug: ['workspace'],
  workstream_slug: ['workstream'],
};

/** CMD-2, CMD-3: what a person reads of a refusal of this command: its options instead of fields, and where to look. */
export function messageFor({ message, details }: Refusal, command: Command): string {
  const { field } = details;
  const said = withCommands(message);
  const named = typeof field === 'string' ? withOwnNames(said, field, command) : said;
  const hint = listingHint(named);
  return hint === undefined ? named : `${named} ${hint}`;
}

/** The sentence begins with the field that it is about. */
function withOwnNames(message: string, field: string, command: Command): string {
  if (field === '' || !message.startsWith(field)) return message;
  const said = message.slice(field.length);
  const rest = said.replace(/^:/, '');
  if (!rest.startsWith(' ')) return message;
  return `${ownNameOf(field, command)}${saysOfField.test(rest) ? rest : said}`;
}

/** What goes on after the name. Anything else is a sentence of its own, behind a colon. */
const saysOfField =
  /^ (is|are|has|have|must|may|can|cannot|contains?|names?|needs?|takes?|leads?)\b/;

function ownNameOf(field: string, command: Command): string {
  const path = field.replace(/\.\d+(\..*)?$/, '');
  const [top = ''] = path.split('.');
  const names = [...(otherNames[path] ?? []), camelCase(top), ...(otherNames[top] ?? [])];
  for (const name of names) {
    const option = command.options.find((one) => one.attributeName() === name);
    if (option !== undefined) return option.long ?? option.flags;
    if (command.registeredArguments.some((one) => one.name() === name)) return `<${name}>`;
  }
  return `The ${top.replaceAll('_', ' ')}`;
}

function camelCase(field: string): string {
  return field.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** CMD-3: which command lists what a refusal did not find. */
export const listings: Readonly<Record<string, string>> = {
  contract: 'coord contracts list',
  convention: 'coord conventions list',
  decision: 'coord decisions list',
  invitation: 'coord workspace invitations',
  key: 'coord key list',
  meeting: 'coord meeting list',
  member: 'coord workspace members',
  negotiation: 'coord negotiate list',
  receipt: 'coord gate log',
  result: 'coord meeting list',
  run: 'coord gate log',
  session: 'coord status',
  task: 'coord tasks list',
  user: 'coord workspace members',
  wait: 'coord status',
  'work package': 'coord packages list',
  workspace: 'coord workspace list',
  workstream: 'coord workstream list',
};

/** What is listed by the tools that agents call, where a person types a command. */
const listedBy: Readonly<Record<string, string>> = {
  convention_list: 'convention',
  negotiate_list: 'negotiation',
  task_list: 'task',
  workstream_list: 'workstream',
};

function withCommands(message: string): string {
  return message.replaceAll(/\b\w+_list\b/g, (tool) => listings[listedBy[tool] ?? ''] ?? tool);
}

function listingHint(message: string): string | undefined {
  if (/\bcoord [a-z]/.test(message)) return undefined;
  const [, noun = ''] =
    /\b(?:no such|there is no) (?:such )?(work package|[a-z]+)/i.exec(message) ?? [];
  const command = listings[noun.toLowerCase()];
  return command === undefined ? undefined : `See: ${command}`;
}
