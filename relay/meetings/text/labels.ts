/** Words before a colon, or of a heading, by what stands behind or under them. */
const words = {
  action:
    'action(?: item| point)?s?|todos?|to do|tasks?|next steps?|follow[- ]?ups?|assignments?|ai|ais',
  decision:
    'decisions?(?: made| taken)?|decided|agreed|agreements?|resolutions?|resolved|outcomes?|conclusions?|verdict|settled',
  people:
    'excused|attendees?|attendance|attending|participants?|present|absent|absentees|apologies|regrets|invitees|guests|who|with|here|people|facilitator|chair|scribe|note ?taker|minutes by',
  talk: 'next|(?:not|never) (?:agreed|decided|settled|discussed)|undecided|unsettled|proposals?|compromise|exception|ideas?|decision of.*|agenda|topics?|items?|notes?|minutes|transcript|discussions?|discussed|summary|recap|overview|updates?|status|steps?|background|context|goals?|objectives?|purpose|questions?|issues?|risks?|blockers?|problems?|reasons?|rationale|why|options?|ideas?|concerns?|considered|rejected|deferred|postponed|parked|parking lot|retrospective|demo|what went well|what did not go well|misc(?:ellaneous)?|any other business|aob|warning|important|example|ps|edit|update|tl;?dr',
  about:
    'title|subject|from|to|cc|bcc|sent|guild|server|date|day|time|when|where|location|place|duration|link|links|references?|deadlines?|due|owners?|ps|re|meeting|call|channel|team|impact|severity',
} as const;

export type LabelKind = keyof typeof words;

const before =
  '(?:(?:meeting|team|sprint|project|main|key|open|other|general|further|new|next|our|final|risks and|date and)\\s+)?';
const kinds = Object.entries(words).map(([kind, one]) => ({
  kind: kind as LabelKind,
  pattern: new RegExp(`^${before}(?:${one})$`, 'i'),
}));

/** No label is longer. */
const maxLength = 100;

/** What a label such as "Action items" announces; undefined when it is none. */
export function labelKind(text: string): LabelKind | undefined {
  if (text.length > maxLength) return undefined;
  const plain = text.replace(/^[#*_\s]+|(?<![*_:\s])[*_:\s]+$/g, '');
  return kinds.find(({ pattern }) => pattern.test(plain))?.kind;
}

/** Whether words before a colon are a heading of minutes and nobody's name (MTG-5). */
export function isLabel(text: string): boolean {
  return labelKind(text) !== undefined;
}
