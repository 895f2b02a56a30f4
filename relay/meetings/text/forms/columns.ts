/** What a row of a table or an object of JSON says. The speaker is empty where it names nobody. */
export interface Said {
  readonly speaker: string;
  readonly text: string;
}

/** As programs call who speaks and what is said, the surest first. */
const names = {
  speaker: [
    'speaker',
    'speaker name',
    'user profile',
    'author',
    'user',
    'user name',
    'username',
    'sender',
    'from',
    'who',
    'participant',
    'name',
    'display name',
  ],
  text: [
    'text',
    'message',
    'content',
    'transcript',
    'utterance',
    'sentence',
    'said',
    'what',
    'body',
  ],
} as const;

export type Column = keyof typeof names;

/** The place of the column or field that holds this, among all of them; undefined where none is called so. */
export function placeOf(column: Column, titles: readonly string[]): number | undefined {
  const plain = titles.map((title) =>
    title
      .trim()
      .toLowerCase()
      .replace(/[_\s-]+/g, ' '),
  );
  const place = names[column].map((one) => plain.indexOf(one)).find((at) => at !== -1);
  return place;
}

/** Where a table has who speaks and what is said; undefined of a table of something else. */
export function columnsIn(
  titles: readonly string[],
): { readonly speaker: number; readonly text: number } | undefined {
  const [speaker, text] = [placeOf('speaker', titles), placeOf('text', titles)];
  return speaker === undefined || text === undefined ? undefined : { speaker, text };
}
