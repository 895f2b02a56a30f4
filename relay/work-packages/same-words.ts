/** Words that every meeting is full of, and deeds that say nothing of what is done. */
const common = new Set(
  `a about add after again all also an and any are as at be been before but by can change check could create decide decided did do
  does done each every fix for from get go going had has have he her him his how i if in into is it its just let lets look make
  more must my need needs new next no not now of off on one only or other our out over own put review same she should so some start
  take than that the their them then there these they this those to today tomorrow too until up update us use very was we week
  were what when where which who will with work would write you your`.split(/\s+/),
);

/** A word as people bend it is the same word. */
function stem(word: string): string {
  return word.replace(/(?<=\p{L}{3})(?:ies|ing|ed|es|s|e|y)$/u, '');
}

/** The words of a text that say what it is about, each once. */
export function contentWords(text: string): ReadonlySet<string> {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}_$]+/gu) ?? [];
  return new Set(words.filter((word) => word.length > 1 && !common.has(word)).map(stem));
}

const leastShared = 2;
const leastShare = 0.7;

/** How much of the shorter text's words the other has, 0 to 1; 0 when that is too little to say the same. */
export function sameness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => other.has(word)).length;
  if (shared < leastShared) return 0;
  const share = shared / Math.min(one.size, other.size);
  return share >= leastShare ? share : 0;
}
