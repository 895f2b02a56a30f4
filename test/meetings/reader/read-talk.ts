import { recordedAbove } from '../../../shared/meetings/confidence.ts';
import { readTranscript } from '../../../relay/meetings/reader/reader.ts';
import { speakersOf, turnsIn } from '../../../relay/meetings/text/turns.ts';

/** A Saturday. */
export const nowMs = Date.parse('2026-11-21T10:00:00Z');

/** What is recorded of a talk: `decided` titles, `work` as `who: what (day)`, and the files of the decisions. */
export async function read(
  text: string,
): Promise<{ decided: string[]; work: string[]; files: string[] }> {
  const turns = turnsIn(text);
  const { decisions, actions } = await readTranscript(turns, {
    people: new Set(speakersOf(turns)),
    nowMs,
  });
  const isSure = ({ confidence = 1 }) => confidence >= recordedAbove;
  return {
    decided: decisions.filter(isSure).map(({ title }) => title),
    work: actions
      .filter(isSure)
      .map(
        ({ assignee, action, deadline }) => `${assignee || '-'}: ${action} (${deadline ?? '-'})`,
      ),
    files: decisions.filter(isSure).flatMap(({ files }) => files),
  };
}
