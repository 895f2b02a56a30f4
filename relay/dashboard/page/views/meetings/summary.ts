import type { Output } from '../../../../../shared/api/operations.ts';

/** A meeting as the list has it. */
export type Summary = Output<'recentMeetings'>[number];

/** The same of a whole meeting. Its counts are those of the list: what was dropped is not counted. */
export function summaryOf(meeting: Output<'ingestMeeting'>): Summary {
  const { id, title, status, participants, date, created_at } = meeting;
  const results = [...meeting.decisions, ...meeting.action_items];
  return {
    id,
    title,
    status,
    participants,
    ...(date !== undefined && { date }),
    decisions_count: meeting.decisions.filter(({ state }) => state !== 'dropped').length,
    work_packages_count: meeting.work_packages.length,
    unreviewed_count: results.filter(({ state }) => state === 'found').length,
    suggestions_count: meeting.suggestions?.length ?? 0,
    created_at,
  };
}
