/**
 * MTG-21: what the next piece of text adds to what was said before it. Both were heard with about a second of sound in common,
 * so the last words of one stand at the beginning of the other. A word that the cut went through is heard wrongly at one side:
 * one wrong word is passed over before, behind and within the words that repeat, as long as more words are equal than wrong.
 */
export function addedBy(next: string, before: string): string {
  const said = wordsIn(before).slice(-mostShared);
  const heard = wordsIn(next);
  const seam = bestSeam(said.map(plain), heard.slice(0, mostShared).map(plain));
  return heard.slice(seam).join(' ');
}

/** As many words as anybody says in a second, and two more. */
const mostShared = 8;
/** A single word that repeats beside a wrong one is taken for chance when it is as short as "the". */
const tellingLetters = 4;

interface Run {
  readonly equal: number;
  /** The place behind the run in the words that were heard. */
  readonly end: number;
}

/** The place in `heard` behind the longest run of equal words at the seam; 0 without one. */
function bestSeam(said: readonly string[], heard: readonly string[]): number {
  let best: Run = { equal: 0, end: 0 };
  for (let from = 0; from < said.length; from++) {
    for (const skipped of [0, 1]) {
      const run = runAt(said.slice(from), heard, skipped);
      if (run !== undefined && run.equal > best.equal) best = run;
    }
  }
  return best.end;
}

/** The run that begins with the first word of `tail` and reaches its end. */
function runAt(
  tail: readonly string[],
  heard: readonly string[],
  skipped: number,
): Run | undefined {
  if (heard[skipped] !== tail[0]) return undefined;
  let [within, equal, end] = [0, 0, skipped];
  // The cut went through the last word: it is heard whole in the next piece.
  const isLastCut = tail.length > 1 && heard[skipped + tail.length - 1] !== tail.at(-1);
  for (const word of isLastCut ? tail.slice(0, -1) : tail) {
    if (heard[end] === word) equal += 1;
    else within += 1;
    end += 1;
  }
  const wrong = skipped + within + Number(isLastCut);
  const isTelling = (tail[0] ?? '').length >= tellingLetters;
  if (within > 1 || equal < wrong + (isTelling ? 0 : 1)) return undefined;
  return { equal, end };
}

function wordsIn(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** A word as it is compared: recognisers differ in capitals and full stops. */
function plain(word: string): string {
  const letters = word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  return letters === '' ? word : letters;
}
