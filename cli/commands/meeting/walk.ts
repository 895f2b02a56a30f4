import type { Client } from '../../../shared/api/client.ts';
import { asData } from '../../../shared/kernel/display.ts';
import { isRefusal, type Refusal } from '../../../shared/kernel/refusal.ts';
import type { Context, Outcome } from '../../command-line/context.ts';
import type { ConnectOptions } from '../../connection/connect.ts';
import { inWorkspace } from '../../connection/in-workspace.ts';
import { askLine, gaveUp, type GaveUp } from '../../terminal/is-confirmed.ts';
import { readKey } from '../../terminal/read-key.ts';
import { lineOf, type Meeting } from './details.ts';
import { reviewablesIn, type Reviewable } from './find-results.ts';
import { alsoChanged, readMeeting, type Changes } from './review.ts';

const keys = 'c confirm, d drop, e edit, a assign, s skip, q quit';

/**
 * `coord meeting review`: walks through what waits in a meeting, one key for each. Where no person is at the terminal it prints
 * what it would ask and ends with 2.
 */
export async function walkThrough(
  context: Context,
  options: ConnectOptions & { readonly meeting: string },
): Promise<Outcome> {
  const { terminal, output } = context;
  const isAsking = terminal.input.isTTY === true && !output.json;
  const counts = { done: 0, left: 0 };
  const meeting = await inWorkspace(terminal, options, async (client) => {
    const found = await readMeeting(client, options.meeting);
    if (isRefusal(found) || !isAsking) return found;
    return askEach(context, client, { meeting: found, counts });
  });
  if (isRefusal(meeting)) return meeting;
  const waiting = openIn(meeting);
  if (isAsking) {
    output.write(`Reviewed ${counts.done}; ${waiting.length} still wait.\n`);
    return 0;
  }
  output.show(waiting, () =>
    waiting.length === 0
      ? 'Nothing waits for a review.'
      : waiting.map((one) => lineOf(output, meeting, one.id)).join('\n'),
  );
  if (waiting.length === 0) return 0;
  output.note(
    'A review asks a person at a terminal. Here: coord meeting confirm, drop, edit, assign',
  );
  return 2;
}

function openIn(meeting: Meeting): Reviewable[] {
  return reviewablesIn(meeting).filter(({ state }) => state === 'found');
}

interface Walk {
  readonly meeting: Meeting;
  readonly counts: { done: number };
}

async function askEach(
  context: Context,
  client: Client,
  { meeting, counts }: Walk,
): Promise<Meeting | Refusal> {
  const { terminal, output } = context;
  let now = meeting;
  for (const one of openIn(meeting)) {
    output.write(`\n${lineOf(output, now, one.id)}\n`);
    for (let isOpen = true; isOpen;) {
      output.write(`${keys}: `);
      const key = await readKey(terminal);
      output.write(`${asData(key ?? 'q', 1)}\n`);
      if (key === undefined || key === 'q') return now;
      if (key === 's') break;
      const changes = await changesOf(context, key, one);
      if (changes === gaveUp) return now;
      if (changes === undefined) continue;
      const place = { meeting_id: meeting.id, result_id: one.id };
      const answer = await client.call('reviewResult', { ...place, ...changes });
      if (isRefusal(answer)) {
        output.note(answer.message);
        continue;
      }
      output.write(
        alsoChanged(now, answer)
          .map((line) => `${line}\n`)
          .join(''),
      );
      now = answer;
      isOpen = changes.state === undefined;
      if (isOpen) output.write(`${lineOf(output, now, one.id)}\n`);
      else counts.done += 1;
    }
  }
  return now;
}

/** What a key means for a result; undefined for nothing, and `gaveUp` when the person leaves a question. */
async function changesOf(
  { terminal, output }: Context,
  key: string,
  { kind, title }: Reviewable,
): Promise<Changes | undefined | GaveUp> {
  if (key === 'c') return { state: 'confirmed' };
  if (key === 'd') return { state: 'dropped' };
  if (key === 'e') {
    const words = await askLine(terminal, kind === 'decision' ? 'Title' : 'What to do', title);
    if (words === gaveUp) return gaveUp;
    if (words === undefined || words === title) return undefined;
    return kind === 'decision' ? { title: words } : { action: words };
  }
  if (key !== 'a') return undefined;
  if (kind === 'decision') {
    output.note('A decision is nobody’s to do. Press e to change its words.');
    return undefined;
  }
  const person = await askLine(terminal, 'Who does it', undefined);
  return typeof person === 'string' ? { assignee: person } : person;
}
