/** PKG-5: which of the files and symbols that a text names get another signature by what it asks for. */

/** A file or a symbol as the text says it. */
export interface Mention {
  readonly written: string;
  readonly kind: 'file' | 'symbol';
}

/** Where something else begins: a reason, what is used in its place, or another deed. */
const border =
  /[.;!?](?=\s|$)|\n|,?\s+(?=(?:because|since|so that|instead|in favou?r of|but|and (?:then |to )?(?:use|keep|add|write|update|tell|introduce|make|rename|remove|delete|move|split|change|drop))\b)/iu;
const denied = /\b(?:not|never|without|nobody|no need)\b|n['’]t\b/iu;
/** Whoever calls it by its name or imports it from its place has to follow. */
const moved =
  /\b(?:(?:renam|remov|delet|mov|relocat)(?:e|es|ed|ing)|split(?:s|ting)?|break(?:s|ing)? up|drop(?:s|ped|ping)?|(?:removal|deletion|renaming|moving|splitting) of)\b/iu;
/** The same, said of what stands before. */
const isMoved =
  /\b(?:be|been|being|is|are|gets?|got)\s+(?:\p{L}+ly\s+)?(?:renamed|removed|deleted|moved|relocated|split|dropped|broken up)\b/iu;
const touch =
  '(?:chang|add|new\\b|another|extra|additional|more|tak(?:e|es|ing)\\b|gets?\\b|need|accept|drop|remov|extend|reorder|swap|replac|renam)';
const part = '(?:signature|parameter|param|argument|return type|return value)s?';
/** "add a parameter to", "the signature of ... changes" */
const signature = new RegExp(`\\b${touch}[^,]*\\b${part}\\b|\\b${part}\\b[^,]*\\b${touch}`, 'iu');
/** What comes behind these is where, whence or whither, not what. */
const preposition =
  /\b(?:to|into|onto|in|from|at|inside|within|for|with|by|as|like|of|through|over)\b/iu;
/** "the calls of parse" are not parse. */
const useOf =
  /\b(?:calls?|uses?|usages?|references?|imports?|tests?)\s+(?:to|of|from|for)\s+(?:the\s+)?[`'"]?$/iu;
const itsUse = /^[`'"]?(?:\(\))?[`'"]?\s+(?:calls?|usages?|references?|imports?|tests?)\b/iu;

/** Whether the text may ask for such a change; most do not, and then nothing is looked up. */
export function asksForChange(text: string): boolean {
  return moved.test(text) || isMoved.test(text) || signature.test(text);
}

/** Those of the mentions that are renamed, moved, split, removed or called in another way. */
export function changedIn<One extends Mention>(text: string, mentions: readonly One[]): One[] {
  const clauses = text.split(border).filter((clause) => !denied.test(clause));
  const changed = clauses.flatMap((clause) => changedInClause(clause, mentions));
  return mentions.filter((one) => changed.includes(one));
}

function changedInClause<One extends Mention>(clause: string, mentions: readonly One[]): One[] {
  const there = mentions.filter((one) => placesOf(clause, one).length > 0);
  if (there.length === 0) return [];
  if (signature.test(clause)) {
    const symbols = there.filter((one) => one.kind === 'symbol' && !isOnlyUsed(clause, one));
    return symbols.length > 0 ? symbols : there.filter(({ kind }) => kind === 'file');
  }
  return there.filter((one) => isMovedIn(clause, one) && !isOnlyUsed(clause, one));
}

function isMovedIn(clause: string, one: Mention): boolean {
  return placesOf(clause, one).some((at) => {
    const before = clause.slice(0, at);
    const verb = moved.exec(before);
    if (verb !== null) return !preposition.test(before.slice(verb.index + verb[0].length));
    const isAside = new RegExp(`${preposition.source}\\s+(?:the\\s+|our\\s+)?[\`'"]?$`, 'iu').test(
      before,
    );
    return !isAside && isMoved.test(clause.slice(at));
  });
}

function isOnlyUsed(clause: string, one: Mention): boolean {
  return placesOf(clause, one).every(
    (at) => useOf.test(clause.slice(0, at)) || itsUse.test(clause.slice(at + one.written.length)),
  );
}

/** Where the words stand as words of their own, and a symbol not as a part of a path. */
function placesOf(text: string, { written, kind }: Mention): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(written); at !== -1; at = text.indexOf(written, at + 1)) {
    const around = `${text[at - 1] ?? ' '}${text[at + written.length] ?? ' '}`;
    const isInPath =
      text[at - 1] === '/' || /^\.[cm]?[jt]sx?\b/u.test(text.slice(at + written.length));
    if (/[\p{L}\p{N}_$]/u.test(around) || (kind === 'symbol' && isInPath)) continue;
    places.push(at);
  }
  return places;
}
