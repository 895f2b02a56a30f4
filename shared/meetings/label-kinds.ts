/** Words before a colon, or of a heading, by what stands behind or under them. */
const words = {
  action:
    'action(?: item| point)?s?|todos?|to do|tasks?|next steps?|follow[- ]?ups?|assignments?|ais?|aps?|who does what',
  decision:
    'decisions?(?: made| taken)?|decided|agreed|approved|chosen|agreements?|resolutions?|resolved|outcomes?|results?|conclusions?|verdict|settled',
  people:
    'excused|(?:not |also )?there|attendees?|attendance|attending|participants?|present|absent|absentees|apologies|regrets|invitees|guests|who|with|here|people|facilitator|chair|scribe|note ?taker|minutes by',
  talk: 'next|candidates|votes?|planned|current|offers?|suggestions?|remarks?|reminder|noting|open|blocked|(?:not|never) (?:agreed|decided|settled|discussed)|undecided|unsettled|proposals?|compromise|exception|ideas?|decision of.*|agenda|topics?|items?|notes?|minutes|transcript|discussions?|discussed|summary|recap|overview|updates?|status|steps?|background|context|goals?|objectives?|purpose|questions?|issues?|risks?|blockers?|problems?|reasons?|rationale|why|options?|ideas?|concerns?|considered|rejected|deferred|postponed|parked|parking lot|retrospective|demo|keep|drop|went well|what (?:went|did|didn.t|could|can|should)(?: (?:go |be |have gone )?(?:so |to )?[a-z]+)?|misc(?:ellaneous)?|any other business|aob|warning|important|example|ps|edit|update|tl;?dr',
  about:
    'title|subject|from|to|cc|bcc|sent|guild|server|date|day|time|when|where|location|place|duration|link|links|references?|deadlines?|due|owners?|ps|re|meeting|call|channel|team|impact|severity|recording|keywords|document|occasion|signed|capacity|template|legend|metadata|kick-?off|hand-?over|organi[sz]er|language|held|held on|annex(?:es)?|append(?:ix|ices)|enclosures?|attachments?',
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
