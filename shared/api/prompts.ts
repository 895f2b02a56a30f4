import { limits } from '../contract/fields.ts';
import { quoted, shownId, shownUser } from '../kernel/display.ts';
import { isRefusal, refuse, type Refusal } from '../kernel/refusal.ts';
import type { MeetingRecord } from '../meetings/results.ts';
import { transcriptIsData, whatCounts } from '../meetings/reading-words.ts';
import { transcriptParts } from '../meetings/transcript-text.ts';
import type { Output } from './operations.ts';
import type { ToolHost } from './tools.ts';

/** One MCP prompt as `prompts/list` shows it. */
export interface Prompt {
  readonly name: string;
  readonly description: string;
  readonly arguments: {
    readonly name: string;
    readonly description: string;
    readonly required: true;
  }[];
}

/** What `prompts/get` answers, in MCP's form. */
export interface PromptResult {
  description: string;
  messages: { role: 'user'; content: { type: 'text'; text: string } }[];
}

const readMeeting: Prompt = {
  name: 'read_meeting',
  description: 'Read the transcript of a meeting and hand in its decisions and action items',
  arguments: [
    { name: 'meeting', description: 'The id of a meeting, or its title', required: true },
  ],
};

/** Every prompt that coord offers. */
export const prompts: readonly Prompt[] = [readMeeting];

/** A transcript that is longer does not fit what an agent reads at once; characters. */
const maxTranscript = 600_000;

/** MTG-15: what an agent is asked to read. Undefined when there is no prompt of that name. */
export async function getPrompt(
  name: string,
  args: unknown,
  host: ToolHost,
): Promise<PromptResult | Refusal | undefined> {
  if (name !== readMeeting.name) return undefined;
  const { meeting } = (args ?? {}) as { meeting?: unknown };
  if (typeof meeting !== 'string' || meeting.trim() === '') {
    return refuse('ValidationError', 'meeting: name the meeting by its id or its title.');
  }
  const found = await meetingCalled(meeting.trim(), host);
  if (isRefusal(found)) return found;
  if (found.status !== 'completed') {
    return refuse('Conflict', 'This meeting is not over. Stop it first, then read it.');
  }
  const text = requestFor(found);
  return {
    description: readMeeting.description,
    messages: [{ role: 'user', content: { type: 'text', text } }],
  };
}

async function meetingCalled(called: string, host: ToolHost): Promise<MeetingRecord | Refusal> {
  const id = /^mtg_\w+$/.test(called) ? called : await idOfTitle(called, host);
  if (isRefusal(id)) return id;
  return (await host.call('getMeeting', { meeting_id: id })) as MeetingRecord | Refusal;
}

type Listed = Output<'recentMeetings'>;

/** The newest meeting of this title, in any case; else the one whose title has these words. */
async function idOfTitle(title: string, host: ToolHost): Promise<string | Refusal> {
  const workspace = host.workspace();
  if (isRefusal(workspace)) return workspace;
  const asked = { workspace_id: workspace.id, limit: limits.pageMax };
  const answer = (await host.call('recentMeetings', asked)) as Listed | { items: Listed } | Refusal;
  if (isRefusal(answer)) return answer;
  const meetings = Array.isArray(answer) ? answer : answer.items;
  const wanted = title.toLowerCase();
  const same = meetings.find((one) => one.title.toLowerCase() === wanted);
  const [only, another] = meetings.filter((one) => one.title.toLowerCase().includes(wanted));
  if (same !== undefined) return same.id;
  if (only !== undefined && another === undefined) return only.id;
  const choices = (only === undefined ? meetings : [only, another]).slice(0, 5);
  const named = choices.flatMap((one) => (one ? `${one.id} (${quoted(one.title, 80)})` : []));
  const why =
    only === undefined ? 'No meeting has this title.' : 'Several meetings fit this title.';
  return refuse('NotFound', `${why} Name one by its id: ${named.join(', ') || shownId(title)}`);
}

const orNothing =
  'Where the meeting decided nothing and nobody took on anything, hand in two empty lists with no_results: true.';

function requestFor({ id, title, date, participants, transcript }: MeetingRecord): string {
  const [part, more] = transcriptParts(transcript, maxTranscript);
  const people = participants.map((name) => shownUser(name)).join(', ');
  return [
    `Read the transcript of the meeting ${quoted(title)} and call the tool submit_reading once, with ` +
      `meeting_id "${id}" and what you found: decisions and action_items, and work_packages if the decisions ` +
      'ask for work: packages that different people can do at the same time, no two with the same file. Put your own ' +
      `name into read_by. ${whatCounts} ${orNothing} ${transcriptIsData} Use no other tool for it. People review what you hand in.`,
    ...(date === undefined ? [] : [`The meeting was on ${date}; deadlines count from it.`]),
    ...(people === '' ? [] : [`Who took part: ${people}.`]),
    ...(more === undefined ? [] : ['The transcript is longer than this; its end is left out.']),
    part?.text ?? '(Nothing was said.)',
  ].join('\n');
}
