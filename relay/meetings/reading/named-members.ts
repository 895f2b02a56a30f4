/** A word, and the marks around it that say whether it is a name. */
const word = /(?<![\p{L}\p{N}@])(@?)(\p{L}[\p{L}\p{M}'’-]*)(,?)/gu;

/**
 * MTG-27: the first names of those members whom a transcript calls, as it writes them: `@carla`, "Carla, could you", "ask Carla". At the
 * beginning of a sentence a name may be another word, as in "Will you".
 */
export function membersNamed(text: string, members: readonly string[]): string[] {
  const first = new Set(members.map((name) => firstOf(name)));
  const named = new Set<string>();
  for (const { 1: at, 2: said = '', 3: comma, index } of text.matchAll(word)) {
    if (!first.has(said.toLowerCase())) continue;
    const isInside = /[\p{Ll}\p{N},;] $/u.test(text.slice(Math.max(0, index - 2), index));
    if (at !== '' || (/^\p{Lu}/u.test(said) && (isInside || comma !== ''))) named.add(said);
  }
  return [...named];
}

function firstOf(name: string): string {
  return name.trim().split(/\s+/)[0]?.toLowerCase() ?? '';
}
