import type { Turn } from '../../text/turn.ts';

/** So many dashes are no list and no accident. */
const leastDashes = 10;
/** Captions write a dash before what another person says: "- How often? - Every time." */
const nextSaid = /(?<=[.!?…]["”’]?)\s+-\s+(?=\S)/;

/** Captions in which only a dash says that somebody else speaks, in turns; in lines of their own they would be a list. */
export function withCaptionsParted(turns: readonly Turn[]): readonly Turn[] {
  return turns.flatMap((turn) => {
    if (turn.speaker !== '' || turn.text.includes('\n')) return [turn];
    const said = turn.text.replace(/^-\s+/, '').split(nextSaid);
    return said.length < leastDashes ? [turn] : said.map((text) => ({ speaker: '', text }));
  });
}
