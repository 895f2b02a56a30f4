import type { Turn } from '../../text/turns.ts';

/** Lines above a mail that are read as who speaks. */
const headers = new Set(['From', 'To', 'Cc', 'Bcc', 'Sent', 'Date', 'Reply-To']);
/** "Ann Lee <ann@example.com>" */
const sender = /^(\p{Lu}[\p{L}\p{M}'’.-]*(?: \p{Lu}[\p{L}\p{M}'’.-]*){0,3})\s*(?:$|[<(\n])/u;

/** Mails with who wrote them as the speaker, where the lines above them were read as speakers. */
export function withMailSenders(turns: readonly Turn[]): readonly Turn[] {
  if (!turns.some(({ speaker, text }) => speaker === 'From' && sender.test(text))) return turns;
  let writer = '';
  return turns.map((turn) => {
    if (turn.speaker === 'From') writer = sender.exec(turn.text)?.[1] ?? '';
    const isTheirs = headers.has(turn.speaker) || /^me$/i.test(turn.speaker);
    return isTheirs ? { ...turn, speaker: writer } : turn;
  });
}
