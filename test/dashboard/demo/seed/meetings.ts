import type { Stage } from '../stage.ts';
import type { ToldMeeting } from '../story/meetings.ts';

/** Turns a transcript into records; people then look at as much of it as the meeting tells. */
export async function holdMeeting(stage: Stage, meeting: ToldMeeting): Promise<void> {
  const { who, title, participants, transcript, confirmed, dropped, reading } = meeting;
  const { caller } = stage.accounts[who];
  const {
    id,
    decisions,
    action_items: actions,
  } = await caller.call('ingestMeeting', {
    workspace_id: stage.workspace.id,
    title,
    participants: [...participants],
    transcript,
    ...(reading !== undefined && { reading, read_by: 'agent:claude-code' }),
  });
  stage.ids.set(title, id);
  const results = [
    ...decisions.map((one) => ({ id: one.id, words: one.title })),
    ...actions.map((one) => ({ id: one.id, words: one.action })),
  ];
  const isDropped = (words: string) => dropped !== undefined && words.includes(dropped);
  for (const one of results.slice(0, confirmed)) {
    const state = isDropped(one.words) ? 'dropped' : 'confirmed';
    await caller.call('reviewResult', { meeting_id: id, result_id: one.id, state });
  }
}
